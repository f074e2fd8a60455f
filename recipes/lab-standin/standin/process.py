"""Processes of one rank, forked: the same names and the same family as vLLM's."""

import ctypes
import os
import signal
from typing import Callable, NoReturn


def name(title: str) -> None:
    """What `ps -o comm` shows, at most 15 letters."""
    try:
        ctypes.CDLL(None).prctl(15, title.encode()[:15], 0, 0, 0)
    except (OSError, AttributeError):
        pass


def fork(title: str, work: Callable[[], object]) -> int:
    """Runs `work` in a child, which ends with what it returns (0 when nothing). Gives the child's pid."""
    pid = os.fork()
    if pid:
        return pid
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    name(title)
    code = 1
    try:
        code = int(work() or 0)  # type: ignore[call-overload]
    except KeyboardInterrupt:
        code = 130
    finally:
        os._exit(code)


def kill(pid: int, number: int = signal.SIGKILL) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def reap(pid: int, wait: bool = False) -> bool:
    """Whether the child has ended."""
    try:
        return os.waitpid(pid, 0 if wait else os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def sleep_for_ever() -> NoReturn:
    while True:
        signal.pause()
