# SPDX-License-Identifier: MIT
"""Encodes descriptions with py_near_primitives, which is nearcore's own Rust code behind Python."""

import py_near_primitives as near


def key(description):
    assert description["scheme"] == "ed25519", "py_near_primitives knows ed25519 keys only"
    return bytes.fromhex(description["bytes"])


def action(value):
    match value["kind"]:
        case "createAccount":
            return near.CreateAccountAction()
        case "deployContract":
            return near.DeployContractAction(bytes.fromhex(value["code"]))
        case "functionCall":
            return near.FunctionCallAction(
                value["methodName"], bytes.fromhex(value["args"]), int(value["gas"]), int(value["deposit"]))
        case "transfer":
            return near.TransferAction(int(value["deposit"]))
        case "stake":
            return near.StakeAction(int(value["stake"]), key(value["publicKey"]))
        case "addKeyFull":
            access = near.AccessKey(int(value["nonce"]), near.AccessKeyPermissionFieldless.FullAccess)
            return near.AddKeyAction(key(value["publicKey"]), access)
        case "addKeyFunctionCall":
            permission = value["permission"]
            allowance = None if permission["allowance"] is None else int(permission["allowance"])
            access = near.AccessKey(
                int(value["nonce"]),
                near.FunctionCallPermission(permission["receiverId"], permission["methodNames"], allowance))
            return near.AddKeyAction(key(value["publicKey"]), access)
        case "deleteKey":
            return near.DeleteKeyAction(key(value["publicKey"]))
        case "deleteAccount":
            return near.DeleteAccountAction(value["beneficiaryId"])
        case "deployGlobalContract":
            code = bytes.fromhex(value["code"])
            if value["deployMode"] == "codeHash":
                return near.DeployGlobalContractAction.from_code_hash(code)
            return near.DeployGlobalContractAction.from_account_id(code)
        case "useGlobalContract":
            contract = value["contract"]
            if "codeHash" in contract:
                return near.UseGlobalContractAction.from_code_hash(bytes.fromhex(contract["codeHash"]))
            return near.UseGlobalContractAction.from_account_id(contract["accountId"])
        case "delegate":
            inner = value["delegate"]
            return near.SignedDelegateAction(delegate(inner), bytes.fromhex(inner["signature"]["bytes"]))
    raise ValueError(value["kind"])


def delegate(value):
    return near.DelegateAction(
        value["senderId"], value["receiverId"], [action(each) for each in value["actions"]], int(value["nonce"]),
        int(value["maxBlockHeight"]), key(value["publicKey"]))


def transaction(value):
    return near.Transaction(
        value["signerId"], key(value["publicKey"]), int(value["nonce"]), value["receiverId"],
        bytes.fromhex(value["blockHash"]), [action(each) for each in value["actions"]])


def transaction_case(value):
    encoded = transaction(value)
    return {"transaction": value, "borsh": bytes(encoded.serialize()).hex(), "hash": bytes(encoded.get_hash()).hex()}


def delegate_case(value):
    encoded = delegate(value)
    return {
        "delegate": value, "borsh": bytes(encoded.serialize()).hex(), "hash": bytes(encoded.get_nep461_hash()).hex(),
    }


def signed_case(value, secret_key):
    """`secret_key` is the seed and the public key; the transaction's public key is the latter."""
    encoded = transaction(value)
    return {
        "seed": secret_key[:32].hex(), "transaction": value, "hash": bytes(encoded.get_hash()).hex(),
        "signed": bytes(encoded.to_vec(secret_key)).hex(),
    }
