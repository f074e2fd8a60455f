"""The two forms of a request and its answer: chat and plain completion, with the fields that vLLM 0.32.0 sends."""

import json
import secrets

from answers import arguments_for, canned, content_text, prompt_text, sample
from refusals import MAX_IMAGE_TOKENS, check_tools, invalid, model_of, need

NO_THOUGHT = "The stand-in does not think; this thought is canned."
PICTURES = ("image_url", "image", "input_image", "image_pil")


class Shape:
    prefix = chunk_object = object = ""
    tail: dict = {}
    extra_tokens = 0

    def __init__(self, args, body: dict):
        self.model = model_of(body, args)
        ranks = f"-tp{args.world}" if args.world > 1 else ""
        self.fingerprint = f"vllm-0.32.0{ranks}-standin"
        self.finish = "stop"
        self.prompt = ""
        self.parts: list[tuple[str, str]] = []

    def opening(self) -> dict | None:
        return None

    def choices(self, kind: str, text: str, finish: str | None, first: bool) -> list[dict]:
        return [self.choice(kind, text, finish)]

    def choice(self, kind: str, text: str, finish: str | None) -> dict:
        raise NotImplementedError

    def whole(self, texts: dict[str, str], finish: str) -> dict:
        raise NotImplementedError


class Text(Shape):
    prefix, chunk_object, object = "cmpl", "text_completion", "text_completion"
    tail = {"kv_transfer_params": None}

    def __init__(self, args, body: dict):
        super().__init__(args, body)
        need(body, "prompt")
        prompt = body["prompt"]
        self.prompt = prompt if isinstance(prompt, str) else " ".join(map(str, prompt if isinstance(prompt, list) else [prompt]))  # fmt: skip
        self.parts = [("content", " " + canned(self.prompt))]

    def choice(self, kind: str, text: str, finish: str | None) -> dict:
        return {"index": 0, "text": text, "logprobs": None, "finish_reason": finish, "stop_reason": None,
                "prompt_token_ids": None, "token_ids": None}  # fmt: skip

    def whole(self, texts: dict[str, str], finish: str) -> dict:
        made = self.choice("content", texts.get("content", ""), finish)
        return {**made, "prompt_logprobs": None, "routed_experts": None}


class Chat(Shape):
    prefix, chunk_object, object = "chatcmpl", "chat.completion.chunk", "chat.completion"
    tail = {"prompt_logprobs": None, "prompt_token_ids": None, "prompt_text": None, "kv_transfer_params": None,
            "ec_transfer_params": None, "metrics": None}  # fmt: skip

    def __init__(self, args, body: dict):
        need(body, "messages")
        super().__init__(args, body)
        messages = body["messages"]
        if not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
            raise invalid("list_type", "body.messages", "Input should be a valid list", type(messages).__name__)
        check_tools(body, args)
        self.prompt = prompt_text(messages) + (json.dumps(body["tools"]) if body.get("tools") else "")
        images = sum(
            1
            for message in messages
            if isinstance(message.get("content"), list)
            for part in message["content"]
            if isinstance(part, dict) and part.get("type") in PICTURES
        )
        self.extra_tokens = 4 * len(messages) + MAX_IMAGE_TOKENS * images
        self.tool = self.tool_for(body, messages)
        self.call_id = f"chatcmpl-tool-{secrets.token_hex(8)}"
        if self.tool is not None:
            self.finish = "tool_calls"
            self.parts = [("tool", arguments_for(self.tool))]
        else:
            self.parts = [("content", self.words(body, messages, images))]
        if self.thinks(args, body):
            self.parts.insert(0, ("reasoning", NO_THOUGHT))

    def tool_for(self, body: dict, messages: list[dict]) -> dict | None:
        """The tool that is named, or else the first, unless the last message brings a tool's result."""
        tools = [one["function"] for one in body.get("tools") or [] if isinstance(one, dict) and "function" in one]
        choice = body.get("tool_choice") or ("auto" if tools else "none")
        if not tools or choice == "none":
            return None
        if isinstance(choice, dict):
            name = choice.get("function", {}).get("name")
            return next((tool for tool in tools if tool.get("name") == name), tools[0])
        if choice == "auto" and messages and messages[-1].get("role") == "tool":
            return None
        return tools[0]

    def words(self, body: dict, messages: list[dict], images: int) -> str:
        form = body.get("response_format") or {}
        if form.get("type") == "json_object":
            return json.dumps({"standin": True, "answer": "canned, not a model's"})
        if form.get("type") == "json_schema":
            return json.dumps(sample((form.get("json_schema") or {}).get("schema")), ensure_ascii=False)
        asked = [content_text(one.get("content")) for one in messages if one.get("role") == "user"]
        return canned(asked[-1] if asked else "", images)

    def thinks(self, args, body: dict) -> bool:
        wished = {**(args.default_chat_template_kwargs or {}), **(body.get("chat_template_kwargs") or {})}
        return bool(args.reasoning_parser) and wished.get("enable_thinking", wished.get("thinking", True)) is not False

    def opening(self) -> dict | None:
        return {"index": 0, "delta": {"role": "assistant", "content": ""}, "logprobs": None, "finish_reason": None}

    def choices(self, kind: str, text: str, finish: str | None, first: bool) -> list[dict]:
        if kind != "tool" or self.tool is None:
            return [self.choice(kind, text, finish)]
        call = {"index": 0, "function": {"arguments": text}}
        named = {"id": self.call_id, "type": "function", "index": 0,
                 "function": {"name": self.tool.get("name"), "arguments": ""}}  # fmt: skip
        calls = [named, call] if first else [call]
        return [self.delta({"tool_calls": [one]}, finish if one is call else None) for one in calls]

    def choice(self, kind: str, text: str, finish: str | None) -> dict:
        return self.delta({kind: text}, finish)

    def delta(self, delta: dict, finish: str | None) -> dict:
        stop = {"stop_reason": None} if finish is not None else {}
        return {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish, **stop, "token_ids": None}

    def whole(self, texts: dict[str, str], finish: str) -> dict:
        message: dict = {"role": "assistant", "content": texts.get("content"), "refusal": None, "annotations": None,
                         "audio": None, "function_call": None}  # fmt: skip
        if self.tool is not None and "tool" in texts:
            called = {"name": self.tool.get("name"), "arguments": texts["tool"]}
            message["tool_calls"] = [{"id": self.call_id, "type": "function", "function": called}]
        message["reasoning"] = texts.get("reasoning")
        return {"index": 0, "message": message, "logprobs": None, "finish_reason": finish, "stop_reason": None,
                "token_ids": None, "routed_experts": None}  # fmt: skip
