// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

extension RefusalCase {
    /// Transactions of gas keys, in the order of nearcore's checks.
    static let gasKeyCases: [RefusalCase] = [
        RefusalCase(
            "gas key without an index", ["InvalidNonceIndex": ["tx_nonce_index": nil, "num_nonces": 3]]
        ) { chain in
            let key = try chain.addGasKey()
            return try chain.sign("alice.root", to: "bob.root", [.createAccount], key: key)
        },
        RefusalCase(
            "index with another key",
            expecting: { chain in
                let key = JSONValue.key(try chain.key("gas").publicKey)
                return [
                    "InvalidAccessKeyError": ["AccessKeyNotFound": ["account_id": "alice.root", "public_key": key]]
                ]
            }
        ) { chain in
            let action = AddKeyAction(publicKey: try chain.key("gas").publicKey, accessKey: .fullAccess)
            try chain.send("alice.root", to: "alice.root", [.addKey(action)])
            return try chain.signWithGasKey()
        },
        RefusalCase(
            "index beyond the nonces", ["InvalidNonceIndex": ["tx_nonce_index": 3, "num_nonces": 3]]
        ) { chain in
            try chain.addGasKey()
            return try chain.signWithGasKey(index: 3)
        },
        RefusalCase(
            "nonce of the index used already",
            expecting: { chain in
                let nonce = chain.state.gasKeyNonces(try chain.id("alice.root"), try chain.key("gas").publicKey)[1]
                return ["InvalidNonce": ["tx_nonce": .count(nonce), "ak_nonce": .count(nonce)]]
            }
        ) { chain in
            try chain.addGasKey()
            try chain.execute(chain.signWithGasKey(index: 1))
            return try chain.signWithGasKey(index: 1) {
                $0.nonce = .gasKeyNonce(nonce: $0.nonce.value - 1, nonceIndex: 1)
            }
        },
        RefusalCase(
            "strict nonce that isn't the next",
            expecting: { chain in
                let nonce = chain.state.gasKeyNonces(try chain.id("alice.root"), try chain.key("gas").publicKey)[0]
                return ["InvalidNonce": ["tx_nonce": .count(nonce + 2), "ak_nonce": .count(nonce)]]
            }
        ) { chain in
            try chain.addGasKey()
            return try chain.signWithGasKey {
                $0.nonce = .gasKeyNonce(nonce: $0.nonce.value + 1, nonceIndex: 0)
                $0.nonceMode = .strict
            }
        },
        RefusalCase(
            "gas beyond the gas key's balance",
            expecting: { chain in
                let cost = try TransactionCost(
                    of: [.transfer(NEARToken.test(1))], from: chain.id("alice.root"), to: chain.id("bob.root"),
                    chain.chain.settings.parameters)
                return [
                    "NotEnoughGasKeyBalance": ["signer_id": "alice.root", "balance": "5", "cost": .yocto(cost.gasCost)]
                ]
            }
        ) { chain in
            try chain.addGasKey(balance: NEARToken(yoctoNEAR: 5))
            return try chain.signWithGasKey()
        },
        RefusalCase("transfer by a gas key for calls", ["InvalidAccessKeyError": "RequiresFullAccess"]) { chain in
            let calls = FunctionCallPermission(allowance: nil, receiverId: try chain.id("bob.root"), methodNames: [])
            try chain.addGasKey(calls: calls)
            return try chain.signWithGasKey()
        },
        RefusalCase(
            "deposit beyond the account's balance",
            expecting: { chain in
                [
                    "NotEnoughBalanceForDeposit": [
                        "signer_id": "alice.root", "balance": .yocto(try chain.balance("alice.root")),
                        "cost": .token(NEARToken.test(1_000_000_000)), "reason": "NotEnoughBalance",
                    ]
                ]
            }
        ) { chain in
            try chain.addGasKey()
            return try chain.signWithGasKey([.transfer(NEARToken.test(1_000_000_000))])
        },
    ]
}

extension ActionFailureCase {
    /// Failures of actions on gas keys.
    static let gasKeyCases: [ActionFailureCase] =
        ["TransferToGasKey", "WithdrawFromGasKey"].flatMap { name in
            [
                ActionFailureCase(name, "that isn't there", kind: missing) { [try SampleAction.make(name, $0)] },
                ActionFailureCase(name, "that is another kind of key", kind: missing) { chain in
                    let action = AddKeyAction(publicKey: try chain.key("new").publicKey, accessKey: .fullAccess)
                    try chain.send("alice.root", to: "alice.root", [.addKey(action)])
                    return [try SampleAction.make(name, chain)]
                },
            ]
        } + [
            ActionFailureCase(
                "WithdrawFromGasKey", "more than it has",
                kind: { chain in
                    [
                        "InsufficientGasKeyBalance": [
                            "account_id": "alice.root", "public_key": .key(try chain.key("gas").publicKey),
                            "balance": .token(.test(1)), "required": .token(.test(2)),
                        ]
                    ]
                }
            ) { chain in
                let key = try chain.addGasKey().publicKey
                return [.withdrawFromGasKey(WithdrawFromGasKeyAction(publicKey: key, amount: .test(2)))]
            },
            ActionFailureCase(
                "DeleteKey", "a gas key with more than 1 NEAR",
                kind: { chain in
                    [
                        "GasKeyBalanceTooHigh": [
                            "account_id": "alice.root", "public_key": .key(try chain.key("gas").publicKey),
                            "balance": .token(.test(2)),
                        ]
                    ]
                }
            ) { chain in
                [.deleteKey(DeleteKeyAction(publicKey: try chain.addGasKey(balance: .test(2)).publicKey))]
            },
            ActionFailureCase(
                "DeleteAccount", "with more than 1 NEAR in gas keys",
                kind: [
                    "GasKeyBalanceTooHigh": [
                        "account_id": "alice.root", "public_key": nil, "balance": .token(.test(2)),
                    ]
                ]
            ) { chain in
                try chain.addGasKey(balance: .test(2))
                return [.deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("root")))]
            },
            ActionFailureCase(
                "Delegate", "signed by a gas key",
                kind: ["DelegateActionAccessKeyError": "DelegateActionRequiresNonGasKey"], from: "bob.root"
            ) { chain in
                let key = try chain.addGasKey()
                return [.delegate(try chain.delegate("alice.root", to: "root", [.createAccount], key: key))]
            },
        ]

    private static let missing: @Sendable (LocalChain) throws -> JSONValue = { chain in
        let key = JSONValue.key(try chain.key("new").publicKey)
        return ["GasKeyDoesNotExist": ["account_id": "alice.root", "public_key": key]]
    }
}
