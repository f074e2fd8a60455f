"""The head's EngineCore: boots its worker, then hands every running answer one token a step."""

import os
import select
import time
from collections import deque

from failures import Orders, Told
from log import Log, write
from process import fork, kill, reap, sleep_for_ever
from ranks import Link, PeerLost, pair
from worker import Worker

STEP_SECONDS = 0.01  # chosen so that a stream can be watched; it measures nothing
TOKENS_BEFORE_FAILURE = 5


def run_core(args, orders: Orders, api: Link) -> int:
    log = Log("EngineCore")
    say_what_starts(args, log)
    try:
        orders.enter("engine")
        worker, pid = start_worker(args, orders)
        begun = time.monotonic()
        api.send(worker=pid)
        tokens = boot(args, worker, log)
        log.info("core.py:402", f"init engine (profile, create kv cache, warmup model) took {time.monotonic() - begun:.2f} s")  # fmt: skip
        orders.enter("serving")
    except Told as error:
        return fail_to_start(log, f"RuntimeError: {error}", api, None)
    except PeerLost:
        return fail_to_start(log, "", api, pid)
    api.send(ready=True, kv_tokens=tokens)
    Core(args, orders, api, worker, log).serve()
    return 0


def say_what_starts(args, log: Log) -> None:
    log.info("core.py:133", f"Initializing a V1 LLM engine (v0.32.0) with config: model='{args.model}', speculative_config=None, tokenizer='{args.model}', skip_tokenizer_init=False, tokenizer_mode={args.tokenizer_mode}, revision=None, trust_remote_code=False, dtype=torch.bfloat16, max_seq_len={args.max_model_len}, load_format={args.load_format}, tensor_parallel_size={args.tensor_parallel_size}, pipeline_parallel_size={args.pipeline_parallel_size}, data_parallel_size=1, quantization=None, enforce_eager={bool(args.enforce_eager)}, kv_cache_dtype={args.kv_cache_dtype}, device_config=cpu, seed={args.seed}, served_model_name={args.name}")  # fmt: skip
    own = os.environ.get("VLLM_HOST_IP", "0.0.0.0")
    log.info("multiproc_executor.py:153", f"DP group leader: node_rank=0, node_rank_within_dp=0, master_addr={args.master_addr}, mq_connect_ip={own} (local), world_size={args.world}, local_world_size=1")  # fmt: skip


def start_worker(args, orders: Orders) -> tuple[Link, int]:
    link, theirs = pair()

    def work() -> int:
        link.socket.close()
        return Worker(args, orders, Link(theirs)).run()

    pid = fork(f"VLLM::Worker_TP{args.node_rank}", work)
    theirs.close()
    return link, pid


def boot(args, worker: Link, log: Log) -> int:
    """Until the worker is ready; gives the tokens of the KV cache. Raises PeerLost when it fails or dies."""
    tokens = 0
    while True:
        said = worker.receive()
        if "failed" in said:
            raise PeerLost(said["failed"])
        if "kv_tokens" in said:
            tokens = said["kv_tokens"]
            fits = tokens / args.max_model_len
            log.info("kv_cache_utils.py:2327", f"CPU KV cache size: {tokens:,} tokens, Maximum concurrency for {args.max_model_len:,} tokens per request: {fits:.2f}x")  # fmt: skip
        if "ready" in said:
            return tokens


def fail_to_start(log: Log, words: str, api: Link, worker: int | None) -> int:
    words = words or "Exception: WorkerProc initialization failed due to an exception in a background process. See stack trace for root cause."  # fmt: skip
    if worker is not None:
        log.info("multiproc_executor.py:479", "[shutdown] Executor: waiting for worker exit count=1")
        kill(worker)
        reap(worker, wait=True)
        log.info("multiproc_executor.py:486", "[shutdown] Executor: all workers exited gracefully")
    log.traceback("core.py:1510", "EngineCore failed to start.", words)
    write("Process EngineCore:\nTraceback (most recent call last):\n" + words)
    api.send(failed=True)
    return 1


class Core:
    def __init__(self, args, orders: Orders, api: Link, worker: Link, log: Log):
        self.orders, self.api, self.worker, self.log = orders, api, worker, log
        self.most = args.max_num_seqs
        self.patience = float(os.environ.get("VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS") or 300)
        self.requests: deque[dict] = deque()

    def serve(self) -> None:
        """Ends only by a signal: a core whose API server is gone lives on, as recorded."""
        idle = True
        while True:
            while select.select([self.api], [], [], 0 if self.requests else None)[0] or self.api.waiting:
                try:
                    self.take(self.api.receive())
                except PeerLost:
                    sleep_for_ever()
            try:
                if self.requests:
                    self.step()
                    idle = False
                elif not idle:
                    self.worker.send(idle=True)
                    idle = True
            except PeerLost:
                self.log.error("multiproc_executor.py:315", "Worker proc VllmWorker-0 died unexpectedly (exit code: None), shutting down executor.")  # fmt: skip
                self.die("vllm.v1.engine.exceptions.EngineDeadError: the worker died")

    def take(self, wanted: dict) -> None:
        if "add" in wanted:
            ready = time.monotonic() + self.orders.slow_prefill
            self.requests.append({"id": wanted["add"], "left": wanted["tokens"], "ready": ready, "given": 0, "fail": wanted["fail"]})  # fmt: skip
        elif "abort" in wanted:
            self.requests = deque(one for one in self.requests if one["id"] != wanted["abort"])
        elif "fail" in wanted:
            self.fail()
        if not self.requests:
            self.worker.send(idle=True)

    def fail(self) -> None:
        if self.orders.serving is not None:
            self.worker.send(fail=True)
            if self.orders.serving[0] == "zombie-follower":
                self.api.send(crash=True)

    def step(self) -> None:
        self.worker.send(step=True)
        if not select.select([self.worker], [], [], self.patience)[0]:
            self.die("TimeoutError: RPC call to execute_model timed out.")
        said = self.worker.receive()
        if "error" in said:
            self.die(f"RuntimeError: Worker failed with error '{said['error']}', please check the stack trace above for the root cause")  # fmt: skip
        time.sleep(STEP_SECONDS)
        served = [one for one in list(self.requests)[: self.most] if one["ready"] <= time.monotonic()]
        for one in served:
            one["left"] -= 1
            one["given"] += 1
            if one["fail"] and one["given"] == TOKENS_BEFORE_FAILURE:
                self.fail()
        self.requests = deque(one for one in self.requests if one["left"] > 0)
        if served:
            running = min(len(self.requests), self.most)
            self.api.send(tokens=[one["id"] for one in served], running=running, waiting=len(self.requests) - running)

    def die(self, words: str) -> None:
        self.log.traceback("core.py:1512", "EngineCore encountered a fatal error.", words)
        self.api.send(dead=True)
        self.log.info("multiproc_executor.py:479", "[shutdown] Executor: waiting for worker exit count=1")
        sleep_for_ever()  # until the API server kills what is left
