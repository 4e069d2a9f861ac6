# SPDX-License-Identifier: MIT
"""Random transactions and delegate actions of every kind, as plain descriptions that any encoder can read.

A description holds what JSON can hold: amounts are decimal strings, bytes are hexadecimal, keys are a scheme and bytes.
"""

import random

U64_MAX = 2**64 - 1
U128_MAX = 2**128 - 1
KEY_BYTES = {"ed25519": 32, "secp256k1": 64, "ml-dsa-65": 1952}
SIGNATURE_BYTES = {"ed25519": 64, "secp256k1": 65, "ml-dsa-65": 3309}

# The kinds that py_near_primitives 0.2.12 knows.
CLASSIC_KINDS = [
    "createAccount", "deployContract", "functionCall", "transfer", "stake", "addKeyFull", "addKeyFunctionCall",
    "deleteKey", "deleteAccount", "deployGlobalContract", "useGlobalContract",
]
# The kinds that came later.
NEW_KINDS = [
    "addKeyGasFull", "addKeyGasFunctionCall", "deterministicStateInit", "transferToGasKey", "withdrawFromGasKey",
]


class Cases:
    def __init__(self, seed, schemes=("ed25519",), kinds=tuple(CLASSIC_KINDS)):
        self.random = random.Random(seed)
        self.schemes = list(schemes)
        self.kinds = list(kinds)

    def account_id(self):
        pick = self.random.random()
        if pick < 0.1:
            return self.random.randbytes(32).hex()
        if pick < 0.15:
            return "0x" + self.random.randbytes(20).hex()
        if pick < 0.2:
            return "0s" + self.random.randbytes(20).hex()
        length = self.random.choice([2, 3, 5, 8, 13, 15, 16, 21, 34, 63, 64])
        text = ""
        while len(text) < length:
            separator = text and text[-1].isalnum() and len(text) < length - 1 and self.random.random() < 0.2
            text += self.random.choice("-_." if separator else "abcdefghijklmnopqrstuvwxyz0123456789")
        return text

    def bytes(self):
        return self.random.randbytes(self.random.choice([0, 1, 2, 7, 32, 33, 200, 1000])).hex()

    def text(self):
        length = self.random.choice([0, 1, 4, 15, 16, 40])
        return "".join(self.random.choice("abcXYZ_09 -é本🙂\n\"\\") for _ in range(length))

    def u64(self):
        return self.random.choice([0, 1, U64_MAX, self.random.getrandbits(64), self.random.getrandbits(32)])

    def u128(self):
        return str(self.random.choice([0, 1, U128_MAX, 10**24, self.random.getrandbits(128), self.random.getrandbits(90)]))

    def public_key(self):
        scheme = self.random.choice(self.schemes)
        return {"scheme": scheme, "bytes": self.random.randbytes(KEY_BYTES[scheme]).hex()}

    def signature(self, scheme):
        return {"scheme": scheme, "bytes": self.random.randbytes(SIGNATURE_BYTES[scheme]).hex()}

    def function_call_permission(self):
        return {
            "allowance": self.random.choice([None, self.u128()]),
            "receiverId": self.account_id(),
            "methodNames": [self.text() for _ in range(self.random.choice([0, 1, 3]))],
        }

    def gas_key_info(self):
        return {"balance": self.u128(), "numNonces": self.random.choice([0, 1, 1024, 65535])}

    def contract_identifier(self):
        if self.random.random() < 0.5:
            return {"codeHash": self.random.randbytes(32).hex()}
        return {"accountId": self.account_id()}

    def action(self):
        kind = self.random.choice(self.kinds)
        match kind:
            case "createAccount":
                fields = {}
            case "deployContract":
                fields = {"code": self.bytes()}
            case "functionCall":
                fields = {"methodName": self.text(), "args": self.bytes(), "gas": str(self.u64()), "deposit": self.u128()}
            case "transfer":
                fields = {"deposit": self.u128()}
            case "stake":
                fields = {"stake": self.u128(), "publicKey": self.public_key()}
            case "addKeyFull":
                fields = {"publicKey": self.public_key(), "nonce": str(self.u64())}
            case "addKeyFunctionCall":
                fields = {
                    "publicKey": self.public_key(), "nonce": str(self.u64()), "permission": self.function_call_permission(),
                }
            case "addKeyGasFull":
                fields = {"publicKey": self.public_key(), "nonce": str(self.u64()), "gasKey": self.gas_key_info()}
            case "addKeyGasFunctionCall":
                fields = {
                    "publicKey": self.public_key(), "nonce": str(self.u64()), "gasKey": self.gas_key_info(),
                    "permission": self.function_call_permission(),
                }
            case "deleteKey":
                fields = {"publicKey": self.public_key()}
            case "deleteAccount":
                fields = {"beneficiaryId": self.account_id()}
            case "deployGlobalContract":
                fields = {"code": self.bytes(), "deployMode": self.random.choice(["codeHash", "accountId"])}
            case "useGlobalContract":
                fields = {"contract": self.contract_identifier()}
            case "deterministicStateInit":
                entries = {self.bytes(): self.bytes() for _ in range(self.random.choice([0, 1, 4]))}
                fields = {"contract": self.contract_identifier(), "data": entries, "deposit": self.u128()}
            case "transferToGasKey":
                fields = {"publicKey": self.public_key(), "deposit": self.u128()}
            case "withdrawFromGasKey":
                fields = {"publicKey": self.public_key(), "deposit": self.u128()}
        return {"kind": kind, **fields}

    def actions(self):
        return [self.action() for _ in range(self.random.choice([0, 1, 1, 2, 5]))]

    def delegate(self):
        key = self.public_key()
        return {
            "senderId": self.account_id(), "receiverId": self.account_id(), "actions": self.actions(),
            "nonce": str(self.u64()), "maxBlockHeight": str(self.u64()), "publicKey": key,
            "signature": self.signature(key["scheme"]),
        }

    def transaction(self):
        actions = self.actions()
        if self.random.random() < 0.2:
            place = self.random.randint(0, len(actions))
            actions.insert(place, {"kind": "delegate", "delegate": self.delegate()})
        return {
            "signerId": self.account_id(), "publicKey": self.public_key(), "nonce": str(self.u64()),
            "receiverId": self.account_id(), "blockHash": self.random.randbytes(32).hex(), "actions": actions,
        }

    def transaction_v1(self):
        transaction = self.transaction()
        transaction["nonceIndex"] = self.random.choice([None, 0, 1, 65535])
        transaction["strict"] = self.random.random() < 0.5
        return transaction
