"""`python3.11 -B standin serve MODEL …`: one rank of an engine that behaves as vLLM was recorded to, and computes nothing."""

import os
import sys

import arguments
from failures import VARIABLE, Orders, Told
from log import Log, write

FIRST_LINE = (
    "sparkwright's stand-in engine: this is not vLLM. No model is loaded, every answer is canned, and no speed of it "
    "means anything. Its words, logs and failures are those recorded of vLLM 0.32.0."
)


def main(words: list[str]) -> int:
    write(FIRST_LINE)
    args = arguments.read(words)
    log = Log("MainProcess" if args.headless else "APIServer")
    told = os.environ.get(VARIABLE, "")
    try:
        orders = Orders(told, args.node_rank, args.world)
    except ValueError as error:
        write(f"vllm serve: error: {error}")
        return 2
    if told:
        write(f"sparkwright's stand-in engine: told to fail, {VARIABLE}={told}")
    try:
        orders.enter("start")
        if args.headless:
            from follower import run_follower

            say_configuration(args, log)
            orders.enter("arguments")
            return run_follower(args, orders, log)
        from head import run_head

        say_arguments(words, args, log)
        return run_head(args, orders, log, lambda: say_configuration(args, log))
    except Told as error:
        write(f"Traceback (most recent call last):\nRuntimeError: {error}")
        return 1


def say_arguments(words: list[str], args, log: Log) -> None:
    for line in ("", "       █     █     █▄   ▄█", f" ▄▄ ▄█ █     █     █ ▀▄▀ █  version {arguments.VERSION}",
                 f"  █▄█▀ █     █     █     █  model   {args.model}", "   ▀▀  ▀▀▀▀▀ ▀▀▀▀▀ ▀     ▀", ""):  # fmt: skip
        log.info("api_utils.py:347", line)
    log.info("api_utils.py:286", f"non-default args: {arguments.non_default(words, args)}")


def say_configuration(args, log: Log) -> None:
    log.info("model.py:733", "Resolved architecture: LlamaForCausalLM")
    log.info("model.py:2152", f"Using max model len {args.max_model_len}")
    log.info("arg_utils.py:2472", f"Inferred data_parallel_rank 0 from node_rank {args.node_rank}")
    batched = args.max_num_batched_tokens or 4096
    log.info("scheduler.py:307", f"Chunked prefill is enabled with max_num_batched_tokens={batched}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
