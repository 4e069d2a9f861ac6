# SPDX-License-Identifier: MIT
"""gi.repository.NearConnect without near_connect, on PyGObject's own loop: an operation without a callback is awaited."""

import ast
import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import gi
import pytest

gi.require_version("Gtk", "3.0")
gi.require_version("NearConnect", "1")
from gi.repository import Gio, GLib, Gtk, NearConnect
from operations import KEYSTORE
from test_stub import CLASSES

pytestmark = pytest.mark.skipif(gi.version_info < (3, 50), reason="PyGObject awaits from 3.50 on")
BOB = "bob.test.near"


def promised() -> dict[str, ast.expr]:
    """What the types for Python promise of each operation that is awaited."""
    found: dict[str, ast.expr] = {}
    for part in CLASSES["Manager"].body:
        result = part.returns if isinstance(part, ast.FunctionDef) else None
        if isinstance(result, ast.Subscript) and ast.unparse(result.value) == "Awaitable":
            found[part.name] = result.slice
    return found


PROMISED = promised()


def is_of(value: Any, kind: ast.expr) -> bool:
    """Whether a value is of a type as the stub writes it."""
    if isinstance(kind, ast.BinOp):
        return is_of(value, kind.left) or is_of(value, kind.right)
    if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "list":
        return isinstance(value, list) and all(is_of(part, kind.slice) for part in value)
    if isinstance(kind, ast.Subscript):
        assert ast.unparse(kind.value) == "tuple" and isinstance(kind.slice, ast.Tuple)
        kinds = kind.slice.elts
        return isinstance(value, tuple) and len(value) == len(kinds) and all(map(is_of, value, kinds))
    names = {"bool": bool, "str": str, "None": type(None), "GLib.Bytes": GLib.Bytes}
    name = ast.unparse(kind)
    return isinstance(value, names.get(name) or getattr(NearConnect, name))


def natively(chain: Any, body: Callable[[NearConnect.Manager], Awaitable[None]]) -> None:
    """Runs a coroutine with a manager of the keystore wallet, and nothing of near_connect."""
    from gi.events import GLibEventLoopPolicy
    manager = NearConnect.Manager(
        network="devnet", rpc_url=chain.rpc_url, credentials=chain.credentials, policy_file=chain.library_policy,
        ephemeral=True)
    window = Gtk.Window()
    window.add(NearConnect.Widget(manager=manager))
    window.show_all()
    try:
        GLibEventLoopPolicy().get_event_loop().run_until_complete(body(manager))
    finally:
        manager.close()
        window.destroy()


def test_each_operation_is_awaited_and_has_the_promised_type(chain: Any) -> None:
    transaction = NearConnect.Transaction.new(BOB)
    transaction.add_transfer("1")

    async def main(manager: NearConnect.Manager) -> None:
        calls: list[tuple[str, tuple[Any, ...]]] = [
            ("wait_ready", ()), ("list_wallets", ()),
            ("sign_in_and_sign_message", (KEYSTORE, "hi", "shop.example")), ("sign_out", ()), ("sign_in", (KEYSTORE,)),
            ("check_session", ()), ("send_near", (BOB, "1")), ("sign_and_send", (transaction,)),
            ("sign_and_send_all", ([transaction, transaction],)), ("sign_delegate_actions", ([transaction],)),
            ("sign_message", ("hello", "shop.example")), ("history", ()), ("reconcile", ()), ("view_account", (BOB,)),
            ("rpc", ("status", "{}")), ("perform", ("viewAccount", f'{{"accountId": "{BOB}"}}')),
            ("identify_chain", ()), ("list_wallet_updates", ()), ("forget_wallet", (KEYSTORE,)), ("reset_cache", ()),
        ]
        for name, arguments in calls:
            value = await getattr(manager, f"{name}_async")(*arguments)
            kind = PROMISED[f"{name}_async"]
            assert is_of(value, kind), f"{name} is {value!r} and no {ast.unparse(kind)}"

    natively(chain, main)


def test_the_errors_of_what_is_awaited(chain: Any) -> None:
    async def main(manager: NearConnect.Manager) -> None:
        with pytest.raises(GLib.Error) as unknown:
            await manager.sign_in_async("nobody")
        assert unknown.value.matches(NearConnect.error_quark(), NearConnect.Error.UNKNOWN_WALLET)
        # Nobody chooses from the list: PyGObject cancels the operation, which says so itself.
        cancellable = Gio.Cancellable()
        choosing = asyncio.ensure_future(manager.sign_in_async(None, cancellable))
        while not manager.props.busy:
            await asyncio.sleep(0.01)
        cancellable.cancel()
        with pytest.raises(GLib.Error) as cancelled:
            await choosing
        assert cancelled.value.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED)
        assert (await manager.sign_in_async(KEYSTORE)).props.id == "alice.test.near"

    natively(chain, main)
