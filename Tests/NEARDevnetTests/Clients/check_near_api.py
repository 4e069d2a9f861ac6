#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lets near-api do with a devnet what its classes offer, and compares what it answers.

Arguments: the URL, a folder with credentials, a file with the guest book's code, one with the token's.
Prints what the chain must say afterwards, as JSON.
"""
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import base58
from near_api import transactions
from near_api.account import Account, TransactionError, ViewFunctionError
from near_api.providers import JsonProvider, JsonProviderError
from near_api.signer import KeyPair, Signer

NEAR = 10**24
ALICE, BOB = "alice.test.near", "bob.test.near"
BOOK, TOKEN = f"book.{ALICE}", f"token.{ALICE}"


class PatientProvider(JsonProvider):
    """near-api's own gives up after two seconds, and on a busy machine an answer has taken longer."""

    def json_rpc(self, method, params, timeout=300.0):
        return super().json_rpc(method, params, timeout=300.0)

    def get_status(self, timeout=300.0):
        return super().get_status(timeout=300.0)


def raises(kind, call):
    """The error of a call, which must be of this class and no other."""
    try:
        call()
    except Exception as error:
        assert type(error) is kind, f"{kind.__name__} was expected, not {error!r}"
        return error.args[0]
    raise AssertionError(f"{kind.__name__} was expected, and nothing was raised")


def kind_of(call) -> dict:
    """What became of a transaction whose action fails."""
    return raises(TransactionError, call)["ActionError"]["kind"]


def refusal_of(call) -> dict:
    """Why a transaction wasn't taken."""
    error = raises(JsonProviderError, call)
    assert error["name"] == "HANDLER_ERROR" and error["cause"]["name"] == "INVALID_TRANSACTION", error
    return error["data"]["TxExecutionError"]["InvalidTxError"]


