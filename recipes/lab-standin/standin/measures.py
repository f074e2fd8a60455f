"""What /metrics shows: the names, labels and buckets that dashboards of vLLM read. The times are the stand-in's own."""

import time

SECONDS = (0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560)  # fmt: skip
TOKENS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
HISTOGRAMS = {
    "time_to_first_token_seconds": ("Histogram of time to first token in seconds.", SECONDS),
    "inter_token_latency_seconds": ("Histogram of inter-token latency in seconds.", SECONDS),
    "request_time_per_output_token_seconds": ("Histogram of time_per_output_token_seconds per request.", SECONDS),
    "e2e_request_latency_seconds": ("Histogram of e2e request latency in seconds.", SECONDS),
    "request_queue_time_seconds": ("Histogram of time spent in WAITING phase for request.", SECONDS),
    "request_prefill_time_seconds": ("Histogram of time spent in PREFILL phase for request.", SECONDS),
    "request_decode_time_seconds": ("Histogram of time spent in DECODE phase for request.", SECONDS),
    "request_prompt_tokens": ("Number of prefill tokens processed.", TOKENS),
    "request_generation_tokens": ("Number of generation tokens processed.", TOKENS),
}
FINISHES = ("stop", "length", "abort", "error", "repetition")


class Timing:
    """One request on its way."""

    def __init__(self, measures: "Measures", prompt_tokens: int):
        self.measures, self.prompt_tokens = measures, prompt_tokens
        self.begun = time.monotonic()
        self.first: float | None = None
        self.last = self.begun
        self.count = 0

    def token(self) -> None:
        now = time.monotonic()
        seen = self.measures.seen
        if self.first is None:
            self.first = now
            self.measures.prompt_tokens += self.prompt_tokens
            seen("time_to_first_token_seconds", now - self.begun)
        else:
            seen("inter_token_latency_seconds", now - self.last)
        self.last = now
        self.count += 1
        self.measures.generation_tokens += 1

    def end(self, finish: str) -> None:
        seen, first = self.measures.seen, self.first
        name = finish if finish in FINISHES else "stop"
        self.measures.finished[name] += 1
        if first is None or name in ("abort", "error"):
            return
        seen("e2e_request_latency_seconds", self.last - self.begun)
        seen("request_queue_time_seconds", 0)
        seen("request_prefill_time_seconds", first - self.begun)
        seen("request_decode_time_seconds", self.last - first)
        seen("request_prompt_tokens", self.prompt_tokens)
        seen("request_generation_tokens", self.count)
        if self.count > 1:
            seen("request_time_per_output_token_seconds", (self.last - first) / (self.count - 1))


class Measures:
    def __init__(self, model: str):
        self.model = model
        self.prompt_tokens = self.generation_tokens = 0
        self.finished = dict.fromkeys(FINISHES, 0)
        self.counts = {name: [0] * (len(buckets) + 1) for name, (_, buckets) in HISTOGRAMS.items()}
        self.sums = dict.fromkeys(HISTOGRAMS, 0.0)

    def begin(self, prompt_tokens: int) -> Timing:
        return Timing(self, prompt_tokens)

    def totals(self) -> tuple[int, int]:
        return self.prompt_tokens, self.generation_tokens

    def seen(self, name: str, value: float) -> None:
        buckets = HISTOGRAMS[name][1]
        place = next((index for index, most in enumerate(buckets) if value <= most), len(buckets))
        self.counts[name][place] += 1
        self.sums[name] += value

    def text(self, running: int, waiting: int) -> str:
        lines: list[str] = []
        own = f'engine="0",model_name="{self.model}"'

        def one(name: str, kind: str, says: str, rows: dict[str, float]) -> None:
            lines.extend([f"# HELP vllm:{name} {says}", f"# TYPE vllm:{name} {kind}"])
            lines.extend(f"vllm:{name}{{{labels}}} {float(value)}" for labels, value in rows.items())

        one("num_requests_running", "gauge", "Number of requests in model execution batches.", {own: running})
        one("num_requests_waiting", "gauge", "Number of requests waiting to be processed.", {own: waiting})
        one("kv_cache_usage_perc", "gauge", "KV-cache usage. 1 means 100 percent usage.", {own: 0})
        one("prefix_cache_queries_total", "counter", "Prefix cache queries, in terms of number of queried tokens.", {own: self.prompt_tokens})  # fmt: skip
        one("prefix_cache_hits_total", "counter", "Prefix cache hits, in terms of number of cached tokens.", {own: 0})
        one("num_preemptions_total", "counter", "Cumulative number of preemption from the engine.", {own: 0})
        one("prompt_tokens_total", "counter", "Number of prefill tokens processed.", {own: self.prompt_tokens})
        one("generation_tokens_total", "counter", "Number of generation tokens processed.", {own: self.generation_tokens})  # fmt: skip
        success = {f'engine="0",finished_reason="{name}",model_name="{self.model}"': count for name, count in self.finished.items()}  # fmt: skip
        one("request_success_total", "counter", "Count of successfully processed requests.", success)
        for name, (says, buckets) in HISTOGRAMS.items():
            lines.extend([f"# HELP vllm:{name} {says}", f"# TYPE vllm:{name} histogram"])
            below = 0
            for most, count in zip([*(str(float(each)) for each in buckets), "+Inf"], self.counts[name]):
                below += count
                lines.append(f'vllm:{name}_bucket{{engine="0",le="{most}",model_name="{self.model}"}} {float(below)}')
            lines.append(f"vllm:{name}_count{{{own}}} {float(below)}")
            lines.append(f"vllm:{name}_sum{{{own}}} {self.sums[name]}")
        return "\n".join(lines) + "\n"
