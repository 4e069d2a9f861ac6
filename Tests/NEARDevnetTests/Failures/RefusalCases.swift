// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

private let one: [Action] = [.transfer(NEARToken.test(1))]
/// Breaks a rule that is looked at before a signature.
private let broken: [Action] = [.functionCall("m", gas: .zero)]

/// Refusals in the order of nearcore's checks.
///
/// Each row has what later checks complain about too, where that can be: the block hash, the actions, the version, the
/// size, the signature, the cost, the signer, the key, the nonce, the balance, the allowance, the storage, the key's
/// permission.
extension RefusalCase {
    static let formCases: [RefusalCase] = [
        RefusalCase("unknown block hash", "Expired") { chain in
            try chain.sign("nobody.root", to: "bob.root", broken) { $0.blockHash = .zero }
        },
        RefusalCase("block hash too old", "Expired") { chain in
            let transaction = try chain.sign("alice.root", to: "bob.root", broken)
            for _ in 0...10 { try chain.chain.produceBlock() }
            return transaction
        },
        RefusalCase("broken rule, and another signature", ["ActionsValidation": "FunctionCallZeroAttachedGas"]) {
            try forged($0.sign("alice.root", to: "bob.root", broken))
        },
        RefusalCase("version 1, and another signature", "InvalidSignature") { chain in
            let key = try chain.key("alice.root")
            let body = TransactionV1(
                signerId: try chain.id("alice.root"), publicKey: key.publicKey, nonce: .nonce(1),
                receiverId: try chain.id("bob.root"), blockHash: chain.chain.head.hash, actions: one)
            return try forged(PendingTransaction(SignedTransaction.sign(.v1(body), with: key)))
        },
        RefusalCase("post-quantum key", "InvalidTransactionVersion") { chain in
            let body = TransactionV0(
                signerId: try chain.id("alice.root"), publicKey: try .postQuantum, nonce: 1,
                receiverId: try chain.id("bob.root"), blockHash: chain.chain.head.hash, actions: one)
            return PendingTransaction(SignedTransaction(transaction: .v0(body), signature: try .zeros))
        },
        // 96 bytes beside the code: 4 + 10 for alice, twice, 33 for her key, 8, 32 and 4 + 1 + 4.
        RefusalCase(
            "too large, and another signature",
            ["TransactionSizeExceeded": ["size": 1_572_974, "limit": 1_572_864]]
        ) { chain in
            let code = [UInt8](repeating: 0, count: 1_572_864)
            return try forged(
                try chain.sign("alice.root", to: "alice.root", [.deployContract(DeployContractAction(code: code))]))
        },
        RefusalCase("signature of another key", "InvalidSignature") {
            try forged($0.sign("nobody.root", to: "bob.root", costly))
        },
        RefusalCase("signed, then changed", "InvalidSignature") { chain in
            let honest = try chain.sign("alice.root", to: "bob.root", one)
            guard case .v0(var body) = honest.signed.transaction else { return honest }
            body.actions = [.transfer(NEARToken.test(100))]
            return PendingTransaction(SignedTransaction(transaction: .v0(body), signature: honest.signed.signature))
        },
    ]

