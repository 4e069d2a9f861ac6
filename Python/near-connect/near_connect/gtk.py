# SPDX-License-Identifier: MIT
"""A manager in a program with windows of GTK 3, on libnear-connect-1, for asyncio on GLib's main loop."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from .errors import ErrorCode, NearConnectError
from .program import ProgramOperations
from .system import Gio, GLib, GObject, NearConnect
from .values import Account, Session, SessionState, State
from .wire import encode, failure, word

__all__ = ["Manager"]


class Manager(ProgramOperations):
    """A manager whose wallets are widgets in the program's windows.

    It is used on the thread that runs GTK, in tasks of an event loop that GLib's default main context runs:
    `near_connect.run`, `near_connect.event_loop`, or PyGObject's `gi.events`.
    """

    def __init__(
        self, network: str = "mainnet", *, rpc_url: str | Sequence[str] | None = None, profile: str | None = None,
        ephemeral: bool = False, credentials: str | None = None, approve: str | None = None,
        app_name: str | None = None, origin: str | None = None, return_scheme: str | None = None,
        project_id: str | None = None, relay: str | None = None, accent: str | None = None,
        sandbox_use: NearConnect.SandboxUse = NearConnect.SandboxUse.WHERE_AVAILABLE,
    ) -> None:
        """Makes a manager; where the bridge can't run, `state.unavailable_reason` says why.

        - `rpc_url`: the addresses of nodes of your own; `network` may be any id then.
        - `credentials`, `approve`: a folder with near-cli's keys, and the policy that approves with them.
        - `app_name`, `origin`: what users and wallets see.
        - `return_scheme`: the scheme of links by which wallets come back to the program.
        - `sandbox_use`: the use of WebKit's sandbox around web pages.
        - `accent`: the program's colour in the wallet list, such as `#1a5fb4`.
        - `project_id`, `relay`: the program's project at WalletConnect's relay, or a relay of its own, for wallets on
          phones.
        """
        super().__init__()
        self.gobject = NearConnect.Manager(
            network=network, rpc_urls=[rpc_url] if isinstance(rpc_url, str) else list(rpc_url or ()),
            profile=profile or "default", ephemeral=ephemeral,
            credentials=credentials, policy_file=approve, app_name=app_name, origin=origin, return_scheme=return_scheme,
            project_id=project_id, relay=relay, accent=accent, sandbox_use=sandbox_use)
        """The `gi.repository.NearConnect.Manager`, for its properties, its signals and its widgets."""
        self.state = self._read()
        self.gobject.connect("notify", self._notified)

    def widget(self) -> NearConnect.Widget:
        """Makes the widget that shows wallets and asks the user; a manager has one at a time."""
        return NearConnect.Widget(manager=self.gobject)

    def button(self, wallet_id: str | None = None) -> NearConnect.Button:
        """Makes the button that connects a wallet, and then shows the account with a way to sign out."""
        return NearConnect.Button(manager=self.gobject, wallet_id=wallet_id)

    async def close(self) -> None:
        """Ends what is open, and all later operations."""
        self.gobject.close()

    def _read(self) -> State:
        now = self.gobject.props
        account = Account._read(json.loads(now.account.props.json)) if now.account is not None else None
        session = Session(SessionState(now.session.value_nick), now.session_reason)
        return State(account, session, now.ready, now.network, now.unavailable_reason)

    def _notified(self, manager: NearConnect.Manager, spec: GObject.ParamSpec) -> None:
        # Each property tells of itself; the state has changed for the first of a turn.
        state = self._read()
        if state == self.state:
            return
        self.state = state
        if self.on_change is not None:
            self.on_change(state)

    async def _call(self, method: str, params: dict[str, Any] | None = None) -> Any:
        if not GLib.MainContext.default().is_owner():
            raise NearConnectError(
                ErrorCode.WRONG_THREAD,
                "This task's event loop isn't run by GLib. Start it by near_connect.run() instead of asyncio.run().")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[tuple[NearConnect.Manager, Gio.AsyncResult]] = loop.create_future()

        def ended(manager: NearConnect.Manager, result: Gio.AsyncResult) -> None:
            if not answer.done() and not loop.is_closed():
                answer.set_result((manager, result))

        cancellable = Gio.Cancellable()
        self.gobject.perform_async(method, encode(params or {}).decode(), cancellable, ended)
        manager, result = await word(answer, cancellable.cancel)
        try:
            return json.loads(manager.perform_finish(result))
        except GLib.Error as error:
            if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED):
                raise asyncio.CancelledError from None
            details = json.loads(manager.get_error_details(result) or "{}")
            code: str = ErrorCode.FAILED
            if error.domain == "near-connect-error-quark":
                # A code of a newer library is a text here, as in a helper's answers.
                code = NearConnect.Error(error.code).value_nick
            raise failure(details, code, error.message) from None
