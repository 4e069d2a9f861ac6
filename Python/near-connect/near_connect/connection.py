# SPDX-License-Identifier: MIT
"""A client of `near-connect serve`: JSON-RPC 2.0, a message a line, for asyncio."""

import asyncio
import contextlib
import json
import os
import socket
import struct
import sys
from collections.abc import Callable, Sequence
from typing import Any, Self

from .errors import ErrorCode, NearConnectError
from .wire import LIMIT, encode, failure, word

_CANCELLED = -32800
_INVALID = -32602
# A helper's answer to a line that it can't read as a call; it goes on with the next one.
_UNREAD = {-32700, -32600}
# Those of which something may be on the chain, or in somebody's hands, although no answer came.
_SIGNING = {
    "sendNEAR", "callFunction", "signAndSendTransaction", "signAndSendTransactions", "signDelegateActions",
}

Heard = Callable[[str, Any], None]


def helper_environment() -> dict[str, str]:
    """Returns the helper's environment.

    A program that PyInstaller has frozen looks for libraries and modules in its own folder, by variables that it has
    set for itself. The helper is a program of the system's, and has to find the system's.
    """
    bundle: str | None = getattr(sys, "_MEIPASS", None)
    environment = dict(os.environ)
    if bundle is None:
        return environment
    for name, value in os.environ.items():
        places = value.split(os.pathsep)
        left = [place for place in places if place != bundle and not place.startswith(bundle + os.sep)]
        if not left:
            del environment[name]
        elif left != places:
            environment[name] = os.pathsep.join(left)
    # A list of the bundle's modules, in a file of its own; and what the user had.
    environment.pop("GDK_PIXBUF_MODULE_FILE", None)
    if "LD_LIBRARY_PATH_ORIG" in environment:
        environment["LD_LIBRARY_PATH"] = environment.pop("LD_LIBRARY_PATH_ORIG")
    return environment


