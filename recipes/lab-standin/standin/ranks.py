"""How ranks find each other and stay together: rank 0 listens on the master port, the others hold one connection to it."""

import errno
import json
import os
import select
import socket
import time

from log import torch_warning

STORE_SECONDS = 1800  # torch's own, printed as timeout=1800000ms
FIRST_COMPLAINT_SECONDS = 300  # recorded: the first line of a rank that finds no head came after five minutes
GLHF = "Check the logs of the remote worker before reporting an error. GLHF! 🏖️"


class DistError(Exception):
    """An error of torch.distributed, worded as torch words it."""


class PeerLost(Exception):
    """A peer's end of the connection is gone."""


class Link:
    """JSON lines over one socket, between processes of a rank or between ranks."""

    def __init__(self, connection: socket.socket):
        self.socket = connection
        self.socket.setblocking(True)
        self._rest = b""
        try:
            self.peer = "{}:{}".format(*connection.getpeername()[:2])
        except (OSError, IndexError):
            self.peer = ""

    def fileno(self) -> int:
        return self.socket.fileno()

    def send(self, **message) -> None:
        try:
            self.socket.sendall(json.dumps(message).encode() + b"\n")
        except OSError as error:
            raise PeerLost(self._words("write", error)) from error

    def receive(self) -> dict:
        while b"\n" not in self._rest:
            try:
                part = self.socket.recv(65536)
            except OSError as error:
                raise PeerLost(self._words("read", error)) from error
            if part == b"":
                raise PeerLost(self._words("read", None))
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    @property
    def waiting(self) -> bool:
        return b"\n" in self._rest

    def _words(self, doing: str, error: OSError | None) -> str:
        place = "/__w/pytorch/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc"
        address, _, port = self.peer.rpartition(":")
        if error is None:
            why = f"Connection closed by peer [{address}]:{port}. This is typically caused by a remote worker crashing."
            return f"[{place}:553] {why} {GLHF}"
        why = f"{doing.capitalize()} error [{address}]:{port}: {os.strerror(error.errno or errno.ECONNRESET)}."
        return f"[{place}:537] {why} This is typically caused by a remote worker hanging or bugs in the application. {GLHF}"


def pair() -> tuple[Link, socket.socket]:
    """A link for one side, and the bare socket that the forked other side makes its own link of."""
    ours, theirs = socket.socketpair()
    return Link(ours), theirs


def check_interface() -> None:
    wanted = os.environ.get("GLOO_SOCKET_IFNAME")
    if wanted and wanted not in (name for _, name in socket.if_nameindex()):
        raise DistError(
            f"RuntimeError: [enforce fail at device.cc:84] ifa != nullptr. Unable to find address for: {wanted}"
        )


def gather(port: int, ranks: int, timeout: float | None) -> dict[int, Link]:
    """Rank 0: waits without a word until every other rank has come."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("", port))
        listener.listen(64)
    except OSError as error:
        raise DistError(
            "torch.distributed.DistNetworkError: The server socket has failed to listen on any local network address. "
            f"port: {port}, useIpv6: false, code: -{error.errno}, name: {errno.errorcode.get(error.errno or 0, '?')}, "
            f"message: {os.strerror(error.errno or 0).lower()}"
        ) from error
    came: dict[int, Link] = {}
    begun = time.monotonic()
    limit = timeout or STORE_SECONDS
    with listener:
        while len(came) < ranks - 1:
            left = begun + limit - time.monotonic()
            if left <= 0:
                raise DistError(
                    f"torch.distributed.DistStoreError: Timed out after {int(limit) + 1} seconds waiting for clients. "
                    f"{len(came) + 1}/{ranks} clients joined."
                )
            if not select.select([listener], [], [], min(left, 0.5))[0]:
                continue
            connection, _ = listener.accept()
            rank = hello_of(connection, ranks)
            if rank is None or rank in came:
                connection.close()
            else:
                came[rank] = Link(connection)
    for link in came.values():
        link.send(welcome=ranks)
    return came


def hello_of(connection: socket.socket, ranks: int) -> int | None:
    """The rank that a caller says it is; anything else on the port (a scanner, another world) is hung up on."""
    connection.settimeout(2)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        said = json.loads(connection.recv(4096))
        fits = said.get("world") == ranks and 0 < said.get("rank", 0) < ranks
        return said["rank"] if fits else None
    except (OSError, ValueError, AttributeError, TypeError):
        return None


def join(address: str, port: int, rank: int, ranks: int, timeout: float | None) -> Link:
    """Any other rank: tries again and again, and says so only after minutes."""
    begun = time.monotonic()
    limit = timeout or STORE_SECONDS
    complain, tries = begun + min(FIRST_COMPLAINT_SECONDS, limit), 0
    while True:
        try:
            connection = socket.create_connection((address, port), timeout=2)
            break
        except OSError as error:
            now = time.monotonic()
            if now >= begun + limit:
                raise DistError(
                    f"torch.distributed.DistNetworkError: The client socket has timed out after {int(limit * 1000)}ms "
                    f"while trying to connect to ({address}, {port})."
                ) from error
            if now >= complain:
                failed = f"The client socket has failed to connect to any network address of ({address}, {port})."
                torch_warning("socket.cpp:818", f"[c10d] {failed}", level="E")
                torch_warning(
                    "TCPStore.cpp:340",
                    f"[c10d] TCP client failed to connect/validate to host {address}:{port} - retrying (try={tries}, "
                    f"timeout={int(limit * 1000)}ms, delay=47147ms): {failed}",
                )
                complain, tries = now + 47, tries + 1
            time.sleep(0.1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    link = Link(connection)
    try:
        link.send(rank=rank, world=ranks)
        link.receive()  # comes when all are there
    except PeerLost as error:
        raise DistError(
            "torch.distributed.DistNetworkError: Failed to recv, got 0 bytes. Connection was likely closed. "
            "Did the remote server shutdown or crash?"
        ) from error
    return link
