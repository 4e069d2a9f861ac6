#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets py-near do with a devnet what its documentation shows, and compares what it answers.

Arguments: the URL, a folder with credentials, a file with the guest book's code, one with the token's.
Prints what the chain must say afterwards, as JSON.
"""
import asyncio
import json
import sys
from pathlib import Path

import base58
from loguru import logger
from nacl.signing import SigningKey
from py_near import transactions
from py_near.account import Account, ViewFunctionError
from py_near.dapps.fts import FtModel
from py_near.exceptions import provider as e
from py_near.models import TransferAction

NEAR = 10**24
ALICE, BOB = "alice.test.near", "bob.test.near"
BOOK, TOKEN = f"book.{ALICE}", f"token.{ALICE}"


async def raises(kind, awaitable):
    """The error of a call, which must be of this class and no other."""
    try:
        await awaitable
    except Exception as error:
        assert type(error) is kind, f"{kind.__name__} was expected, not {error!r}"
        return error
    raise AssertionError(f"{kind.__name__} was expected, and nothing was raised")


def key_pair(seed: int) -> tuple[str, str]:
    """A public and a secret key."""
    key = SigningKey(bytes([seed]) * 32)
    public = bytes(key.verify_key)
    return base58.b58encode(public).decode(), "ed25519:" + base58.b58encode(bytes(key) + public).decode()


def succeeded(result):
    assert "SuccessValue" in result.status, result.status
    return result


def kind_of(result) -> dict:
    """What became of a transaction whose action failed; py-near raises nothing then."""
    return result.status["Failure"]["ActionError"]["kind"]


async def main(url: str, credentials: str, book_file: str, token_file: str) -> None:
    book_code, token_code = Path(book_file).read_bytes(), Path(token_file).read_bytes()

    started = []

    async def start(account_id: str, secret: str | None = None) -> Account:
        if secret is None:
            secret = json.loads((Path(credentials) / "devnet" / f"{account_id}.json").read_text())["private_key"]
        account = Account(account_id, secret, rpc_addr=url)
        await account.startup()
        started.append(account)
        return account

    alice, bob = await start(ALICE), await start(BOB)
    assert alice.chain_id == "devnet"

    # Transfers, and reads right after them.
    before = await alice.get_balance(BOB)
    sent = succeeded(await alice.send_money(BOB, 3 * NEAR))
    assert await alice.get_balance(BOB) == before + 3 * NEAR
    found = await alice.provider.get_tx(sent.transaction.hash, ALICE)
    assert found.status == sent.status and found.transaction.hash == sent.transaction.hash
    included = await alice.send_money(BOB, 1, included=True)
    assert "SuccessValue" in (await alice.provider.get_tx(included, ALICE)).status

    # Accounts with contracts: made, then a batch, then tokens.
    public, secret = key_pair(7)
    child_id = f"child.{ALICE}"
    for account_id, amount in ((child_id, 5), (BOOK, 20), (TOKEN, 20)):
        succeeded(await alice.create_account(account_id, public, amount * NEAR))
    child, book, token = [await start(account_id, secret) for account_id in (child_id, BOOK, TOKEN)]
    succeeded(await child.send_money(ALICE, NEAR))
    succeeded(await book.deploy_contract(book_code))
    supply = json.dumps({"owner_id": ALICE, "total_supply": str(10**30)}).encode()
    succeeded(await token.sign_and_submit_tx(TOKEN, [
        transactions.create_deploy_contract_action(token_code),
        transactions.create_function_call_action("new", supply, 30 * 10**12, 0),
    ]))
    model = FtModel(contract_id=TOKEN, decimal=18)
    succeeded(await alice.ft.transfer(model, BOB, 5.25, force_register=True))
    assert await alice.ft.get_ft_balance(model, BOB) == 5.25

    # Calls with gas and deposit, and views.
    result = succeeded(
        await alice.function_call(BOOK, "add_message", {"text": "hello"}, gas=50 * 10**12, amount=NEAR // 10))
    assert result.logs == [f"{ALICE} signed the guest book"], result.logs
    view = await alice.view_function(BOOK, "get_messages", {"from_index": 0, "limit": 10})
    assert view.result == [{"premium": True, "sender": ALICE, "text": "hello"}], view.result
    earlier = await alice.view_function(BOOK, "total_messages", {}, block_id=view.block_height)
    assert earlier.result == 1, earlier

    # Keys.
    other, other_secret = key_pair(8)
    succeeded(await alice.add_full_access_public_key(other))
    assert len(await alice.get_access_key_list()) == 2
    second = await start(ALICE, other_secret)
    succeeded(await second.send_money(BOB, 1))
    succeeded(await alice.delete_public_key(other))
    assert len(await alice.get_access_key_list()) == 1
    succeeded(await alice.add_public_key(other, BOOK, ["add_message"], NEAR))
    second = await start(ALICE, other_secret)
    succeeded(await second.function_call(BOOK, "add_message", {"text": "by a small key"}))
    # py-near 1.2.22 stumbles over reasons without fields, and says the reason in an error of another class.
    refused = await raises(e.InvalidTransactionError, second.send_money(BOB, 1))
    assert refused.args == ("RequiresFullAccess",), refused
    succeeded(await alice.delete_public_key(other))
    # As nearcore does, the devnet says so in a result.
    assert "does not exist" in (await alice.provider.get_access_key(ALICE, other))["error"]

    # Global contracts: py-near can use them, but publishes none.
    none = kind_of(await child.use_global_contract(account_id=ALICE))
    assert none == {"GlobalContractDoesNotExist": {"identifier": {"account_id": ALICE}}}, none

    # A relayer pays.
    before = await alice.get_balance(child_id)
    delegate = await alice.create_delegate_action([TransferAction(deposit=2 * NEAR)], child_id)
    signature = alice.sign_delegate_transaction(delegate)
    succeeded(await bob.call_delegate_transaction(delegate, signature))
    assert await alice.get_balance(child_id) == before + 2 * NEAR
    again = kind_of(await bob.call_delegate_transaction(delegate, signature))
    assert "DelegateActionInvalidNonce" in again, again
    delegate.max_block_height = 1
    late = await bob.call_delegate_transaction(delegate, alice.sign_delegate_transaction(delegate))
    assert kind_of(late) == "DelegateActionExpired", late.status

    # Errors.
    await raises(e.UnknownAccount, alice.provider.get_account("nobody.near"))
    poor = await raises(e.NotEnoughBalance, alice.send_money(BOB, 10**30))
    assert poor.signer_id == ALICE and int(poor.cost) > 10**30 > int(poor.balance), vars(poor)
    assert kind_of(await alice.send_money("nobody.near", 1)) == {"AccountDoesNotExist": {"account_id": "nobody.near"}}
    exists = kind_of(await alice.create_account(child_id, public, 1))
    assert exists == {"AccountAlreadyExists": {"account_id": child_id}}, exists
    panic = kind_of(await alice.function_call(TOKEN, "ft_transfer", {"receiver_id": BOB, "amount": "1"}))
    assert "yoctoNEAR" in panic["FunctionCallError"]["ExecutionError"], panic
    none = kind_of(await alice.function_call(BOB, "method", {"a": 1}))["FunctionCallError"]["CompilationError"]
    assert none == {"CodeDoesNotExist": {"account_id": BOB}}, none
    none = kind_of(await alice.function_call(BOOK, "no_such_method", {}))["FunctionCallError"]
    assert none == {"MethodResolveError": "MethodNotFound"}, none
    assert "MethodNotFound" in str(await raises(ViewFunctionError, alice.view_function(BOOK, "none", {})))
    await raises(e.UnknownAccount, alice.view_function("nobody.near", "none", {}))
    await raises(e.UnknownBlockError, alice.provider.get_block(10**9))
    key = await bob.get_access_key(bob.signer)
    block = base58.b58decode((await bob.provider.get_status())["sync_info"]["latest_block_hash"])
    replay = transactions.sign_and_serialize_transaction(
        BOB, bob.signer, ALICE, key.nonce, [transactions.create_transfer_action(1)], block)
    wrong = await raises(e.InvalidNonce, bob.provider.send_tx_and_wait(replay))
    assert (wrong.tx_nonce, wrong.ak_nonce) == (key.nonce, key.nonce), vars(wrong)
    missing = kind_of(await alice.delete_public_key(other))
    assert missing["DeleteKeyDoesNotExist"]["public_key"] == f"ed25519:{other}", missing

    # py-near counts the nonces of a key itself, and nothing keeps the requests in that order.
    start_nonce = (await alice.get_access_key(alice.signer)).nonce
    before = await alice.get_balance(BOB)
    results = await asyncio.gather(*(alice.send_money(BOB, NEAR // 10) for _ in range(100)))
    for result in results:
        succeeded(result)
    assert await alice.get_balance(BOB) == before + 10 * NEAR

    accounts = (ALICE, BOB, BOOK, TOKEN, child_id)
    print(json.dumps({
        "balances": {account_id: str(await alice.get_balance(account_id)) for account_id in accounts}, "gone": [],
        "signer": ALICE, "key": results[0].transaction.public_key, "nonce": start_nonce,
        "sent": [result.transaction.hash for result in results],
    }))
    for account in started:
        await account.shutdown()


if __name__ == "__main__":
    logger.remove()
    asyncio.run(main(*sys.argv[1:]))
