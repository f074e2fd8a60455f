"""vLLM's command line, as far as recipes use it. Any other word is refused as vLLM refuses it, with exit code 2."""

import argparse
import json

VERSION = "0.32.0"


def count(text: str) -> int:
    """2048, 2k (thousands) or 2K (1024s), as vLLM reads a number of tokens."""
    scale = {"k": 10**3, "m": 10**6, "g": 10**9, "K": 2**10, "M": 2**20, "G": 2**30}
    if text and text[-1] in scale:
        return int(float(text[:-1]) * scale[text[-1]])
    return int(text)


def document(text: str):
    return json.loads(text)


WORDS = {
    "tokenizer": None, "dtype": "auto", "generation-config": "auto", "moe-backend": "auto",
    "kv-cache-dtype": "auto", "tool-call-parser": None, "reasoning-parser": None, "revision": None,
    "distributed-executor-backend": None, "safetensors-load-strategy": "lazy", "linear-backend": "auto",
    "attention-backend": None, "quantization": None, "load-format": "auto", "chat-template": None,
    "download-dir": None, "uvicorn-log-level": "info", "chat-template-content-format": "auto",
    "config-format": "auto", "tokenizer-revision": None, "all2all-backend": None, "master-addr": "127.0.0.1",
    "host": None,
}  # fmt: skip
NUMBERS = {
    "port": 8000, "max-num-seqs": None, "max-num-batched-tokens": None, "max-model-len": None,
    "node-rank": 0, "nnodes": 1, "master-port": 29501, "block-size": None, "max-cudagraph-capture-size": None,
    "long-prefill-token-threshold": 0, "max-num-partial-prefills": 1, "max-long-partial-prefills": 1,
    "kv-cache-memory-bytes": None, "seed": 0, "data-parallel-size": 1, "distributed-timeout-seconds": None,
    "api-server-count": None, "max-logprobs": 20, "shutdown-timeout": 0, "stream-interval": 1,
    "num-gpu-blocks-override": None,
}  # fmt: skip
FRACTIONS = {"gpu-memory-utilization": 0.92, "cpu-offload-gb": 0, "swap-space": 4}
SWITCHES = (
    "headless", "enable-auto-tool-choice", "enable-prompt-tokens-details", "enable-prefix-caching",
    "enable-chunked-prefill", "async-scheduling", "trust-remote-code", "enforce-eager",
    "enable-flashinfer-autotune", "enable-force-include-usage", "enable-expert-parallel", "disable-log-stats",
    "enable-log-requests", "disable-custom-all-reduce", "enable-sleep-mode", "skip-tokenizer-init",
    "enable-server-load-tracking", "enable-request-id-headers", "enable-scale-out", "disable-uvicorn-access-log",
    "disable-fastapi-docs", "language-model-only",
)  # fmt: skip
DOCUMENTS = (
    "speculative-config", "reasoning-config", "default-chat-template-kwargs", "limit-mm-per-prompt",
    "compilation-config", "override-generation-config", "hf-overrides", "kv-transfer-config",
    "mm-processor-kwargs", "model-loader-extra-config", "additional-config", "attention-config",
)  # fmt: skip


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="vllm", usage="vllm [-h] [-v] {serve} ...", allow_abbrev=False)
    whole.add_argument("-v", "--version", action="version", version=VERSION)
    commands = whole.add_subparsers(dest="subparser", required=True)
    serve = commands.add_parser("serve", usage="vllm serve [model_tag] [options]", allow_abbrev=False)
    add = serve.add_argument
    add("model_tag", nargs="?")
    add("--model", default="Qwen/Qwen3-0.6B")
    add("--served-model-name", nargs="+")
    add("--api-key", nargs="+")
    add("--tokenizer-mode", default="auto", choices=("auto", "deepseek_v32", "deepseek_v4", "hf", "mistral", "slow"))
    add("--tensor-parallel-size", "-tp", type=int, default=1)
    add("--pipeline-parallel-size", "-pp", type=int, default=1)
    for name, default in WORDS.items():
        add(f"--{name}", default=default)
    for name, default in NUMBERS.items():
        add(f"--{name}", type=count, default=default)
    for name, default in FRACTIONS.items():
        add(f"--{name}", type=float, default=default)
    for name in SWITCHES:
        add(f"--{name}", action=argparse.BooleanOptionalAction)
    for name in DOCUMENTS:
        add(f"--{name}", type=document)
    return whole


def read(words: list[str]) -> argparse.Namespace:
    """Reads the words after `vllm`. `--max_model_len` is `--max-model-len`, as in vLLM."""
    whole = parser()
    args = whole.parse_args([dashed(word) for word in words])
    args.model = args.model_tag or args.model
    args.name = (args.served_model_name or [args.model])[0]
    args.max_model_len = args.max_model_len if args.max_model_len and args.max_model_len > 0 else 2048
    args.max_num_seqs = args.max_num_seqs or 128
    args.world = args.tensor_parallel_size * args.pipeline_parallel_size
    if args.world != args.nnodes:
        whole.error(f"the stand-in runs one rank on each node: {args.world} ranks are not {args.nnodes} nodes")
    if not 0 <= args.node_rank < args.nnodes:
        whole.error(f"argument --node-rank: {args.node_rank} is not one of {args.nnodes}")
    return args


def dashed(word: str) -> str:
    name, is_value, value = word.partition("=")
    return name.replace("_", "-") + is_value + value if word.startswith("--") else word


def non_default(words: list[str], args: argparse.Namespace) -> dict:
    """What vLLM prints first of all; a key is never shown."""
    unset = parser().parse_args(["serve"])
    given = parser().parse_args([dashed(word) for word in words])
    shown = {"model_tag": args.model_tag} if args.model_tag else {}
    for name, value in vars(given).items():
        if name not in ("subparser", "model_tag", "model") and value != getattr(unset, name):
            shown[name] = "***" if name == "api_key" else value
    if args.model_tag:
        shown["model"] = args.model
    return shown
