#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of docs/embedding.md from Python with near_connect: a line for each operation.

    matrix_asyncio.py gtk         near_connect.Manager on near_connect.run
    matrix_asyncio.py native      the same on PyGObject's own loop, from 3.50 on
    matrix_asyncio.py helper      near_connect.headless.Manager on asyncio.run
"""

import asyncio
import base64
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from typing import Any

from near_connect import NEAR, NearConnectError
from near_connect.operations import Operations
from near_connect.values import Outcome

KEYSTORE = "near-connect-keystore"
Close = Callable[[], Awaitable[Any]]


async def say(operation: str, end: Awaitable[Any], worded: Callable[[Any], str]) -> None:
    """Prints what an operation ended in: a result, or the code of its error."""
    try:
        line = worded(await end)
    except asyncio.CancelledError:
        line = "cancelled"
    except NearConnectError as error:
        line = str(error.code)
    print(f"{operation}: {line}", flush=True)


def executed(outcome: Outcome) -> str:
    return "executed" if outcome.hash else "nothing"


async def do_everything(manager: Operations) -> None:
    await say("unknown wallet", manager.sign_in("nobody"), lambda account: account.account_id)
    await say(
        "sign in with message", manager.sign_in_and_sign_message("hi", "shop.example", wallet_id=KEYSTORE),
        lambda both: both[0].account_id)
    await say("sign out", manager.sign_out(), lambda _: manager.account.account_id if manager.account else "nobody")
    await say("sign in", manager.sign_in(KEYSTORE), lambda account: account.account_id)
    await say("send", manager.send_near("bob.test.near", 1), executed)
    with open(os.environ["STAGE_CONTRACT"], "rb") as file:
        code = base64.b64encode(file.read()).decode()
    await manager.sign_and_send("alice.test.near", [{"type": "DeployContract", "params": {"code": {"$bytes": code}}}])
    await say("call", manager.call_function("alice.test.near", "increment"), executed)
    transfer = {"type": "Transfer", "params": {"deposit": "1"}}
    both = [{"receiverId": "bob.test.near", "actions": [transfer]}] * 2
    await say("batch", manager.sign_and_send_all(both), lambda outcomes: f"{len(outcomes)} outcomes")
    await say("delegate", manager.sign_delegate_actions(both), lambda actions: f"{len(actions)} actions")
    await say(
        "message", manager.sign_message("hello", "shop.example", nonce=bytes(32)), lambda message: message.account_id)
    await say("history", manager.history(), lambda entries: f"{len(entries)} entries")
    await say(
        "view", manager.view_function("alice.test.near", "get"), lambda view: "a value" if view.result else "none")
    await say("refuse", manager.send_near("bob.test.near", 101 * NEAR), executed)


async def end_otherwise(manager: Operations, is_shown: Callable[[], bool], close: Close) -> None:
    """Ends sign-ins that wait for the user."""
    async def kill() -> None:
        await asyncio.to_thread(subprocess.run, os.environ["STAGE_KILL_PAGE"].split(), check=True)

    for operation, ending in (("cancel", None), ("window closed", close), ("page killed", kill)):
        # The window of the one before goes first: closed in its place, this one would wait for ever.
        while is_shown():
            await asyncio.sleep(0.02)
        waiting = asyncio.create_task(manager.sign_in())
        while not is_shown():
            await asyncio.sleep(0.02)
        if ending is None:
            waiting.cancel()
        else:
            await ending()
        await say(operation, waiting, lambda account: account.account_id)


def options() -> dict[str, Any]:
    return {
        "network": "devnet", "rpc_url": os.environ["STAGE_NODE"], "credentials": os.environ["STAGE_CREDENTIALS"],
        "approve": os.environ["STAGE_POLICY"], "ephemeral": True,
    }


async def be_the_program(manager: Any) -> None:
    """Operations that the library has and the helper doesn't."""
    from gi.repository import NearConnect

    await say("identify chain", manager.identify_chain(), lambda chain: chain.name or "another chain")
    transfer = {"type": "Transfer", "params": {"deposit": "1"}}
    signed = await manager.sign_delegate_actions([{"receiverId": "bob.test.near", "actions": [transfer]}])
    action = NearConnect.SignedDelegateAction.new_from_base64(base64.b64encode(signed[0]).decode())
    print(f"read delegate: {action.props.sender_id}", flush=True)
    try:
        await manager.call_function("bob.test.near", "none")
    except NearConnectError as error:
        executed = [outcome for outcome in [error.outcome or {}] if outcome.get("transaction", {}).get("hash")]
        print(f"details of an error: {len(executed)} outcome", flush=True)
    await say(
        "forget wallet", manager.forget_wallet(KEYSTORE),
        lambda _: manager.account.account_id if manager.account else "nobody")


async def decide(operation: str, allows: bool) -> None:
    """Signs in as a program that answers approvals itself."""
    from near_connect import Manager

    def asked(_: Any, request: Any) -> bool:
        if allows:
            request.allow("alice.test.near")
        else:
            request.deny()
        return True

    async with Manager(**options() | {"approve": None}) as manager:
        manager.gobject.connect("approval-requested", asked)
        await say(operation, manager.sign_in(KEYSTORE), lambda account: account.account_id)


async def in_windows_of_its_own() -> None:
    from near_connect import Manager
    from gi.repository import NearConnect  # isort: skip: near_connect chooses the version

    async with Manager(**options(), app_name="Stage") as manager:
        dialog = NearConnect.Dialog(manager=manager.gobject)
        await do_everything(manager)
        await be_the_program(manager)
        await decide("own approval", True)
        await decide("own refusal", False)

        async def close() -> None:
            dialog.close()

        await end_otherwise(manager, lambda: manager.gobject.props.wallet_visible, close)
        dialog.destroy()


async def in_a_helpers_windows() -> None:
    from near_connect.headless import Manager
    from x_windows import close_all, count

    with open(os.environ["STAGE_POLICY"], encoding="utf-8") as file:
        policy = json.load(file)
    # A rule counts for another program's requests where it names the program.
    for rule in policy["rules"]:
        rule["askers"] = [f"host:{os.path.realpath(sys.executable)}"]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as named:
        json.dump(policy, named)
        named.flush()
        await with_helper(Manager(**options() | {"approve": named.name}), close_all, count)


async def with_helper(unopened: Any, close_all: Callable[[], None], count: Callable[[], int]) -> None:
    async with unopened as manager:
        await do_everything(manager)

        async def close() -> None:
            close_all()

        await end_otherwise(manager, lambda: count() > 0, close)


def main(way: str) -> None:
    if way == "helper":
        asyncio.run(in_a_helpers_windows())
    elif way == "native":
        from gi.events import GLibEventLoopPolicy

        GLibEventLoopPolicy().get_event_loop().run_until_complete(in_windows_of_its_own())
    else:
        import near_connect

        near_connect.run(in_windows_of_its_own())


if __name__ == "__main__":
    main(sys.argv[1])
