"""The OpenAI-compatible API: routes, keys, refusals, and answers that come token by token from the engine core."""

import asyncio
import hmac
import json
import os
import secrets
import time

import measures
from answers import Answer, count_tokens, prompt_text, tokens_of
from arguments import VERSION
from failures import PHRASE
from refusals import Refusal, engine_dead, read_body, sampling
from shapes import Chat, Text
from web import Request, Response, document

THROUGHPUT_SECONDS = 10


class Api:
    def __init__(self, args, log, core: asyncio.StreamWriter):
        self.args, self.log, self.core = args, log, core
        self.keys = args.api_key or [key for key in [os.environ.get("VLLM_API_KEY")] if key]
        self.queues: dict[str, asyncio.Queue] = {}
        self.dead = False
        self.running = self.waiting = 0
        self.measured = measures.Measures(args.name)
        self.paths = {
            "/load": ({"GET"}, self.load),
            "/version": ({"GET"}, self.version),
            "/health": ({"GET"}, self.health),
            "/metrics": ({"GET"}, self.metrics),
            "/tokenize": ({"POST"}, self.tokenize),
            "/v1/models": ({"GET"}, self.models),
            "/ping": ({"GET", "POST"}, self.health),
            "/v1/chat/completions": ({"POST"}, self.chat),
            "/v1/completions": ({"POST"}, self.completion),
        }

    def routes(self) -> list[tuple[str, list[str]]]:
        return [(path, sorted(methods)) for path, (methods, _) in self.paths.items()]

    async def answer(self, request: Request) -> Response:
        if request.path.startswith("/v1") and self.keys and not self.may_enter(request):
            return document(401, {"error": "Unauthorized"})
        methods, handler = self.paths.get(request.path, (set(), None))
        if handler is None:
            return document(404, {"detail": "Not Found"})
        if request.method not in methods:
            allowed = ", ".join(sorted(methods))
            return document(405, {"detail": "Method Not Allowed"}, extra=f"allow: {allowed}\r\n")
        try:
            return await handler(request)
        except Refusal as refusal:
            if refusal.status == 404:
                self.log.error("serving.py:274", f"Error with model error=ErrorInfo(message='{refusal.message}', type='NotFoundError', param='model', code=404)")  # fmt: skip
            return document(refusal.status, refusal.body())

    def may_enter(self, request: Request) -> bool:
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        right = [hmac.compare_digest(given.encode(), key.encode()) for key in self.keys]
        return scheme.lower() == "bearer" and any(right)

    async def health(self, _: Request) -> Response:
        return Response(503 if self.dead else 200)

    async def version(self, _: Request) -> Response:
        return document(200, {"version": VERSION})

    async def load(self, _: Request) -> Response:
        return document(200, {"server_load": len(self.queues)})

    async def metrics(self, _: Request) -> Response:
        text = self.measured.text(self.running, self.waiting)
        return Response(200, text.encode(), "text/plain; version=1.0.0; charset=utf-8")

    async def models(self, _: Request) -> Response:
        now = int(time.time())
        may = {"id": f"modelperm-{secrets.token_hex(8)}", "object": "model_permission", "created": now,
               "allow_create_engine": False, "allow_sampling": True, "allow_logprobs": True,
               "allow_search_indices": False, "allow_view": True, "allow_fine_tuning": False, "organization": "*",
               "group": None, "is_blocking": False}  # fmt: skip
        names = self.args.served_model_name or [self.args.model]
        listed = [{"id": name, "object": "model", "created": now, "owned_by": "vllm", "root": self.args.model,
                   "parent": None, "max_model_len": self.args.max_model_len, "permission": [may]}
                  for name in names]  # fmt: skip
        return document(200, {"object": "list", "data": listed})

    async def tokenize(self, request: Request) -> Response:
        body = read_body(request.body)
        prompt = prompt_text(body["messages"]) if "messages" in body else str(body.get("prompt", ""))
        tokens = [sum(piece.encode()) % 49_152 for piece in tokens_of(prompt)]
        return document(200, {"count": len(tokens), "max_model_len": self.args.max_model_len, "tokens": tokens, "token_strs": None})  # fmt: skip

    async def chat(self, request: Request) -> Response:
        body = read_body(request.body)
        return await self.generate(request, body, Chat(self.args, body))

    async def completion(self, request: Request) -> Response:
        body = read_body(request.body)
        return await self.generate(request, body, Text(self.args, body))

    async def generate(self, request: Request, body: dict, shape: Chat | Text) -> Response:
        wished = sampling(body, self.args, count_tokens(shape.prompt) + shape.extra_tokens)
        answer = Answer(shape, wished)
        if self.dead:
            raise engine_dead()
        if body.get("stream"):
            options = body.get("stream_options") or {}
            usage = bool(options.get("include_usage") or self.args.enable_force_include_usage)
            events = self.stream(request, answer, usage, bool(options.get("continuous_usage_stats")))
            return Response(200, events, "text/event-stream; charset=utf-8")
        async for _ in self.tokens(request, answer):
            pass
        return document(200, answer.whole())

    async def stream(self, request: Request, answer: Answer, usage: bool, usage_each: bool):
        def event(value: dict) -> str:
            return f"data: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}\n\n"

        try:
            for chunk in answer.begin(usage_each):
                yield event(chunk)
            async for place in self.tokens(request, answer):
                for chunk in answer.piece(place, usage_each):
                    yield event(chunk)
            if request.gone():
                return
            for chunk in answer.end(usage):
                yield event(chunk)
        except Refusal as refusal:
            yield f"data: {json.dumps(refusal.body())}\n\n"
        yield "data: [DONE]\n\n"

    async def tokens(self, request: Request, answer: Answer):
        """Places 0 to n-1 as the core gives them. Ends early when the client has gone; raises when the engine dies."""
        queue: asyncio.Queue = asyncio.Queue()
        self.queues[answer.id] = queue
        count, timing = answer.count, self.measured.begin(answer.prompt_tokens)
        finish = "abort"
        try:
            self.tell({"add": answer.id, "tokens": count, "fail": PHRASE in answer.shape.prompt.lower()})
            for place in range(count):
                while not await self.came(queue) and not request.gone():
                    pass
                if request.gone():
                    self.tell({"abort": answer.id})
                    return
                if self.dead:
                    finish = "error"
                    raise engine_dead()
                timing.token()
                yield place
            finish = answer.finish
        finally:
            self.queues.pop(answer.id, None)
            timing.end(finish)

    async def came(self, queue: asyncio.Queue) -> bool:
        """A token, or the engine's death; looked up again and again so that a client who left is noticed."""
        try:
            await asyncio.wait_for(queue.get(), 0.1)
            return True
        except asyncio.TimeoutError:
            return self.dead

    def token(self, request: str) -> None:
        queue = self.queues.get(request)
        if queue is not None:
            queue.put_nowait(True)

    def tell(self, message: dict) -> None:
        if not self.dead:
            self.core.write(json.dumps(message).encode() + b"\n")

    def die(self) -> int:
        """The engine is dead: every open answer ends. Gives how many there were."""
        self.dead = True
        for queue in self.queues.values():
            queue.put_nowait(None)
        return len(self.queues)

    async def say_throughput(self) -> None:
        """Every ten seconds while something runs, and once after."""
        before, quiet = self.measured.totals(), True
        while True:
            await asyncio.sleep(THROUGHPUT_SECONDS)
            now = self.measured.totals()
            rates = [(new - old) / THROUGHPUT_SECONDS for new, old in zip(now, before)]
            moving = any(rates) or self.running > 0
            if moving or not quiet:
                self.log.info("loggers.py:335", f"Engine 000: Avg prompt throughput: {rates[0]:.1f} tokens/s, Avg generation throughput: {rates[1]:.1f} tokens/s, Running: {self.running} reqs, Waiting: {self.waiting} reqs, CPU KV cache usage: 0.0%, Prefix cache hit rate: 0.0%")  # fmt: skip
            before, quiet = now, not moving
