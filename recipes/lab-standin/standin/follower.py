"""A headless rank: a parent that starts one worker and waits for it. It never says that it is ready."""

import select
import signal
import time

from core import start_worker
from failures import Orders
from log import Log, write
from process import kill, reap
from ranks import PeerLost

# Recorded: five seconds of grace, four after SIGTERM, and an end 11 to 13 seconds after the signal.
GRACE_SECONDS, TERM_SECONDS, LAST_SECONDS = 5, 4, 2.5
AFTER_DEATH_SECONDS = 3.5


def run_follower(args, orders: Orders, log: Log) -> int:
    log.info("serve.py:224", f"Launching vLLM (v0.32.0) headless multiproc executor, with head node address {args.master_addr}:{args.master_port} for torch.distributed process group.")  # fmt: skip
    orders.enter("engine")
    asked = []
    signal.signal(signal.SIGTERM, lambda *_: asked.append(True))
    signal.signal(signal.SIGINT, lambda *_: asked.append(True))
    worker, pid = start_worker(args, orders)
    joined = ready = False
    while not asked:
        if not select.select([worker], [], [], 0.1)[0]:
            continue
        try:
            said = worker.receive()
        except PeerLost:
            said = {"gone": True}
        joined |= "joined" in said
        ready |= "ready" in said
        if "gone" in said and ready:
            return died(log, args.node_rank)
        if "gone" in said or "failed" in said:
            return failed(log, pid)
    log.info("multiproc_executor.py:479", "[shutdown] Executor: waiting for worker exit count=1")
    worker.socket.close()
    if not joined:
        kill(pid)
        reap(pid, wait=True)
        return 0
    if not ended_within(pid, GRACE_SECONDS):
        log.warning("multiproc_executor.py:491", "[shutdown] Executor: workers still running after grace period; sending SIGTERM count=1")  # fmt: skip
        kill(pid, signal.SIGTERM)
        if not ended_within(pid, TERM_SECONDS):
            log.warning("multiproc_executor.py:501", "[shutdown] Executor: workers still running after SIGTERM; sending SIGKILL count=1")  # fmt: skip
            kill(pid)
            reap(pid, wait=True)
            time.sleep(LAST_SECONDS)
    return 0


def ended_within(pid: int, seconds: float) -> bool:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if reap(pid):
            return True
        time.sleep(0.05)
    return False


def died(log: Log, rank: int) -> int:
    log.error("multiproc_executor.py:315", f"Worker proc VllmWorker-{rank} died unexpectedly (exit code: None), shutting down executor.")  # fmt: skip
    time.sleep(AFTER_DEATH_SECONDS)
    return 0  # recorded: 0, not 1


def failed(log: Log, pid: int) -> int:
    log.info("multiproc_executor.py:479", "[shutdown] Executor: waiting for worker exit count=1")
    kill(pid)
    reap(pid, wait=True)
    log.info("multiproc_executor.py:486", "[shutdown] Executor: all workers exited gracefully")
    write(
        "Traceback (most recent call last):\n"
        "Exception: WorkerProc initialization failed due to an exception in a background process. "
        "See stack trace for root cause."
    )
    return 1
