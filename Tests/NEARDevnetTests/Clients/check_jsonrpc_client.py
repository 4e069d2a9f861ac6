#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks a devnet everything that near-jsonrpc-client knows how to ask.

The client parses each answer into a typed model, so an answer of the wrong shape fails here.
Arguments: the URL, an account, a key of it, a hash of one of its transactions (with its sender), a receipt of it, data
receipts, transactions to send, one that its sender can't pay for.
"""
import asyncio
import json
import sys

import near_jsonrpc_models as m
from near_jsonrpc_client import NearClientAsync, NearClientSync
from near_jsonrpc_client.errors import RpcError


def main(url: str, account: str, public_key: str, tx_hash: str, receipt_id: str, data_receipts: str,
         signed_txs: str, unpayable: str) -> int:
    # Beside tests that compute, on a busy machine, an answer has taken longer than the client's ten seconds.
    client = NearClientSync(rpc_urls=url, timeout=300)
    failures = 0

    def check(name, call, expected=None):
        nonlocal failures
        try:
            result = call()
            if expected is not None:
                raise AssertionError(f"expected {expected}, got {result!r}")
        except RpcError as error:
            if expected is None or expected not in repr(error.error):
                failures += 1
                print(f"{name}: {error.error!r}"[:600])
        except Exception as error:  # a shape that the models refuse
            failures += 1
            print(f"{name}: {error!r} because of {str(error.__cause__)[:600]}")

    def params(kind, value):
        return getattr(m, kind).model_validate(value)

    final = {"finality": "final"}
    who = {"account_id": account}
    status = {"tx_hash": tx_hash, "sender_account_id": account, "wait_until": "FINAL"}

    check("status", client.status)
    check("health", client.health)
    check("network_info", client.network_info)
    check("gas_price", lambda: client.gas_price(params=params("RpcGasPriceRequest", {"block_id": None})))
    check("genesis_config", client.genesis_config)
    check("validators", lambda: client.validators(params=params("RpcValidatorRequest", {"latest": "latest"})))
    check("validators of a block", lambda: client.validators(params=params("RpcValidatorRequest", {"block_id": 1})))
    for reference in (final, {"block_id": 1}, {"finality": "optimistic"}, {"sync_checkpoint": "genesis"}):
        check(f"block {reference}", lambda: client.block(params=params("RpcBlockRequest", reference)))
        check(
            f"protocol config {reference}",
            lambda: client.experimental_protocol_config(params=params("RpcProtocolConfigRequest", reference)))
    check("block 9999", lambda: client.block(params=params("RpcBlockRequest", {"block_id": 9999})), "UNKNOWN_BLOCK")
    check("chunk", lambda: client.chunk(params=params("RpcChunkRequest", {"block_id": 1, "shard_id": 0})))
    check(
        "chunk of no shard",
        lambda: client.chunk(params=params("RpcChunkRequest", {"block_id": 1, "shard_id": 5})), "INVALID_SHARD_ID")
    check(
        "congestion",
        lambda: client.experimental_congestion_level(
            params=params("RpcCongestionLevelRequest", {"block_id": 1, "shard_id": 0})))

    queries = {
        "view_account": who, "view_access_key": who | {"public_key": public_key}, "view_access_key_list": who,
        "view_state": who | {"prefix_base64": ""}, "view_code": who,
    }
    for name, query in queries.items():
        query = query | final
        check(f"query {name}", lambda: client.query(params=params("RpcQueryRequest", {"request_type": name} | query)))
        kind = "".join(part.capitalize() for part in name.split("_"))
        method = getattr(client, f"experimental_{name}")
        check(name, lambda: method(params=params(f"Rpc{kind}Request", query)))
    by_account = {"request_type": "view_global_contract_code_by_account_id"} | who | final
    check("global code", lambda: client.query(params=params("RpcQueryRequest", by_account)))
    by_hash = {"request_type": "view_global_contract_code", "code_hash": "1" * 32} | final
    check(
        "no global code", lambda: client.query(params=params("RpcQueryRequest", by_hash)), "NO_GLOBAL_CONTRACT_CODE")
    nobody = {"account_id": "nobody.near"} | final
    check(
        "query nobody",
        lambda: client.query(params=params("RpcQueryRequest", {"request_type": "view_account"} | nobody)),
        "UNKNOWN_ACCOUNT")
    check(
        "view nobody", lambda: client.experimental_view_account(params=params("RpcViewAccountRequest", nobody)),
        "UNKNOWN_ACCOUNT")
    call = {"account_id": "bob.test.near", "method_name": "m", "args_base64": ""} | final
    check(
        "call", lambda: client.experimental_call_function(params=params("RpcCallFunctionRequest", call)),
        "CONTRACT_EXECUTION_ERROR")

    call = {"account_id": "book.near", "method_name": "get_messages", "args_base64": "e30=", "request_type": "call_function"} | final
    check("query call", lambda: client.query(params=params("RpcQueryRequest", call)))
    del call["request_type"]
    check("call book", lambda: client.experimental_call_function(params=params("RpcCallFunctionRequest", call)))
    check("split storage", lambda: client.experimental_split_storage_info(params=params("RpcSplitStorageInfoRequest", {})))
    check("client config", client.client_config)
    for name in ("maintenance_windows", "experimental_maintenance_windows"):
        wanted = params("RpcMaintenanceWindowsRequest", who)
        check(name, lambda: getattr(client, name)(params=wanted))
    check("old genesis config", client.experimental_genesis_config)
    check(
        "validators ordered",
        lambda: client.experimental_validators_ordered(params=params("RpcValidatorsOrderedRequest", {"block_id": None})))
    check("tx_status", lambda: client.tx_status(params=params("RpcTransactionStatusRequest", status)))

    check("tx", lambda: client.tx(params=params("RpcTransactionStatusRequest", status)))
    check("tx status", lambda: client.experimental_tx_status(params=params("RpcTransactionStatusRequest", status)))
    check(
        "unknown tx",
        lambda: client.tx(
            params=params("RpcTransactionStatusRequest", status | {"tx_hash": "11111111111111111111111111111111"})),
        "UNKNOWN_TRANSACTION")
    check("receipt", lambda: client.experimental_receipt(params=params("RpcReceiptRequest", {"receipt_id": receipt_id})))
    check(
        "unknown receipt",
        lambda: client.experimental_receipt(
            params=params("RpcReceiptRequest", {"receipt_id": "11111111111111111111111111111111"})),
        "UNKNOWN_RECEIPT")
    check(
        "receipt to tx",
        lambda: client.experimental_receipt_to_tx(params=params("RpcReceiptToTxRequest", {"receipt_id": receipt_id})))
    check(
        "unknown receipt to tx",
        lambda: client.experimental_receipt_to_tx(
            params=params("RpcReceiptToTxRequest", {"receipt_id": "11111111111111111111111111111111"})),
        "UNKNOWN_RECEIPT")
    for data_id in data_receipts.split(","):
        check(
            "data receipt",
            lambda: client.experimental_receipt(params=params("RpcReceiptRequest", {"receipt_id": data_id})))
    first = client.block(params=params("RpcBlockRequest", {"block_id": 0})).header.hash.root
    last = client.block(params=params("RpcBlockRequest", final)).header.hash.root
    check(
        "next light client block",
        lambda: client.next_light_client_block(
            params=params("RpcLightClientNextBlockRequest", {"last_block_hash": first})))
    check(
        "no next light client block",
        lambda: client.next_light_client_block(
            params=params("RpcLightClientNextBlockRequest", {"last_block_hash": last})))
    check(
        "light client block proof",
        lambda: client.experimental_light_client_block_proof(
            params=params("RpcLightClientBlockProofRequest", {"block_hash": first, "light_client_head": last})))
    proofs = (
        {"type": "transaction", "transaction_hash": tx_hash, "sender_id": account, "light_client_head": last},
        {"type": "receipt", "receipt_id": receipt_id, "receiver_id": account, "light_client_head": last},
    )
    for wanted in proofs:
        for name in ("light_client_proof", "experimental_light_client_proof"):
            check(
                f"{name} of a {wanted['type']}",
                lambda: getattr(client, name)(params=params("RpcLightClientExecutionProofRequest", wanted)))

    # Many transactions of one key at once, the last one first; then the first again, and one too expensive.
    def wanted(signed, until="FINAL"):
        return params("RpcSendTransactionRequest", {"signed_tx_base64": signed, "wait_until": until})

    async def send_all():
        many = NearClientAsync(rpc_urls=url, timeout=300)
        results = await asyncio.gather(*(many.send_tx(params=wanted(signed)) for signed in reversed(signed_txs.split(","))))
        await many.close()
        assert all("SuccessValue" in repr(result) for result in results), results

    check("many at once", lambda: asyncio.run(send_all()))
    first = signed_txs.split(",")[0]
    # Its model of an answer has no room for one without an outcome, as nearcore answers to NONE.
    for until in ("INCLUDED", "EXECUTED_OPTIMISTIC", "INCLUDED_FINAL", "EXECUTED", "FINAL"):
        check(f"send_tx until {until}", lambda: client.send_tx(params=wanted(first, until)))
    check("broadcast_tx_commit", lambda: client.broadcast_tx_commit(params=wanted(first)))
    check("broadcast_tx_async", lambda: client.broadcast_tx_async(params=wanted(first)))
    check("unpayable", lambda: client.send_tx(params=wanted(unpayable)), "INVALID_TRANSACTION")

    for block in range(0, 40):
        for changes_type in ("account_changes", "all_access_key_changes", "contract_code_changes"):
            wanted = {"block_id": block, "changes_type": changes_type, "account_ids": [account, "bob.test.near"]}
            check(
                f"{changes_type} of {block}",
                lambda: client.changes(params=params("RpcStateChangesInBlockByTypeRequest", wanted)))
        data = {"block_id": block, "changes_type": "data_changes", "account_ids": ["book.near"], "key_prefix_base64": ""}
        check(
            f"data of {block}",
            lambda: client.experimental_changes(params=params("RpcStateChangesInBlockByTypeRequest", data)))
        keys = [{"account_id": account, "public_key": public_key}]
        single = {"block_id": block, "changes_type": "single_access_key_changes", "keys": keys}
        check(
            f"key of {block}",
            lambda: client.changes(params=params("RpcStateChangesInBlockByTypeRequest", single)))
        check(
            f"old effects of {block}",
            lambda: client.experimental_changes_in_block(
                params=params("RpcStateChangesInBlockRequest", {"block_id": block})))
        check(
            f"effects of {block}",
            lambda: client.block_effects(params=params("RpcStateChangesInBlockRequest", {"block_id": block})))
        check(f"block {block}", lambda: client.block(params=params("RpcBlockRequest", {"block_id": block})))
        check(
            f"chunk {block}",
            lambda: client.chunk(params=params("RpcChunkRequest", {"block_id": block, "shard_id": 0})))
    return failures


if __name__ == "__main__":
    sys.exit(1 if main(*sys.argv[1:]) else 0)
