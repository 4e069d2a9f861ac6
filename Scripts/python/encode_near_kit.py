# SPDX-License-Identifier: MIT
"""Encodes descriptions with near-kit, for what py_near_primitives doesn't know: other schemes' keys, gas keys,
deterministic accounts, transactions of version 1."""

import hashlib

from near import derive_deterministic_account_id, wire

PUBLIC_KEYS = {
    "ed25519": wire.PublicKeyWire.Ed25519, "secp256k1": wire.PublicKeyWire.Secp256k1,
    "ml-dsa-65": wire.PublicKeyWire.MlDsa65,
}
SIGNATURES = {
    "ed25519": wire.SignatureWire.Ed25519, "secp256k1": wire.SignatureWire.Secp256k1,
    "ml-dsa-65": wire.SignatureWire.MlDsa65,
}


def key(value):
    return PUBLIC_KEYS[value["scheme"]](data=bytes.fromhex(value["bytes"]))


def signature(value):
    return SIGNATURES[value["scheme"]](data=bytes.fromhex(value["bytes"]))


def contract(value):
    if "codeHash" in value:
        return wire.GlobalContractIdentifier.CodeHash(code_hash=bytes.fromhex(value["codeHash"]))
    return wire.GlobalContractIdentifier.AccountId(account_id=value["accountId"])


def call_permission(kind, value):
    return kind(
        allowance=None if value["allowance"] is None else int(value["allowance"]), receiver_id=value["receiverId"],
        method_names=value["methodNames"])


def permission(value):
    kinds = wire.AccessKeyPermission
    info = None
    if "gasKey" in value:
        info = wire.GasKeyInfo(balance=int(value["gasKey"]["balance"]), num_nonces=value["gasKey"]["numNonces"])
    match value["kind"]:
        case "addKeyFull":
            return kinds.FullAccess()
        case "addKeyFunctionCall":
            return call_permission(kinds.FunctionCall, value["permission"])
        case "addKeyGasFull":
            return kinds.GasKeyFullAccess(gas_key_info=info)
        case "addKeyGasFunctionCall":
            return kinds.GasKeyFunctionCall(
                gas_key_info=info, function_call=call_permission(wire.FunctionCallPermission, value["permission"]))
    raise ValueError(value["kind"])


def state_init(value):
    data = {bytes.fromhex(name): bytes.fromhex(content) for name, content in value["data"].items()}
    return wire.DeterministicAccountStateInit(code=contract(value["contract"]), data=data)


def action(value):
    kinds = wire.Action
    match value["kind"]:
        case "createAccount":
            return kinds.CreateAccount()
        case "deployContract":
            return kinds.DeployContract(code=bytes.fromhex(value["code"]))
        case "functionCall":
            return kinds.FunctionCall(
                method_name=value["methodName"], args=bytes.fromhex(value["args"]), gas=int(value["gas"]),
                deposit=int(value["deposit"]))
        case "transfer":
            return kinds.Transfer(deposit=int(value["deposit"]))
        case "stake":
            return kinds.Stake(stake=int(value["stake"]), public_key=key(value["publicKey"]))
        case "addKeyFull" | "addKeyFunctionCall" | "addKeyGasFull" | "addKeyGasFunctionCall":
            access = wire.AccessKey(nonce=int(value["nonce"]), permission=permission(value))
            return kinds.AddKey(public_key=key(value["publicKey"]), access_key=access)
        case "deleteKey":
            return kinds.DeleteKey(public_key=key(value["publicKey"]))
        case "deleteAccount":
            return kinds.DeleteAccount(beneficiary_id=value["beneficiaryId"])
        case "deployGlobalContract":
            modes = wire.GlobalContractDeployMode
            mode = modes.CodeHash() if value["deployMode"] == "codeHash" else modes.AccountId()
            return kinds.DeployGlobalContract(code=bytes.fromhex(value["code"]), deploy_mode=mode)
        case "useGlobalContract":
            return kinds.UseGlobalContract(contract_identifier=contract(value["contract"]))
        case "deterministicStateInit":
            return kinds.DeterministicStateInit(state_init=state_init(value), deposit=int(value["deposit"]))
        case "transferToGasKey":
            return kinds.TransferToGasKey(public_key=key(value["publicKey"]), deposit=int(value["deposit"]))
        case "withdrawFromGasKey":
            return kinds.WithdrawFromGasKey(public_key=key(value["publicKey"]), amount=int(value["deposit"]))
        case "delegate":
            inner = value["delegate"]
            return kinds.SignedDelegate(delegate_action=delegate(inner), signature=signature(inner["signature"]))
    raise ValueError(value["kind"])


def delegate(value):
    return wire.DelegateAction(
        sender_id=value["senderId"], receiver_id=value["receiverId"],
        actions=[action(each) for each in value["actions"]], nonce=int(value["nonce"]),
        max_block_height=int(value["maxBlockHeight"]), public_key=key(value["publicKey"]))


def transaction(value):
    common = {
        "signer_id": value["signerId"], "public_key": key(value["publicKey"]), "receiver_id": value["receiverId"],
        "block_hash": bytes.fromhex(value["blockHash"]), "actions": [action(each) for each in value["actions"]],
    }
    nonce = int(value["nonce"])
    if "strict" not in value:
        return wire.Transaction(nonce=nonce, **common)
    index = value["nonceIndex"]
    kinds = wire.TransactionNonce
    mode = wire.NonceMode.Strict() if value["strict"] else wire.NonceMode.Monotonic()
    return wire.TransactionV1(
        nonce=kinds.Nonce(nonce=nonce) if index is None else kinds.GasKeyNonce(nonce=nonce, nonce_index=index),
        nonce_mode=mode, **common)


def transaction_case(value):
    borsh = transaction(value).to_borsh()
    return {"transaction": value, "borsh": borsh.hex(), "hash": hashlib.sha256(borsh).hexdigest()}


def delegate_case(value):
    encoded = delegate(value)
    return {
        "delegate": value, "borsh": encoded.to_borsh().hex(), "hash": wire.delegate_action_signing_hash(encoded).hex(),
    }


def deterministic_id(value):
    return derive_deterministic_account_id(state_init(value))
