"""Lines in the shapes that vLLM, its web server and torch print them, one write each so that processes never mix."""

import os
import time


def write(text: str, to: int = 1) -> None:
    try:
        os.write(to, (text + "\n").encode())
    except OSError:
        pass  # nobody reads any more


class Log:
    """What one process says: `(Worker_TP1 pid=19) INFO 12-01 17:00:41 [file.py:68] text`."""

    def __init__(self, process: str):
        self.process = process

    def info(self, source: str, text: str) -> None:
        self._say("INFO", source, text)

    def warning(self, source: str, text: str) -> None:
        self._say("WARNING", source, text)

    def error(self, source: str, text: str) -> None:
        self._say("ERROR", source, text)

    def traceback(self, source: str, heading: str, *last: str) -> None:
        """An exception as vLLM logs it; the frames are the stand-in's own, so that none is feigned."""
        self.error(source, heading)
        for line in last:
            self.error(source, "Traceback (most recent call last):")
            self.error(source, '  File "/opt/standin", in the stand-in engine, which is not vLLM')
            self.error(source, line)

    def _say(self, level: str, source: str, text: str) -> None:
        head = f"({self.process} pid={os.getpid()}) {level} {time.strftime('%m-%d %H:%M:%S')} [{source}] "
        for line in text.split("\n"):
            write(head + line)


def web(text: str) -> None:
    """uvicorn: `INFO:     Application startup complete.`"""
    write(f"INFO:     {text}")


def torch_warning(source: str, text: str, level: str = "W") -> None:
    now = time.time()
    clock = time.strftime("%m%d %H:%M:%S", time.localtime(now))
    write(f"[{level}{clock}.{int(now % 1 * 1e9):09d} {source}] {text}")


def progress(done: int, total: int, seconds: float) -> None:
    """tqdm's bar of the weights, on stderr."""
    rate = f"{done / seconds:5.2f}it/s" if done and seconds > 0 else "?it/s"
    left = f"00:{int(seconds / done * (total - done)):02d}" if done else "?"
    share = f"{100 * done // total:3d}% Completed | {done}/{total}"
    bar = f"Loading safetensors checkpoint shards: {share} [00:{int(seconds):02d}<{left}, {rate}]"
    write("\r" + bar, to=2)