    static let stateCases: [RefusalCase] = [
        RefusalCase("cost beyond counting", "CostOverflow") { try $0.sign("nobody.root", to: "bob.root", costly) },
        RefusalCase("signer doesn't exist", ["SignerDoesNotExist": ["signer_id": "nobody.root"]]) { chain in
            try chain.sign("nobody.root", to: "bob.root", one) { $0.nonce = 0 }
        },
        RefusalCase(
            "key isn't the signer's",
            expecting: { chain in
                let key = try chain.key("bob.root").publicKey.description
                let info: JSONValue = ["account_id": "alice.root", "public_key": .string(key)]
                return ["InvalidAccessKeyError": ["AccessKeyNotFound": info]]
            },
            { try $0.sign("alice.root", to: "bob.root", one, key: $0.key("bob.root")) { $0.nonce = 0 } }),
        RefusalCase("nonce used before", ["InvalidNonce": ["tx_nonce": 1, "ak_nonce": 1]]) { chain in
            try chain.send("alice.root", to: "bob.root", one)
            return try chain.sign("alice.root", to: "root", [.transfer(NEARToken.test(10_000))]) { $0.nonce = 1 }
        },
        // A node of nearcore's takes this one, and never includes it: it checks this bound only when it makes a block.
        RefusalCase("nonce beyond its bound", ["NonceTooLarge": ["tx_nonce": 1_000_000, "upper_bound": 1_000_000]]) {
            try $0.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(10_000))]) { $0.nonce = 1_000_000 }
        },
        RefusalCase(
            "more than the signer owns",
            [
                "NotEnoughBalance": [
                    "signer_id": "alice.root", "balance": "10000000000000000000000000000",
                    "cost": "10000000044636512500000000000",
                ]
            ]
        ) { try $0.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(10_000))]) },
        // 100,182 bytes at 10¹⁹ yoctoNEAR each are missing.
        RefusalCase(
            "balance that storage needs",
            ["LackBalanceForState": ["signer_id": "alice.root", "amount": "1001820000000000000000000"]]
        ) { chain in
            let code = [UInt8](repeating: 7, count: 100_000)
            try chain.send("alice.root", to: "alice.root", [.deployContract(DeployContractAction(code: code))])
            let fee = UInt128(223_182_562_500 * 2) * 100_000_000
            let all = NEARToken(yoctoNEAR: try chain.balance("alice.root") - fee)
            return try chain.sign("alice.root", to: "bob.root", [.transfer(all)])
        },
    ]

    /// Transactions that a key may not sign if it may only call functions.
    static let keyCases: [RefusalCase] = [
        session("a transfer", "RequiresFullAccess", actions: one),
        session("two calls", "RequiresFullAccess", actions: [.functionCall("a"), .functionCall("a")]),
        session(
            "a deposit, which comes before the receiver and the method", "DepositWithFunctionCall",
            actions: [.functionCall("b", deposit: NEARToken(yoctoNEAR: 1))], to: "root"),
        session(
            "another receiver, which comes before the method",
            ["ReceiverMismatch": ["tx_receiver": "root", "ak_receiver": "bob.root"]], actions: [.functionCall("b")],
            to: "root"),
        session("another method", ["MethodNameMismatch": ["method_name": "b"]], actions: [.functionCall("b")]),
        RefusalCase(
            "cost above the allowance, which comes before the permission",
            expecting: { chain in
                let key = JSONValue.key(try chain.key("session").publicKey)
                let info: JSONValue = [
                    "account_id": "alice.root", "public_key": key, "allowance": "1",
                    "cost": "1000044636512500000000000",
                ]
                return ["InvalidAccessKeyError": ["NotEnoughAllowance": info]]
            },
            { chain in
                let key = try chain.addSessionKey(allowance: NEARToken(yoctoNEAR: 1))
                return try chain.sign("alice.root", to: "bob.root", one, key: key)
            }),
    ]

    private static let costly: [Action] = [
        .transfer(NEARToken(yoctoNEAR: .max)), .transfer(NEARToken(yoctoNEAR: .max)),
    ]

    private static func session(
        _ name: String, _ error: JSONValue, actions: [Action], to receiver: String = "bob.root"
    ) -> RefusalCase {
        RefusalCase("key for calls: \(name)", ["InvalidAccessKeyError": error]) { chain in
            let key = try chain.addSessionKey()
            return try chain.sign("alice.root", to: receiver, actions, key: key)
        }
    }
}

/// The transaction with the signature that another key has made of something else.
private func forged(_ honest: PendingTransaction) throws -> PendingTransaction {
    let signature = try Signature.zeros
    return PendingTransaction(SignedTransaction(transaction: honest.signed.transaction, signature: signature))
}
