"""Requests that vLLM refuses, with its words."""

import json

MAX_IMAGE_TOKENS = 256


class Refusal(Exception):
    def __init__(self, status: int, message: str, kind: str, param: str | None = None):
        super().__init__(message)
        self.status, self.message, self.kind, self.param = status, message, kind, param

    def body(self) -> dict:
        return {"error": {"message": self.message, "type": self.kind, "param": self.param, "code": self.status}}


def bad(message: str, param: str | None = None, value: object = None) -> Refusal:
    shown = message if param is None else f"{message} (parameter={param}, value={value})"
    return Refusal(400, shown, "BadRequestError", param)


def engine_dead() -> Refusal:
    return Refusal(500, "EngineCore encountered an issue. See stack trace (above) for the root cause.", "InternalServerError")  # fmt: skip


def invalid(kind: str, where: str, why: str, given: str, more: str = "") -> Refusal:
    shown = f"1 validation error:\n  {{'type': '{kind}', 'loc': '{where}', 'msg': '{why}', 'input': '{given}'{more}}}"
    return Refusal(400, shown, "Bad Request", where)


def read_body(body: bytes) -> dict:
    try:
        read = json.loads(body)
    except json.JSONDecodeError as error:
        why = error.msg.replace("'", "")
        raise invalid("json_invalid", f"body.{error.pos}", "JSON decode error", "<dict of 0 items>", f", 'ctx': {{'error': '{why}'}}") from error  # fmt: skip
    except UnicodeDecodeError as error:
        raise invalid("json_invalid", "body", "JSON decode error", "<bytes>") from error
    if not isinstance(read, dict):
        raise invalid("dict_type", "body", "Input should be a valid dictionary", type(read).__name__)
    return read


def need(body: dict, key: str) -> None:
    if key not in body:
        raise invalid("missing", f"body.{key}", "Field required", f"<dict of {len(body)} items>")


def model_of(body: dict, args) -> str:
    names = args.served_model_name or [args.model]
    wanted = body.get("model") or names[0]
    if wanted not in names:
        raise Refusal(404, f"The model `{wanted}` does not exist. Valid aliases: {', '.join(names)}.", "NotFoundError", "model")  # fmt: skip
    return wanted


class Wished:
    """How much of an answer is wanted."""

    def __init__(self, prompt_tokens: int, least: int, most: int, given: int | None):
        self.prompt_tokens, self.least, self.most, self.given = prompt_tokens, least, most, given


def sampling(body: dict, args, prompt_tokens: int) -> Wished:
    """Judged in vLLM's order: what cannot be at all, then what does not fit in the context."""
    temperature = body.get("temperature")
    if isinstance(temperature, (int, float)) and temperature < 0:
        raise bad(f"temperature must be non-negative, got {float(temperature)}.", "temperature", float(temperature))
    given = body.get("max_completion_tokens", body.get("max_tokens"))
    if given is not None and (not isinstance(given, int) or isinstance(given, bool)):
        raise invalid("int_parsing", "body.max_tokens", "Input should be a valid integer", str(given)[:40])
    longest = args.max_model_len
    if given is not None and given < 1:
        raise bad(f"max_tokens must be at least 1, got {given}.", "max_tokens", given)
    if given is not None and given > longest:
        raise bad(f"max_tokens={given} cannot be greater than max_model_len={longest}. Please request fewer output tokens.", "max_tokens", given)  # fmt: skip
    if prompt_tokens >= longest:
        raise bad(f"This model's maximum context length is {longest} tokens. However, your prompt contains at least {longest + 1} input tokens, which exceeds this limit even without any output tokens. Please reduce the length of the input prompt.", "input_tokens", longest + 1)  # fmt: skip
    if given is not None and prompt_tokens + given > longest:
        raise bad(f"This model's maximum context length is {longest} tokens. However, you requested {given} output tokens and your prompt contains at least {prompt_tokens} input tokens, for a total of at least {prompt_tokens + given} tokens. Please reduce the length of the input prompt or the number of requested output tokens.", "input_tokens", prompt_tokens)  # fmt: skip
    least = body.get("min_tokens") or 0
    most = min(given or longest, longest - prompt_tokens)
    return Wished(prompt_tokens, most if body.get("ignore_eos") else min(least, most), most, given)


def check_tools(body: dict, args) -> None:
    choice = body.get("tool_choice") or ("auto" if body.get("tools") else "none")
    if not body.get("tools") or choice == "none":
        return
    if choice == "auto" and not (args.enable_auto_tool_choice and args.tool_call_parser):
        raise bad('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set')
    if not args.tool_call_parser:
        named = choice.get("function", {}).get("name", "") if isinstance(choice, dict) else ""
        shown = f'function "{named}"' if named else f'"{choice}"'
        raise bad(f"tool_choice={shown} requires --tool-call-parser to be set")
