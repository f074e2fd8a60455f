"""The process of a rank that would compute: meets the others, plays a boot, and takes one step for each token."""

import os
import select
import signal
import time

import ranks
from failures import Orders, Told
from log import Log, progress, torch_warning
from process import kill, sleep_for_ever
from ranks import DistError, Link, PeerLost

KV_TOKENS_PER_GIB = 69_888  # what the lab's real engine says for 1 GiB on two ranks
SHARDS = 4
EXIT_AFTER_PARENT_SECONDS = 15


class Worker:
    def __init__(self, args, orders: Orders, parent: Link):
        self.args, self.orders, self.parent = args, orders, parent
        self.rank, self.world = args.node_rank, args.world
        self.log = Log("Worker")
        self.followers: dict[int, Link] = {}
        self.head: Link | None = None
        self.lies = False

    def run(self) -> int:
        try:
            self.meet()
            self.load()
        except (Told, DistError) as error:
            words = str(error) if isinstance(error, DistError) else f"RuntimeError: {error}"
            self.log.traceback("multiproc_executor.py:953", "WorkerProc failed to start.", words)
            self.parent.send(failed=words)
            return 1
        except PeerLost as error:
            self.hit(error)
            if self.rank != 0:
                sleep_for_ever()  # recorded: a rank whose head died goes on, and so does its parent
            self.parent.send(failed=str(error))
            return 1
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self.parent.send(ready=True)
        return self.lead() if self.rank == 0 else self.follow()

    def meet(self) -> None:
        args, rank, world = self.args, self.rank, self.world
        for library in ("libtcmalloc", "libiomp"):
            self.log.warning("cpu_worker.py:114", f"{library} is not found in LD_PRELOAD. For best performance, please follow the section `set LD_PRELOAD` in https://docs.vllm.ai/en/latest/getting_started/installation/cpu/ to setup required pre-loaded libraries.")  # fmt: skip
        address = f"tcp://{args.master_addr}:{args.master_port}"
        self.log.info("parallel_state.py:1906", f"world_size={world} rank={rank} local_rank=0 distributed_init_method={address} backend=gloo")  # fmt: skip
        self.orders.enter("rendezvous")
        if self.orders.never_joins:
            sleep_for_ever()
        ranks.check_interface()
        timeout = args.distributed_timeout_seconds
        if rank == 0 and world > 1:
            torch_warning("socket.cpp:207", "[c10d] The hostname of the client socket cannot be retrieved. err=-3")
            self.followers = ranks.gather(args.master_port, world, timeout)
        elif world > 1:
            torch_warning("socket.cpp:207", "[c10d] The hostname of the client socket cannot be retrieved. err=-3")
            self.head = ranks.join(args.master_addr, args.master_port, rank, world, timeout)
        self.parent.send(joined=True)
        self.log.info("cpu_communicator.py:47", "CPU SHM communicator disabled for group tp:0: ranks do not share the same SHM group name, falling back to torch.distributed.")  # fmt: skip
        self.log.info("parallel_state.py:2350", f"rank {rank} in world size {world} is assigned as DP rank 0, PP rank 0, PCP rank 0, TP rank {rank}, ETP rank {rank}, EP rank N/A, EPLB rank N/A")  # fmt: skip
        self.orders.enter("joined")
        self.together("joined")
        self.log.process = f"Worker_TP{rank}"

    def load(self) -> None:
        self.log.info("cpu_model_runner.py:68", f"Starting to load model {self.args.model}...")
        self.orders.enter("load")
        begun = time.monotonic()
        for done in range(SHARDS + 1):
            if self.rank == 0:
                progress(done, SHARDS, time.monotonic() - begun)
            time.sleep(0.1 if done < SHARDS else 0)
        seconds = time.monotonic() - begun
        self.log.info("default_loader.py:501", f"Loading weights took {seconds:.2f} seconds")
        self.together("loaded")
        gib = float(os.environ.get("VLLM_CPU_KVCACHE_SPACE") or 1)
        self.log.info("cpu_worker.py:260", f"Explicitly set ({gib}/23.54) GiB for KV cache on node 0.")
        self.orders.enter("kv-cache")
        self.parent.send(kv_tokens=int(gib * KV_TOKENS_PER_GIB))
        time.sleep(0.1)
        self.together("warm")

    def together(self, place: str) -> None:
        """All ranks wait here for the last one."""
        if self.head is not None:
            self.head.send(at=place)
            self.head.receive()
        for link in self.followers.values():
            link.receive()
        for link in self.followers.values():
            link.send(go=place)

    def hit(self, error: PeerLost) -> None:
        words = f"RuntimeError: {error}"
        self.log.traceback("multiproc_executor.py:1063", "WorkerProc hit an exception.", words, words)
        self.log.error("multiproc_executor.py:1063", "")

    def lead(self) -> int:
        """Rank 0 after the boot: a step of the engine is a step of every rank."""
        while True:
            try:
                wanted = self.parent.receive()
            except PeerLost:
                return 0
            try:
                for link in self.followers.values():
                    link.send(**wanted)
                if "step" in wanted:
                    for link in self.followers.values():
                        link.receive()
                    self.parent.send(done=True)
            except PeerLost as error:
                self.hit(error)
                self.parent.send(error=str(error))
                sleep_for_ever()
            if "fail" in wanted and self.orders.fails_here("exit0"):
                kill(os.getpid())

    def follow(self) -> int:
        """Any other rank after the boot. When the head is gone it says so only if it was computing, and stays."""
        busy = False
        ends: float | None = None
        watched: list[Link] = [self.parent]
        if self.head is not None:
            watched.append(self.head)
        while ends is None or time.monotonic() < ends:
            ready, _, _ = select.select(watched, [], [], 0.5 if ends else None)
            if self.parent in ready:
                self.log.info("multiproc_executor.py:843", "Parent process exited, terminating worker queues")
                watched.remove(self.parent)
                ends = time.monotonic() + EXIT_AFTER_PARENT_SECONDS
            if self.head in ready and self.head is not None:
                try:
                    busy = self.obey(self.head, busy)
                except PeerLost as error:
                    if busy:
                        self.hit(error)
                    watched.remove(self.head)
        return 0

    def obey(self, head: Link, busy: bool) -> bool:
        while True:
            wanted = head.receive()
            if "step" in wanted:
                busy = True
                if not self.lies:
                    head.send(done=True)
            elif "idle" in wanted:
                busy = False
            elif "fail" in wanted:
                self.lies = self.orders.fails_here("health-lies")
                if self.orders.fails_here("exit0"):
                    kill(os.getpid())
            if not head.waiting:
                return busy
