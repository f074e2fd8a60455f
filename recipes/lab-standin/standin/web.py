"""HTTP as uvicorn speaks it: its headers, its access log, kept connections, streams in chunks."""

import asyncio
import json
import socket
import time
from typing import AsyncIterator, Awaitable, Callable

from log import web

REASONS = {
    200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 405: "Method Not Allowed",
    413: "Request Entity Too Large", 500: "Internal Server Error", 503: "Service Unavailable",
}  # fmt: skip
BODY_LIMIT = 64 * 2**20


class Request:
    def __init__(self, method: str, target: str, headers: dict[str, str], body: bytes, gone: Callable[[], bool]):
        self.method, self.path = method, target.partition("?")[0]
        self.headers, self.body, self.gone = headers, body, gone


class Response:
    """A whole body, or events of a stream. `extra` are headers before the length."""

    def __init__(self, status: int, body: bytes | AsyncIterator[str] = b"", kind: str = "", extra: str = ""):
        self.status, self.body, self.kind, self.extra = status, body, kind, extra
        self.vary = status != 401  # recorded: the refusal stands before the layer that adds it


def document(status: int, value: object, extra: str = "") -> Response:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Response(status, text.encode(), "application/json", extra)


class Web:
    def __init__(self, answer: Callable[[Request], Awaitable[Response]]):
        self.answer = answer
        self.server: asyncio.Server | None = None
        self.open: set[asyncio.StreamWriter] = set()
        self.busy: set[asyncio.StreamWriter] = set()

    async def start(self, bound: socket.socket) -> None:
        self.server = await asyncio.start_server(self.connection, sock=bound, backlog=2048, limit=2**20)

    def stop(self) -> None:
        if self.server is not None:
            self.server.close()

    def cut_idle(self) -> None:
        for writer in self.open - self.busy:
            writer.close()

    async def empty(self, seconds: float | None) -> bool:
        """Waits until no request is open, or for `seconds`."""
        ends = None if seconds is None else time.monotonic() + seconds
        while self.busy and (ends is None or time.monotonic() < ends):
            await asyncio.sleep(0.02)
        return not self.busy

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open.add(writer)
        try:
            while (request := await read_request(reader, writer)) is not None:
                self.busy.add(writer)
                kept = await self.exchange(request, writer)
                self.busy.discard(writer)
                if not kept:
                    break
        except (ConnectionError, asyncio.IncompleteReadError, ValueError, asyncio.LimitOverrunError):
            pass
        finally:
            self.busy.discard(writer)
            self.open.discard(writer)
            writer.close()

    async def exchange(self, request: Request, writer: asyncio.StreamWriter) -> bool:
        response = await self.answer(request)
        host, port = writer.get_extra_info("peername")[:2]
        reason = REASONS.get(response.status, "?")
        web(f'{host}:{port} - "{request.method} {request.path} HTTP/1.1" {response.status} {reason}')
        closes = request.headers.get("connection", "").lower() == "close"
        head = f"HTTP/1.1 {response.status} {reason}\r\ndate: {time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime())}\r\nserver: uvicorn\r\n{response.extra}"  # fmt: skip
        if isinstance(response.body, bytes):
            head += f"content-length: {len(response.body)}\r\n"
        if response.kind:
            head += f"content-type: {response.kind}\r\n"
        if response.vary:
            head += "vary: Origin\r\n"
        if closes:
            head += "connection: close\r\n"
        if isinstance(response.body, bytes):
            writer.write(head.encode() + b"\r\n" + (b"" if request.method == "HEAD" else response.body))
            await writer.drain()
            return not closes
        writer.write(head.encode() + b"transfer-encoding: chunked\r\n\r\n")
        async for text in response.body:
            data = text.encode()
            writer.write(b"%x\r\n%s\r\n" % (len(data), data))
            await writer.drain()
        if request.gone():
            return False
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return not closes


async def read_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Request | None:
    line = await reader.readline()
    if not line.strip():
        return None
    method, target, _ = line.decode("latin-1").split(" ", 2)
    headers: dict[str, str] = {}
    while (line := await reader.readline()).strip():
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    if headers.get("transfer-encoding", "").lower() == "chunked":
        body = b""
        while size := int((await reader.readline()).split(b";")[0], 16):
            body += await reader.readexactly(size)
            await reader.readline()
            if len(body) > BODY_LIMIT:
                raise ValueError("too large")
        await reader.readline()
    else:
        length = int(headers.get("content-length", "0"))
        if length > BODY_LIMIT:
            raise ValueError("too large")
        body = await reader.readexactly(length)
    gone = lambda: reader.at_eof() or writer.transport.is_closing()  # noqa: E731
    return Request(method, target, headers, body, gone)
