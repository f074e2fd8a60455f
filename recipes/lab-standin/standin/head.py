"""The head's API server process: starts the engine core, waits for it, serves, and ends as vLLM was recorded to end."""

import asyncio
import json
import os
import signal
import socket
import time

from api import Api
from core import run_core
from failures import Orders, Told
from log import Log, web, write
from process import fork, kill, reap, sleep_for_ever
from ranks import Link, PeerLost, pair
from web import Web

# Recorded after a rank's death: 503 for about a second, then refused, and the process ends 2.5 to 3 seconds after it.
DEAD_SECONDS, LAST_SECONDS = 0.9, 1.5


def run_head(args, orders: Orders, log: Log, say_configuration) -> int:
    orders.enter("arguments")
    port = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    address = (args.host or "0.0.0.0", args.port)
    try:
        port.bind(address)
        say_configuration()
        core, theirs = pair()
    except OSError as error:
        write(f"Traceback (most recent call last):\nOSError: [Errno {error.errno}] {os.strerror(error.errno or 0)}: {address}")  # fmt: skip
        return 1

    def work() -> int:
        port.close()
        core.socket.close()
        return run_core(args, orders, Link(theirs))

    pids = [fork("VLLM::EngineCore", work)]
    theirs.close()
    if not wait_for(core, pids):
        kill_all(pids)
        write(
            "Traceback (most recent call last):\n"
            "RuntimeError: Engine core initialization failed. See root cause above. "
            "Failed core proc(s): {'EngineCore': 1}"
        )
        return 1
    return asyncio.run(Server(args, orders, log, core, pids).serve(port))


def wait_for(core: Link, pids: list[int]) -> bool:
    """Until the engine is ready. A SIGTERM meanwhile ends nothing, and the core's death is then not seen: recorded."""
    asked = []
    signal.signal(signal.SIGTERM, lambda *_: asked.append(True))
    try:
        while True:
            said = core.receive()
            if "worker" in said:
                pids.append(said["worker"])
            if "failed" in said:
                return False
            if "ready" in said:
                return True
    except PeerLost:
        if asked:
            sleep_for_ever()
        return False


def kill_all(pids: list[int]) -> None:
    for pid in reversed(pids):
        kill(pid)
    reap(pids[0], wait=True)


class Server:
    def __init__(self, args, orders: Orders, log: Log, core: Link, pids: list[int]):
        self.args, self.orders, self.log, self.pids, self.core = args, orders, log, pids, core
        self.ending: asyncio.Future[str] | None = None

    async def serve(self, port: socket.socket) -> int:
        loop = asyncio.get_running_loop()
        self.ending = loop.create_future()
        reader, writer = await asyncio.open_connection(sock=self.core.socket, limit=2**20)
        api = Api(self.args, self.log, writer)
        listening = Web(api.answer)
        self.say_routes(api)
        web(f"Started server process [{os.getpid()}]")
        web("Waiting for application startup.")
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.end, "signal")
        await listening.start(port)
        web("Application startup complete.")
        engine = asyncio.create_task(self.hear(reader, api))
        throughput = asyncio.create_task(api.say_throughput())
        if self.orders.serving is not None and self.orders.after is not None:
            loop.call_later(self.orders.after, api.tell, {"fail": True})
        why = await self.ending
        if why == "signal":
            engine.cancel()  # recorded: streams then hang, without the error event of a death
            await self.end_by_signal(listening)
        else:
            await self.end_by_death(listening)
        throughput.cancel()
        if why != "signal":
            await asyncio.sleep(LAST_SECONDS)
        return 0  # recorded: 0 even after a death

    def end(self, why: str) -> None:
        if self.ending is not None and not self.ending.done():
            self.ending.set_result(why)

    def say_routes(self, api: Api) -> None:
        log, address = self.log, f"http://{self.args.host or '0.0.0.0'}:{self.args.port}"
        log.info("entry.py:136", "Supported tasks: ['generate']")
        log.info("factories.py:89", "Scale-out endpoints are disabled. Restart vllm serve with --enable-scale-out to enable them.")  # fmt: skip
        log.info("entry.py:140", f"Starting vLLM server on {address}")
        log.info("launcher.py:186", "Available routes are:")
        for path, methods in api.routes():
            log.info("launcher.py:195", f"Route: {path}, Methods: {', '.join(methods)}")

    async def hear(self, reader: asyncio.StreamReader, api: Api) -> None:
        """What the engine core says: who gets a token, that it is dead, or that all of the head is to die."""
        while line := await reader.readline():
            said = json.loads(line)
            if "tokens" in said:
                api.running, api.waiting = said["running"], said["waiting"]
                for request in said["tokens"]:
                    api.token(request)
            elif "crash" in said:
                await asyncio.sleep(0.05)
                for pid in reversed(self.pids):
                    kill(pid)
                os._exit(137)
            elif "dead" in said:
                break
        words = "vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause."  # fmt: skip
        self.log.traceback("async_llm.py:906", "AsyncLLM output_handler failed.", words)
        for _ in range(api.die()):
            self.log.traceback("serving.py:929", "Error in chat completion stream generator.", words)
        await asyncio.sleep(DEAD_SECONDS)
        self.end("dead")

    async def end_by_death(self, listening: Web) -> None:
        listening.stop()
        web("Shutting down")
        listening.cut_idle()
        await listening.empty(1.0)
        self.say_stopped()
        web(f"Finished server process [{os.getpid()}]")
        self.stop_engine()

    async def end_by_signal(self, listening: Web) -> None:
        """The engine goes at once; the process stays for as long as a client holds a stream that will never end."""
        log = self.log
        listening.stop()
        log.info("launcher.py:254", "[shutdown] API server: shutdown triggered")
        log.info("launcher.py:270", "[shutdown] API server: stopping engine client mode=abort timeout=0s")
        self.stop_engine()
        log.info("launcher.py:279", "[shutdown] API server: engine client stopped")
        log.info("launcher.py:282", "[shutdown] API server: signalling HTTP server shutdown")
        log.info("launcher.py:304", "[shutdown] API server: shutting down FastAPI HTTP server")
        web("Shutting down")
        listening.cut_idle()
        if not await listening.empty(0.1):
            web("Waiting for connections to close. (CTRL+C to force quit)")
            await listening.empty(None)
        self.say_stopped()

    def say_stopped(self) -> None:
        web("Waiting for application shutdown.")
        web("Application shutdown complete.")

    def stop_engine(self) -> None:
        log = self.log
        log.info("core_client.py:770", "[shutdown] MPClient: start timeout=0s")
        log.info("core_client.py:772", "[shutdown] MPClient: stopping engine manager")
        log.info("utils.py:628", "[shutdown] Process manager: send sigterm to process EngineCore")
        log.warning("utils.py:648", "[shutdown] Process manager: force killing remaining processes count=1")
        log.warning("utils.py:653", f"[shutdown] Process manager: force killing remaining process EngineCore pid {self.pids[0]}")  # fmt: skip
        log.warning("system_utils.py:225", f"[shutdown] force killing sub process VLLM::Worker_TP0 pid {self.pids[-1]}")
        kill_all(self.pids)
        time.sleep(0.05)
        log.info("core_client.py:774", "[shutdown] MPClient: engine manager stopped")
        log.info("core_client.py:775", "[shutdown] MPClient: cleaning up background resources")
        log.info("core_client.py:777", "[shutdown] MPClient: complete")
