"""
What the stand-in is told to do wrong, by the variable SPARKWRIGHT_STANDIN: words joined by commas.

  die:PHASE:RANK       an exception in that phase; the rank ends with exit code 1
  kill:PHASE:RANK      the rank's process of that phase is killed, as by the kernel when memory runs out
  silent:PHASE:RANK    says the first line of the phase and then nothing, for ever
  never-joins:RANK     reaches the rendezvous and never connects
  pace:SECONDS         every phase takes so long

  phases: start, arguments, engine, rendezvous, joined, load, kv-cache, serving (only the head says this one)

and of an engine that serves:

  exit0:RANK           a worker is killed: the answers in flight end with an error event, and the ranks end with 0
  zombie-follower      the head's processes are killed (137); the other ranks go on as if nothing were
  health-lies          the other ranks stop answering: requests hang, /health stays 200
  slow-prefill:SECONDS so long until the first token of any answer

The last block but slow-prefill waits for a request that says "stand-in: fail now", or for the time after `@`:
exit0:1@5 is five seconds after the engine serves. Every rank must be told the same.
"""

import os
import signal
import time

VARIABLE = "SPARKWRIGHT_STANDIN"
PHRASE = "stand-in: fail now"
PHASE_SECONDS = 0.2  # a boot of two to three seconds: long enough to be watched
PHASES = ("start", "arguments", "engine", "rendezvous", "joined", "load", "kv-cache", "serving")
IN_PHASE = ("die", "kill", "silent")
SERVING = ("exit0", "zombie-follower", "health-lies")


class Told(Exception):
    """The exception of `die`."""


class Orders:
    """What this rank is told. Raises ValueError on words it does not know."""

    def __init__(self, text: str, rank: int, ranks: int):
        self.rank, self.ranks = rank, ranks
        self.phase_orders: dict[str, tuple[str, str]] = {}
        self.never_joins = False
        self.pace = PHASE_SECONDS
        self.slow_prefill = 0.0
        self.serving: tuple[str, int] | None = None
        self.after: float | None = None
        self._phase = ""
        self._since = time.monotonic()
        for order in filter(None, (part.strip() for part in text.split(","))):
            self._read(order)

    def _read(self, order: str) -> None:
        words, _, after = order.partition("@")
        what, *more = words.split(":")
        if what in IN_PHASE and len(more) == 2 and more[0] in PHASES:
            if self._rank_of(more[1]) == self.rank:
                self.phase_orders[more[0]] = (what, order)
        elif what == "never-joins" and len(more) <= 1:
            self.never_joins |= self._rank_of(more[0] if more else "1") == self.rank
        elif what in ("pace", "slow-prefill") and len(more) <= 1:
            default = "1" if what == "pace" else "20"
            setattr(self, what.replace("-", "_"), float(more[0] if more else default))
        elif what in SERVING and len(more) <= (1 if what == "exit0" else 0):
            self.serving = (what, self._rank_of(more[0] if more else "1"))
            self.after = float(after) if after else None
        else:
            raise ValueError(f"{VARIABLE}: {order!r} is no failure that the stand-in knows; see failures.py")

    def _rank_of(self, text: str) -> int:
        if not text.isdigit() or int(text) >= max(self.ranks, 2):
            raise ValueError(f"{VARIABLE}: {text!r} is none of {self.ranks} ranks")
        return int(text)

    def enter(self, phase: str) -> None:
        """Called when the first line of a phase is out: here it dies, is killed, falls silent, or takes its time."""
        if self._phase:
            time.sleep(max(0.0, self._since + self.pace - time.monotonic()))
        self._phase, self._since = phase, time.monotonic()
        what, order = self.phase_orders.get(phase, ("", ""))
        if what == "die":
            raise Told(f"the stand-in was told to die here ({VARIABLE}={order})")
        if what == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
            os._exit(137)  # process 1 of a container cannot kill itself
        while what == "silent":
            signal.pause()

    def fails_here(self, what: str) -> bool:
        """Whether this rank takes part in a failure of a serving engine."""
        if self.serving is None or self.serving[0] != what:
            return False
        return self.serving[1] == self.rank if what == "exit0" else True
