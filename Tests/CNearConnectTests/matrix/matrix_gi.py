#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of docs/embedding.md from a Python program with callbacks: a line for each operation."""

import json
import os
import subprocess
from collections.abc import Callable, Generator
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("NearConnect", "1")
from gi.repository import Gio, GLib, Gtk, NearConnect

KEYSTORE = "near-connect-keystore"
manager = NearConnect.Manager(
    network="devnet", rpc_url=os.environ["STAGE_NODE"], policy_file=os.environ["STAGE_POLICY"],
    credentials=os.environ["STAGE_CREDENTIALS"], ephemeral=True, app_name="Stage")
dialog = NearConnect.Dialog(manager=manager)
Step = tuple[str, str, tuple[Any, ...], Callable[[Any], str], Callable[[Gio.Cancellable], Any] | None]


def executed(outcome: Any) -> str:
    return "executed" if outcome.props.hash else "nothing"


def transfer() -> Any:
    transaction = NearConnect.Transaction.new("bob.test.near")
    transaction.add_transfer("1")
    return transaction


def steps() -> Generator[Step, None, None]:
    """The operations: what is printed, the name, the arguments, the words for the result, and what ends it instead."""
    def step(printed: str, name: str, *arguments: Any, words: Callable[[Any], str], ending: Any = None) -> Step:
        return printed, name, arguments, words, ending

    def account(account: Any) -> str:
        return str(account.props.id)

    yield step("unknown wallet", "sign_in", "nobody", words=account)
    yield step(
        "sign in with message", "sign_in_and_sign_message", KEYSTORE, "hi", "shop.example", None,
        words=lambda both: account(both[0]))
    yield step("sign out", "sign_out", words=lambda _: account(now) if (now := manager.props.account) else "nobody")
    yield step("sign in", "sign_in", KEYSTORE, words=account)
    yield step("send", "send_near", "bob.test.near", "1", words=executed)
    deploy = NearConnect.Transaction.new("alice.test.near")
    with open(os.environ["STAGE_CONTRACT"], "rb") as file:
        deploy.add_deploy(GLib.Bytes.new(file.read()))
    yield step("", "sign_and_send", deploy, words=executed)
    yield step("call", "call_function", "alice.test.near", "increment", None, 0, None, words=executed)
    both = [transfer(), transfer()]
    yield step("batch", "sign_and_send_all", both, words=lambda outcomes: f"{len(outcomes)} outcomes")
    yield step("delegate", "sign_delegate_actions", both, words=lambda actions: f"{len(actions)} actions")
    yield step(
        "message", "sign_message", "hello", "shop.example", GLib.Bytes.new(bytes(32)),
        words=lambda message: str(message.props.account_id))
    yield step("history", "history", words=lambda entries: f"{len(entries)} entries")
    yield step(
        "view", "view_function", "alice.test.near", "get", None,
        words=lambda value: "a value" if value.get_size() else "none")
    yield step("refuse", "send_near", "bob.test.near", "101000000000000000000000000", words=executed)
    # Operations that the library has and the helper doesn't.
    yield step(
        "identify chain", "identify_chain", words=lambda both: both[1] or ("another chain" if both[0] else "none"))
    yield step(
        "read delegate", "sign_delegate_actions", both[:1],
        words=lambda texts: str(NearConnect.SignedDelegateAction.new_from_base64(texts[0]).props.sender_id))
    yield step("details of an error", "call_function", "bob.test.near", "none", None, 0, None, words=executed)
    yield step(
        "forget wallet", "forget_wallet", KEYSTORE,
        words=lambda _: account(now) if (now := manager.props.account) else "nobody")
    kill = os.environ["STAGE_KILL_PAGE"].split()
    for printed, ending in (
        ("cancel", lambda cancellable: cancellable.cancel()), ("window closed", lambda _: dialog.close()),
        ("page killed", lambda _: subprocess.run(kill, check=True)),
    ):
        yield step(printed, "sign_in", None, words=account, ending=ending)


def code(error: GLib.Error) -> str:
    if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED):
        return "cancelled"
    assert error.domain == "near-connect-error-quark", error
    return str(NearConnect.Error(error.code).value_nick)


def go_on(left: Generator[Step, None, None]) -> None:
    """Starts the next operation; its end starts the one after it."""
    found = next(left, None)
    if found is None:
        decide([("own approval", True), ("own refusal", False)])
        return
    printed, name, arguments, words, ending = found
    cancellable = Gio.Cancellable()

    def ended(_: Any, result: Gio.AsyncResult) -> None:
        try:
            end = words(getattr(manager, f"{name}_finish")(result))
        except GLib.Error as error:
            end = code(error)
            if printed == "details of an error":
                details = json.loads(manager.get_error_details(result))
                executed = [outcome for outcome in [details.get("outcome", {})] if outcome.get("transaction", {}).get("hash")]
                end = f"{len(executed)} outcome"
        if printed:
            print(f"{printed}: {end}", flush=True)
        go_on(left)

    getattr(manager, f"{name}_async")(*arguments, cancellable, ended)
    if ending is not None:
        # The user is asked then.
        while not manager.props.wallet_visible:
            GLib.MainContext.default().iteration(True)
        ending(cancellable)


def decide(left: list[tuple[str, bool]]) -> None:
    """Signs in as a program that answers approvals itself; its end starts the next one."""
    if not left:
        Gtk.main_quit()
        return
    (printed, allows), *rest = left
    asking = NearConnect.Manager(
        network="devnet", rpc_url=os.environ["STAGE_NODE"], credentials=os.environ["STAGE_CREDENTIALS"],
        ephemeral=True)

    def asked(_: Any, request: Any) -> bool:
        if allows:
            request.allow("alice.test.near")
        else:
            request.deny()
        return True

    def ended(_: Any, result: Gio.AsyncResult) -> None:
        try:
            end = str(asking.sign_in_finish(result).props.id)
        except GLib.Error as error:
            end = code(error)
        print(f"{printed}: {end}", flush=True)
        decide(rest)

    asking.connect("approval-requested", asked)
    asking.sign_in_async(KEYSTORE, None, ended)


GLib.idle_add(lambda: go_on(steps()))
Gtk.main()
dialog.destroy()