def main(url: str, credentials: str, book_file: str, token_file: str) -> None:
    book_code, token_code = Path(book_file).read_bytes(), Path(token_file).read_bytes()
    provider = PatientProvider(url)

    def account(account_id: str) -> Account:
        stored = json.loads((Path(credentials) / "devnet" / f"{account_id}.json").read_text())
        return Account(provider, Signer(account_id, KeyPair(stored["private_key"])))

    def amount(account_id: str) -> int:
        return int(provider.get_account(account_id)["amount"])

    alice, bob = account(ALICE), account(BOB)
    status = provider.get_status()
    assert status["chain_id"] == "devnet" and not status["sync_info"]["syncing"], status

    # Transfers, and reads right after them.
    before = amount(BOB)
    sent = alice.send_money(BOB, 3 * NEAR)
    assert sent["status"] == {"SuccessValue": ""} and amount(BOB) == before + 3 * NEAR, sent
    found = provider.get_tx(sent["transaction"]["hash"], ALICE)
    assert found["transaction"] == sent["transaction"] and found["status"] == sent["status"], found
    alice.fetch_state()
    assert int(alice.state["amount"]) < 9_997 * NEAR, alice.state

    # Accounts, with contracts, made and initialized at once.
    pair = KeyPair(b"\x09" * 32)
    child_id = f"child.{ALICE}"
    alice.create_account(child_id, pair.public_key, 5 * NEAR)
    child = Account(provider, Signer(child_id, pair))
    child.send_money(BOB, NEAR)
    alice.create_and_deploy_contract(BOOK, pair.public_key, book_code, 20 * NEAR)
    supply = {"owner_id": ALICE, "total_supply": str(10**30)}
    alice.create_deploy_and_init_contract(TOKEN, None, token_code, 20 * NEAR, supply)
    assert provider.get_access_key_list(TOKEN)["keys"] == []
    key, = provider.get_access_key_list(BOOK)["keys"]
    assert key["public_key"] == f"ed25519:{pair.encoded_public_key()}", key
    assert alice.view_function(TOKEN, "ft_balance_of", {"account_id": ALICE})["result"] == str(10**30)

    # Calls with gas and deposit, and views.
    held = amount(BOOK)
    called = alice.function_call(BOOK, "add_message", {"text": "first"}, gas=50 * 10**12, amount=NEAR // 10)
    logs = [log for outcome in called["receipts_outcome"] for log in outcome["outcome"]["logs"]]
    assert logs == [f"{ALICE} signed the guest book"] and amount(BOOK) >= held + NEAR // 10, called
    view = alice.view_function(BOOK, "get_messages", {})
    assert view["result"] == [{"premium": True, "sender": ALICE, "text": "first"}] and view["logs"] == [], view
    bob.function_call(TOKEN, "storage_deposit", {}, amount=NEAR)
    alice.function_call(TOKEN, "ft_transfer", {"receiver_id": BOB, "amount": "25"}, amount=1)
    assert bob.view_function(TOKEN, "ft_balance_of", {"account_id": BOB})["result"] == "25"

    # A contract of its own, and the end of an account.
    child.deploy_contract(book_code)
    assert child.view_function(child_id, "total_messages", {})["result"] == 0
    alice.create_account(f"short.{ALICE}", pair.public_key, NEAR)
    Account(provider, Signer(f"short.{ALICE}", pair)).delete_account(BOB)

    # Errors.
    none = raises(JsonProviderError, lambda: provider.get_account("none.near"))
    assert none["cause"]["name"] == "UNKNOWN_ACCOUNT", none
    gone = raises(JsonProviderError, lambda: provider.get_account(f"short.{ALICE}"))
    assert gone["cause"]["info"]["requested_account_id"] == f"short.{ALICE}", gone
    poor = refusal_of(lambda: alice.send_money(BOB, 10**30))["NotEnoughBalance"]
    assert int(poor["cost"]) > 10**30 > int(poor["balance"]) and poor["signer_id"] == ALICE, poor
    alice._access_key["nonce"] -= 1  # the refused one took none
    old = Account(provider, alice.signer)
    nonce = old.access_key["nonce"]
    old.access_key["nonce"] = 0
    assert refusal_of(lambda: old.send_money(BOB, 1)) == {"InvalidNonce": {"tx_nonce": 1, "ak_nonce": nonce}}
    alice.access_key["nonce"] = nonce
    assert kind_of(lambda: alice.send_money("none.near", 1)) == {"AccountDoesNotExist": {"account_id": "none.near"}}
    exists = kind_of(lambda: alice.create_account(child_id, pair.public_key, NEAR))
    assert exists == {"AccountAlreadyExists": {"account_id": child_id}}, exists
    foreign = kind_of(lambda: alice.create_account(f"x.{BOB}", pair.public_key, NEAR))
    assert foreign == {"CreateAccountNotAllowed": {"account_id": f"x.{BOB}", "predecessor_id": ALICE}}, foreign
    panic = kind_of(lambda: alice.function_call(TOKEN, "ft_transfer", {"receiver_id": BOB, "amount": "1"}))
    assert "yoctoNEAR" in panic["FunctionCallError"]["ExecutionError"], panic
    unknown = kind_of(lambda: alice.function_call(BOOK, "none", {}))
    assert unknown == {"FunctionCallError": {"MethodResolveError": "MethodNotFound"}}, unknown
    no_code = kind_of(lambda: alice.function_call(BOB, "none", {}))["FunctionCallError"]["CompilationError"]
    assert no_code == {"CodeDoesNotExist": {"account_id": BOB}}, no_code
    unstaked = kind_of(lambda: alice.stake(pair.public_key, 0))
    assert unstaked == {"TriesToUnstake": {"account_id": ALICE}}, unstaked
    little = kind_of(lambda: alice.function_call(BOOK, "add_message", {"text": "x"}, gas=1))
    assert little == {"FunctionCallError": {"ExecutionError": "Exceeded the prepaid gas."}}, little
    assert "MethodNotFound" in raises(ViewFunctionError, lambda: alice.view_function(BOOK, "none", {}))
    assert "CodeDoesNotExist" in raises(ViewFunctionError, lambda: alice.view_function(BOB, "none", {}))
    none = raises(JsonProviderError, lambda: alice.view_function("none.near", "none", {}))
    assert none["cause"]["name"] == "UNKNOWN_ACCOUNT", none

    # What else its provider asks for.
    state = provider.query({"request_type": "view_state", "account_id": BOOK, "prefix_base64": "bg==", "finality": "final"})
    assert [entry["key"] for entry in state["values"]] == ["bg=="], state
    alice.access_key["nonce"] += 1
    unwaited = transactions.sign_and_serialize_transaction(
        BOB, alice.access_key["nonce"], [transactions.create_transfer_action(1)], base58.b58decode(settled(provider)),
        alice.signer)
    taken = provider.send_tx(unwaited)
    assert provider.send_tx_and_wait(unwaited, 10)["transaction"]["hash"] == taken
    head = provider.get_block(provider.get_status()["sync_info"]["latest_block_hash"])["header"]
    assert provider.get_block(head["height"])["header"]["hash"] == head["hash"]
    receipt = called["transaction_outcome"]["outcome"]["receipt_ids"][0]
    assert provider.get_receipt(receipt)["receiver_id"] == BOOK
    chunk = provider.get_block(called["receipts_outcome"][0]["block_hash"])["chunks"][0]["chunk_hash"]
    assert provider.get_chunk(chunk)["header"]["chunk_hash"] == chunk
    changes = provider.get_changes_in_block(block_id=called["receipts_outcome"][0]["block_hash"])["changes"]
    assert {"type": "account_touched", "account_id": BOOK} in changes, changes
    assert provider.get_changes_in_block(finality="final")["block_hash"]
    assert provider.get_validators()["current_validators"] and provider.get_validators_ordered(head["hash"])
    proof = provider.get_light_client_proof("receipt", receipt, BOOK, settled(provider))
    assert proof["outcome_proof"]["id"] == receipt, proof
    assert provider.get_next_light_client_block(provider.get_block(1)["header"]["hash"])["inner_lite"]["height"] > 1

    # A hundred transactions of one key at once, numbered here: an Account sends one after the other.
    nonce = provider.get_access_key(ALICE, alice.signer.key_pair.encoded_public_key())["nonce"]
    assert nonce == alice.access_key["nonce"], nonce
    block = base58.b58decode(settled(provider))

    def send(number: int) -> str:
        actions = [transactions.create_transfer_action(NEAR // 10)]
        signed = transactions.sign_and_serialize_transaction(BOB, nonce + number, actions, block, alice.signer)
        result = provider.send_tx_and_wait(signed, 10)
        assert result["status"] == {"SuccessValue": ""}, result
        return result["transaction"]["hash"]

    before = amount(BOB)
    with ThreadPoolExecutor(100) as pool:
        hashes = list(pool.map(send, range(1, 101)))
    assert amount(BOB) == before + 10 * NEAR
    print(json.dumps({
        "balances": {account_id: str(amount(account_id)) for account_id in (ALICE, BOB, BOOK, TOKEN, child_id)},
        "gone": [f"short.{ALICE}"], "signer": ALICE, "nonce": nonce, "sent": hashes,
        "key": f"ed25519:{alice.signer.key_pair.encoded_public_key()}",
    }))


def settled(provider: JsonProvider) -> str:
    """The hash of the newest block."""
    return provider.get_status()["sync_info"]["latest_block_hash"]


if __name__ == "__main__":
    main(*sys.argv[1:])
