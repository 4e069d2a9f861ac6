#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets py-near do with a devnet what it does with NEAR: read, send, create, add keys, relay.

Arguments: the URL, two accounts with their keys, and an account with the guest book.
"""
import asyncio
import sys

import base58
from nacl.signing import SigningKey
from py_near.account import Account
from py_near.exceptions.provider import UnknownAccount
from py_near.models import TransferAction

NEAR = 10**24


async def main(url: str, alice_id: str, alice_key: str, bob_id: str, bob_key: str, book_id: str) -> None:
    alice = Account(alice_id, alice_key, rpc_addr=url)
    bob = Account(bob_id, bob_key, rpc_addr=url)
    await alice.startup()
    await bob.startup()

    before = await alice.get_balance(bob_id)
    result = await alice.send_money(bob_id, 3 * NEAR)
    assert "SuccessValue" in result.status, result.status
    assert await alice.get_balance(bob_id) == before + 3 * NEAR

    # py-near counts the nonces of a key itself, and nothing keeps the requests in that order.
    before = await alice.get_balance(bob_id)
    results = await asyncio.gather(*(alice.send_money(bob_id, NEAR) for _ in range(100)))
    assert all("SuccessValue" in result.status for result in results)
    assert await alice.get_balance(bob_id) == before + 100 * NEAR

    seed = SigningKey(b"\x07" * 32)
    public_key = base58.b58encode(bytes(seed.verify_key)).decode()
    child_id = f"child.{alice_id}"
    result = await alice.create_account(child_id, public_key, 5 * NEAR)
    assert "SuccessValue" in result.status, result.status
    child_key = base58.b58encode(bytes(seed) + bytes(seed.verify_key)).decode()
    child = Account(child_id, f"ed25519:{child_key}", rpc_addr=url)
    await child.startup()
    result = await child.send_money(alice_id, 1 * NEAR)
    assert "SuccessValue" in result.status, result.status

    other = SigningKey(b"\x08" * 32)
    other_key = base58.b58encode(bytes(other.verify_key)).decode()
    await alice.add_full_access_public_key(other_key)
    keys = await alice.get_access_key_list()
    assert len(keys) == 2, keys
    await alice.delete_public_key(other_key)
    assert len(await alice.get_access_key_list()) == 1
    await alice.add_public_key(other_key, bob_id, ["method"], NEAR)
    assert len(await alice.get_access_key_list()) == 2

    result = await alice.deploy_contract(b"\x00asm\x01\x00\x00\x00")
    assert "SuccessValue" in result.status, result.status

    before = await alice.get_balance(child_id)
    delegate = await alice.create_delegate_action([TransferAction(deposit=2 * NEAR)], child_id)
    signature = alice.sign_delegate_transaction(delegate)
    result = await bob.call_delegate_transaction(delegate, signature)
    assert "SuccessValue" in result.status, result.status
    assert await alice.get_balance(child_id) == before + 2 * NEAR

    result = await alice.function_call(bob_id, "method", {"a": 1})
    error = result.status["Failure"]["ActionError"]["kind"]["FunctionCallError"]["CompilationError"]
    assert error == {"CodeDoesNotExist": {"account_id": bob_id}}, result.status

    result = await alice.function_call(book_id, "add_message", {"text": "hello"}, amount=10**22)
    assert "SuccessValue" in result.status, result.status
    view = await alice.view_function(book_id, "get_messages", {"from_index": 0, "limit": 10})
    assert [message["text"] for message in view.result] == ["hello"], view.result
    assert view.result[0]["sender"] == alice_id, view.result
    result = await alice.function_call(book_id, "no_such_method", {})
    error = result.status["Failure"]["ActionError"]["kind"]["FunctionCallError"]["MethodResolveError"]
    assert error == "MethodNotFound", result.status

    state = await alice.fetch_state()
    assert int(state["amount"]) > 0 and state["storage_usage"] > 182, state
    key = await bob.get_access_key(bob.signer.public_key if hasattr(bob.signer, "public_key") else None)
    assert key.nonce > 0, key

    try:
        await alice._provider.get_account("nobody.near")
        raise AssertionError("an account that isn't there was found")
    except UnknownAccount:
        pass
    for account in (alice, bob, child):
        await account.shutdown()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