class Connection:
    """One connection; calls may be open beside each other, on the loop that it was made on."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: Heard,
        process: asyncio.subprocess.Process | None = None,
    ) -> None:
        self._writer = writer
        self._process = process
        self._heard = heard
        self._open: dict[int, tuple[str, asyncio.Future[Any]]] = {}
        self._last = 0
        self._was_heard = False
        self._n_unread = 0
        self._end: NearConnectError | None = None
        self._listener = asyncio.create_task(self._listen(reader))

    @classmethod
    async def to_program(cls, arguments: Sequence[str], heard: Heard) -> Self:
        """Starts a helper, whose log goes to this process's standard error."""
        try:
            process = await asyncio.create_subprocess_exec(
                *arguments, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2 * LIMIT,
                env=helper_environment())
        except OSError as error:
            raise NearConnectError(
                ErrorCode.NO_HELPER, f"{arguments[0]} can't be started ({error}). Install near-connect again."
            ) from error
        assert process.stdout is not None and process.stdin is not None
        return cls(process.stdout, process.stdin, heard, process)

    @classmethod
    async def to_socket(cls, path: str, heard: Heard) -> Self:
        """Connects to a helper of the same user."""
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=2 * LIMIT)
        except OSError as error:
            raise NearConnectError(
                ErrorCode.NO_HELPER,
                f"No helper listens at {path} ({error}). Start one with “near-connect serve --socket”."
            ) from error
        peer = writer.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        if struct.unpack("3i", peer)[1] != os.geteuid():
            writer.close()
            raise NearConnectError(ErrorCode.NO_HELPER, f"The program that listens at {path} belongs to another user.")
        return cls(reader, writer, heard)

    async def call(self, method: str, params: dict[str, Any] | None) -> Any:
        """Calls a method; a cancelled task waits for the helper's word, and gets it unless nothing was done."""
        if self._end is not None:
            raise self._end
        self._last += 1
        number = self._last
        line = encode({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._open[number] = method, answer
        self._send(line)
        wish = encode({"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": number}})
        message = await word(answer, lambda: self._send(wish))
        if isinstance(message, NearConnectError):
            raise message
        if "error" in message:
            raise self._error(message["error"])
        return message.get("result")

    def _send(self, line: bytes) -> None:
        if not self._writer.is_closing():
            self._writer.write(line + b"\n")

    @staticmethod
    def _error(error: dict[str, Any]) -> BaseException:
        number, text, data = error.get("code"), error.get("message", "no reason given"), error.get("data") or {}
        if number == _CANCELLED:
            return asyncio.CancelledError()
        return failure(data, ErrorCode.INVALID_ARGUMENT if number == _INVALID else ErrorCode.FAILED, text)

    def _hear(self, method: str, params: Any) -> None:
        try:
            self._heard(method, params)
        except Exception as error:
            # A handler of the program's: what is open goes on.
            asyncio.get_running_loop().call_exception_handler(
                {"message": "A handler of near_connect's failed", "exception": error})

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        refusal: str | None = None
        try:
            while line := await reader.readline():
                if not line.endswith(b"\n"):
                    break
                message = json.loads(line)
                if "method" in message:
                    self._hear(message["method"], message.get("params"))
                elif (call := self._open.pop(message.get("id"), None)) is not None:
                    if not call[1].done():
                        call[1].set_result(message)
                elif message.get("id") is None and "error" in message:
                    if not self._was_heard:
                        # It is about the connection, which ends with it.
                        refusal = f"The helper refused the connection: {message['error'].get('message')}."
                        break
                    self._n_unread += message["error"].get("code") in _UNREAD
                self._end_unread()
                self._was_heard = True
        except (OSError, ValueError):
            # A helper writes lines of JSON: whoever else it is, nothing more is read.
            pass
        finally:
            if refusal is None and not self._was_heard:
                refusal = await self._why_none_came()
            if refusal is not None:
                # It has taken no call.
                self._fail(ErrorCode.NO_HELPER, refusal, refusal)
            else:
                self._fail(
                    ErrorCode.HELPER_ENDED, "The helper has ended.",
                    "The helper has ended. What was open may have been sent: look at the history.")

    def _end_unread(self) -> None:
        """Ends the calls whose lines the helper couldn't read, once no other call is open.

        It doesn't say whose line that was, and what goes on may be signing. `encode` makes no such line for a helper
        that reads what ours reads.
        """
        if not self._n_unread or len(self._open) > self._n_unread:
            return
        for _, answer in self._open.values():
            if not answer.done():
                answer.set_result(
                    NearConnectError(ErrorCode.INVALID_ARGUMENT, "The helper can't read the arguments of this call."))
        self._open.clear()
        self._n_unread = 0

    async def _why_none_came(self) -> str:
        if self._process is None:
            return "The helper has ended the connection at once."
        with contextlib.suppress(TimeoutError):
            code = await asyncio.wait_for(self._process.wait(), 5)
            return f"The helper ended at once, with code {code}; what it wrote to the standard error says why."
        return "The helper has closed its output at once."

    def _fail(self, code: ErrorCode, reason: str, reason_of_signing: str) -> None:
        """Ends what is open, and all that comes; calls that may have signed get a reason of their own."""
        if self._end is None:
            self._end = NearConnectError(code, reason)
        for method, answer in self._open.values():
            if not answer.done():
                answer.set_result(NearConnectError(code, reason_of_signing if method in _SIGNING else reason))
        self._open.clear()

    async def close(self) -> None:
        """Ends the connection and what is open, and waits for the helper's end if it was started here."""
        closed = "The manager was closed."
        self._fail(
            ErrorCode.MANAGER_RELEASED, closed, f"{closed} What was open may have been sent: look at the history.")
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
        self._listener.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._listener
        if self._process is not None:
            # Its input has ended, and with that it ends by itself once open calls have.
            with contextlib.suppress(TimeoutError, ProcessLookupError):
                await asyncio.wait_for(self._process.wait(), 1)
            if self._process.returncode is None:
                self._process.terminate()
                await self._process.wait()
