# SPDX-License-Identifier: MIT
"""What each kind of manager does alike, for the tests of both."""

import asyncio
import re
from collections.abc import Awaitable
from typing import Any

from near_connect import NEAR, ErrorCode, NearConnectError, SessionState, State
from near_connect.operations import Operations

KEYSTORE = "near-connect-keystore"
HASH = "[1-9A-HJ-NP-Za-km-z]{43,44}"


async def code(operation: Awaitable[Any]) -> ErrorCode | str | None:
    """Returns the code with which an operation ends."""
    try:
        await operation
    except NearConnectError as error:
        assert str(error), "an error without a sentence"
        return error.code
    return None


def nested(levels: int) -> list[Any]:
    """Returns a list in a list in a list."""
    value: list[Any] = []
    for _ in range(levels - 1):
        value = [value]
    return value


async def do_everything(manager: Operations, asker: str) -> None:
    """Performs each operation once."""
    states: list[State] = []
    assert manager.account is None
    manager.on_change = states.append
    await manager.ready()
    assert KEYSTORE in [wallet.id for wallet in await manager.wallets()]
    account, message = await manager.sign_in_and_sign_message("hi", "shop.example", wallet_id=KEYSTORE)
    assert account.account_id == "alice.test.near"
    assert message is None or message.message == "hi"
    assert manager.account == account == states[-1].account
    await manager.sign_out()
    assert manager.account is None and states[-1].account is None
    assert await manager.sign_in(KEYSTORE) == account
    before = await manager.view_account("bob.test.near")
    outcome = await manager.send_near("bob.test.near", 3 * NEAR // 2)
    assert re.fullmatch(HASH, outcome.hash)
    after = await manager.view_account("bob.test.near")
    assert after.amount - before.amount == 3 * NEAR // 2
    signed = await manager.sign_message("hello", "shop.example", nonce=bytes(32))
    assert (signed.message, signed.nonce) == ("hello", bytes(32))
    transfer = {"type": "Transfer", "params": {"deposit": "1"}}
    one = await manager.sign_and_send("bob.test.near", [transfer])
    both = await manager.sign_and_send_all([{"receiverId": "bob.test.near", "actions": [transfer]}] * 2)
    assert len({one.hash, *(outcome.hash for outcome in both)}) == 3
    delegates = await manager.sign_delegate_actions([{"receiverId": "bob.test.near", "actions": [transfer]}])
    assert [type(delegate) for delegate in delegates] == [bytes]
    assert (await manager.rpc("status"))["chain_id"] == "devnet"
    assert (await manager.check_session()).state is SessionState.VERIFIED
    entries = await manager.history()
    assert {entry.get("asker", "program").split(":")[0] for entry in entries} == {asker}
    assert len(await manager.reconcile()) <= len(entries)


async def end_in_each_way(manager: Operations) -> None:
    """Compares the codes of operations that can't end well; the manager works afterwards."""
    assert await code(manager.send_near("bob.test.near", 1)) == ErrorCode.NOT_SIGNED_IN
    assert await code(manager.sign_in("nobody")) == ErrorCode.UNKNOWN_WALLET
    await manager.sign_in(KEYSTORE)
    assert await code(manager.send_near("bob.test.near", 2 * NEAR + 1)) == ErrorCode.WALLET_REJECTED
    for receiver, amount in (("Bob", 1), ("bob.test.near", -1), ("bob.test.near", 1 << 128)):
        assert await code(manager.send_near(receiver, amount)) == ErrorCode.INVALID_ARGUMENT
    for args in (float("nan"), {"a": object()}, "x" * (5 << 20), "\ud800", {1: 1, "1": 2}, nested(200), 10**400):
        assert await code(manager.view_function("bob.test.near", "m", args)) == ErrorCode.INVALID_ARGUMENT
    assert await code(manager.view_function("bob.test.near", "m")) == ErrorCode.RPC_ERROR
    assert await code(manager.rpc("no_such_method")) == ErrorCode.RPC_ERROR
    try:
        await manager.call_function("bob.test.near", "m")
    except NearConnectError as error:
        # What was executed and has failed comes with its outcome.
        assert error.code == ErrorCode.TRANSACTION_FAILED and error.outcome["status"]
    else:
        raise AssertionError("a method of an account without a contract")
    assert (await manager.view_account("bob.test.near")).amount > 0


async def cancel_what_may_be_signed(manager: Operations) -> None:
    """Cancels a transfer that has begun: the account has what the end says."""
    await manager.sign_in(KEYSTORE)
    before = (await manager.view_account("bob.test.near")).amount
    sent = asyncio.create_task(manager.send_near("bob.test.near", 1))
    await asyncio.sleep(0)
    sent.cancel()
    try:
        await sent
        # Once something was signed, it says what became of it.
        arrived = 1
    except asyncio.CancelledError:
        arrived = 0
    except NearConnectError as error:
        assert error.code == ErrorCode.TRANSACTION_UNKNOWN
        return
    assert (await manager.view_account("bob.test.near")).amount == before + arrived
