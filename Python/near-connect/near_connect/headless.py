# SPDX-License-Identifier: MIT
"""A manager in a process of its own, `near-connect serve`, for asyncio."""

import os
import shutil
from collections.abc import Sequence
from typing import Any, Self

from .connection import Connection
from .errors import ErrorCode, NearConnectError
from .operations import Operations
from .values import State

__all__ = ["Manager"]


class Manager(Operations):
    """A manager whose windows are a helper's: works beside any toolkit, and without one."""

    def __init__(
        self, network: str = "mainnet", *, rpc_url: str | Sequence[str] = (), profile: str | None = None,
        ephemeral: bool = False, credentials: str | None = None, approve: str | None = None,
        client_name: str | None = None, socket: str | None = None, program: str | None = None,
    ) -> None:
        """Starts nothing yet.

        - `rpc_url`: the addresses of nodes of your own; `network` may be any id then.
        - `credentials`, `approve`: a folder with near-cli's keys, and the policy that approves with them.
        - `client_name`: the name that users see in quotes, below this program's executable.
        - `socket`: the socket of a helper that runs already, which has its own settings.
        - `program`: near-connect; without it `NEAR_CONNECT`, else the one in `PATH`.
        """
        super().__init__()
        self._socket = socket
        self._program = program or os.environ.get("NEAR_CONNECT") or "near-connect"
        self._arguments = ["serve", "--network", network]
        for url in [rpc_url] if isinstance(rpc_url, str) else rpc_url:
            self._arguments += ["--rpc-url", url]
        for option, value in (
            ("--profile", profile), ("--credentials", credentials), ("--approve", approve),
            ("--client-name", client_name),
        ):
            if value is not None:
                self._arguments += [option, value]
        if ephemeral:
            self._arguments.append("--ephemeral")
        self._connection: Connection | None = None

    async def __aenter__(self) -> Self:
        if self._socket is not None:
            self._connection = await Connection.to_socket(self._socket, self._heard)
        else:
            program = shutil.which(self._program)
            if program is None:
                raise NearConnectError(
                    ErrorCode.NO_HELPER,
                    f"There is no program {self._program}. Install the package near-connect, or name the program in "
                    "the variable NEAR_CONNECT.")
            self._connection = await Connection.to_program([program, *self._arguments], self._heard)
        try:
            self.state = State._read(await self._call("state"))
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Ends what is open, and the helper if this manager has started it."""
        if self._connection is not None:
            await self._connection.close()

    def _heard(self, method: str, params: Any) -> None:
        if method == "changed":
            self.state = State._read(params)
            if self.on_change is not None:
                self.on_change(self.state)

    async def _call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        if self._connection is None:
            raise NearConnectError(ErrorCode.NO_HELPER, "The manager isn't open: use “async with”.")
        return await self._connection.call(method, params)
