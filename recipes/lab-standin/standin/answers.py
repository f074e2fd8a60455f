"""Canned answers, cut into tokens. Each says where it comes from; none is the word of a model."""

import json
import re
import secrets
import time

TOKEN = re.compile(r"\s?[A-Za-z]{1,7}|\s?\d{1,3}|\s?[^\sA-Za-z\d]|\s")
CAPITALS = {"france": "Paris", "japan": "Tokyo", "italy": "Rome", "germany": "Berlin", "china": "Beijing", "spain": "Madrid"}  # fmt: skip
WHENCE = "This answer is canned: it comes from sparkwright's stand-in engine, not from a model."
WHENCE_ZH = "这是预设的回答:来自 sparkwright 的替身引擎,不是模型的输出。"
LONG = " It goes on for as long as it may, so that a stream can be watched, cut and counted, and it says nothing else."
ASKS_FOR_MUCH = re.compile(r"\b(?:story|essay|count|long|poem|write|continue|fail now)\b", re.IGNORECASE)
LONG_TOKENS = 4000


def tokens_of(text: str) -> list[str]:
    return TOKEN.findall(text)


def count_tokens(text: str) -> int:
    return sum(1 for _ in TOKEN.finditer(text))


def content_text(content: object) -> str:
    """The text of a message; an image or any other part without text is named by its kind."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part if isinstance(part, dict) else {"text": str(part)} for part in content]
    return "\n".join(str(part["text"]) if "text" in part else f"<{part.get('type', 'part')}>" for part in parts)


def prompt_text(messages: object) -> str:
    listed = messages if isinstance(messages, list) else []
    return "".join(f"<{m.get('role', '')}>{content_text(m.get('content'))}\n" for m in listed if isinstance(m, dict))


def canned(question: str, images: int = 0) -> str:
    asked = question.strip()
    country = re.search(r"capital (?:city )?of (\w+)", asked, re.IGNORECASE)
    if country and country[1].lower() in CAPITALS:
        return f"The capital of {country[1].capitalize()} is {CAPITALS[country[1].lower()]}. {WHENCE}"
    if re.search(r"[\u4e00-\u9fff]", asked):
        return WHENCE_ZH
    seen = f" {images} image{'s' if images > 1 else ''} came with the question; nobody looked at them." if images else ""
    if ASKS_FOR_MUCH.search(asked):
        return WHENCE + seen + LONG * (LONG_TOKENS // count_tokens(LONG))
    okay = "OK. " if re.search(r"\bok\b", asked, re.IGNORECASE) else ""
    return f"{okay}{WHENCE}{seen} The question began: {' '.join(asked.split())[:80]}"


def sample(schema: object) -> object:
    """A value that fits a JSON schema, as far as its types say."""
    given = schema if isinstance(schema, dict) else {}
    if given.get("enum"):
        return given["enum"][0]
    if "const" in given:
        return given["const"]
    for choice in ("anyOf", "oneOf"):
        if given.get(choice):
            return sample(given[choice][0])
    kind = given.get("type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    if kind == "object" or (kind is None and "properties" in given):
        properties = given.get("properties") or {}
        wanted = given.get("required") or list(properties)
        return {name: sample(properties.get(name)) for name in wanted}
    if kind == "array":
        return [sample(given.get("items"))]
    return {"integer": 1, "number": 1.0, "boolean": True, "null": None}.get(str(kind), "stand-in")


class Answer:
    """One answer: its tokens, how it ends, and what its requester is sent of them."""

    def __init__(self, shape, wished):
        self.shape = shape
        self.id = f"{shape.prefix}-{secrets.token_hex(8)}"
        self.created = int(time.time())
        self.prompt_tokens = wished.prompt_tokens
        pieces = [(kind, piece) for kind, text in shape.parts for piece in tokens_of(text)]
        while len(pieces) < wished.least and shape.finish == "stop":
            pieces += [("content", piece) for piece in tokens_of(LONG)]
        # One token more than its words: the one that ends an answer.
        self.cut = len(pieces) + 1 > wished.most or wished.least > len(pieces)
        self.pieces = pieces[: wished.most] if self.cut else pieces
        self.finish = "length" if self.cut else shape.finish
        self.count = len(self.pieces) + (0 if self.cut else 1)

    def usage(self, completion: int, **more) -> dict:
        counts = {"prompt_tokens": self.prompt_tokens, "total_tokens": self.prompt_tokens + completion}
        return {**counts, "completion_tokens": completion, **more}

    def begin(self, usage_each: bool) -> list[dict]:
        opening = self.shape.opening()
        if opening is None:
            return []
        chunk = self.chunk([opening], self.usage(0, completion_tokens_details=None) if usage_each else None)
        return [{**chunk, "prompt_token_ids": None, "prompt_text": None}]

    def piece(self, place: int, usage_each: bool) -> list[dict]:
        usage = self.usage(place + 1, completion_tokens_details=None) if usage_each else None
        last = place == self.count - 1
        finish = self.finish if last else None
        if place >= len(self.pieces):
            return [self.chunk([self.shape.choice("content", "", finish)], usage)]
        kind, text = self.pieces[place]
        first = place == 0 or self.pieces[place - 1][0] != kind
        return [self.chunk([choice], usage) for choice in self.shape.choices(kind, text, finish, first)]

    def end(self, usage: bool) -> list[dict]:
        if not usage:
            return []
        return [{**self.chunk([], self.usage(self.count)), "system_fingerprint": self.shape.fingerprint}]

    def chunk(self, choices: list[dict], usage: dict | None) -> dict:
        made = {"id": self.id, "object": self.shape.chunk_object, "created": self.created, "model": self.shape.model}
        return {**made, "choices": choices, **({"usage": usage} if usage is not None else {})}

    def whole(self) -> dict:
        texts: dict[str, str] = {}
        for kind, text in self.pieces:
            texts[kind] = texts.get(kind, "") + text
        return {
            "id": self.id, "object": self.shape.object, "created": self.created, "model": self.shape.model,
            "choices": [self.shape.whole(texts, self.finish)], "service_tier": None,
            "system_fingerprint": self.shape.fingerprint,
            "usage": self.usage(self.count, prompt_tokens_details=None, completion_tokens_details=None),
            **self.shape.tail,
        }  # fmt: skip


def arguments_for(tool: dict) -> str:
    return json.dumps(sample(tool.get("parameters") or {"type": "object"}), ensure_ascii=False)
