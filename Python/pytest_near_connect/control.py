# SPDX-License-Identifier: MIT
"""A client of the control channel of `near-connect browse`: JSON-RPC 2.0, a message a line."""

import contextlib
import json
import socket
import threading
import time
from typing import Any

from .errors import CallError, NearConnectError

TIMED_OUT = -32010
NOT_OPEN = -32011
_LIMIT = 64 << 20


class Control:
    """One connection; calls of several threads come one after the other."""

    def __init__(self, path: str, patience: float) -> None:
        self.path = path
        self._patience = patience
        self._lock = threading.Lock()
        self._last = 0
        self._rest = b""
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(patience)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise NearConnectError(
                f"The browser's control channel at {path} takes no connection ({error}). Has the browser ended?"
            ) from error

    def call(self, method: str, parameters: dict[str, Any] | None = None, patience: float = 0) -> Any:
        """Calls a method and returns its result, or raises `CallError`; never waits longer than the deadline."""
        with self._lock:
            self._last += 1
            message = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": parameters or {}}
            end = time.monotonic() + self._patience + patience
            try:
                self._socket.settimeout(self._patience)
                self._socket.sendall(json.dumps(message).encode() + b"\n")
                while (answer := json.loads(self._line(end))).get("id") != self._last:
                    pass
            except TimeoutError as error:
                self.close()
                raise NearConnectError(f"The browser didn't answer {method} in time.") from error
            except (OSError, ValueError) as error:
                self.close()
                raise NearConnectError(
                    f"The browser ended before it answered {method}. Its log is in the trace folder.") from error
        if "error" in answer:
            raise CallError(method, answer["error"].get("code", 0), answer["error"].get("message", "no reason given"))
        return answer["result"]

    def _line(self, end: float) -> bytes:
        while b"\n" not in self._rest:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._socket.settimeout(left)
            piece = self._socket.recv(1 << 16)
            if not piece:
                raise ConnectionError("closed")
            self._rest += piece
            if len(self._rest) > _LIMIT:
                raise ValueError("an endless line")
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def close(self) -> None:
        """Closes the connection; a call that waits in another thread ends with an error."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
