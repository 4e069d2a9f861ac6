// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// A transaction that nearcore would refuse is refused, with nearcore's error value, and changes nothing.
@Suite struct TransactionRefusalTests {
    /// One refusal: how the transaction comes about, and the `InvalidTxError` in JSON.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: @Sendable (LocalChain) throws -> JSONValue
        let make: @Sendable (inout LocalChain) throws -> PendingTransaction

        init(
            _ name: String, _ expected: JSONValue,
            _ make: @escaping @Sendable (inout LocalChain) throws -> PendingTransaction
        ) {
            self.init(name, expecting: { _ in expected }, make)
        }

        init(
            _ name: String, expecting: @escaping @Sendable (LocalChain) throws -> JSONValue,
            _ make: @escaping @Sendable (inout LocalChain) throws -> PendingTransaction
        ) {
            testDescription = name
            expected = expecting
            self.make = make
        }
    }

    static let one: [Action] = [.transfer(NEARToken.test(1))]

    static let refusals: [Refusal] = [
        Refusal("signature of another key", "InvalidSignature") { chain in
            let honest = try chain.sign("alice.root", to: "bob.root", one)
            let forged = try chain.key("bob.root").sign(honest.hash)
            return PendingTransaction(SignedTransaction(transaction: honest.signed.transaction, signature: forged))
        },
        Refusal("signed, then changed", "InvalidSignature") { chain in
            let honest = try chain.sign("alice.root", to: "bob.root", one)
            guard case .v0(var body) = honest.signed.transaction else { return honest }
            body.actions = [.transfer(NEARToken.test(100))]
            return PendingTransaction(
                SignedTransaction(transaction: .v0(body), signature: honest.signed.signature))
        },
        Refusal("unknown block hash", "Expired") { chain in
            try chain.sign("alice.root", to: "bob.root", one) { $0.blockHash = .zero }
        },
        Refusal("block hash too old", "Expired") { chain in
            let transaction = try chain.sign("alice.root", to: "bob.root", one)
            for _ in 0...10 { try chain.chain.produceBlock() }
            return transaction
        },
        Refusal("signer doesn't exist", ["SignerDoesNotExist": ["signer_id": "nobody.root"]]) { chain in
            try chain.sign("nobody.root", to: "bob.root", one)
        },
        Refusal(
            "key isn't the signer's",
            expecting: { chain in
                let key = try chain.key("bob.root").publicKey.description
                let info: JSONValue = ["account_id": "alice.root", "public_key": .string(key)]
                return ["InvalidAccessKeyError": ["AccessKeyNotFound": info]]
            },
            { chain in try chain.sign("alice.root", to: "bob.root", one, key: chain.key("bob.root")) }),
        Refusal("nonce used before", ["InvalidNonce": ["tx_nonce": 1, "ak_nonce": 1]]) { chain in
            try chain.send("alice.root", to: "bob.root", one)
            return try chain.sign("alice.root", to: "root", one) { $0.nonce = 1 }
        },
        Refusal("nonce beyond its bound", ["NonceTooLarge": ["tx_nonce": 1_000_000, "upper_bound": 1_000_000]]) {
            chain in
            try chain.sign("alice.root", to: "bob.root", one) { $0.nonce = 1_000_000 }
        },
        Refusal(
            "more than the signer owns",
            [
                "NotEnoughBalance": [
                    "signer_id": "alice.root", "balance": "10000000000000000000000000000",
                    "cost": "10000000044636512500000000000",
                ]
            ]
        ) { chain in
            try chain.sign("alice.root", to: "bob.root", [.transfer(NEARToken.test(10_000))])
        },
        Refusal("cost beyond counting", "CostOverflow") { chain in
            try chain.sign(
                "alice.root", to: "bob.root",
                [
                    .transfer(NEARToken(yoctoNEAR: .max)), .transfer(NEARToken(yoctoNEAR: .max)),
                ])
        },
        Refusal("deletion that isn't last", ["ActionsValidation": "DeleteActionMustBeFinal"]) { chain in
            let delete = DeleteAccountAction(beneficiaryId: try chain.id("bob.root"))
            return try chain.sign("alice.root", to: "alice.root", [.deleteAccount(delete)] + one)
        },
        Refusal(
            "too many actions",
            ["ActionsValidation": ["TotalNumberOfActionsExceeded": ["total_number_of_actions": 101, "limit": 100]]]
        ) { chain in
            try chain.sign("alice.root", to: "bob.root", Array(repeating: one[0], count: 101))
        },
        Refusal("call without gas", ["ActionsValidation": "FunctionCallZeroAttachedGas"]) { chain in
            try chain.sign("alice.root", to: "bob.root", [.functionCall("m", gas: .zero)])
        },
        Refusal(
            "more gas than a transaction may have",
            [
                "ActionsValidation": [
                    "TotalPrepaidGasExceeded": [
                        "total_prepaid_gas": 1_000_000_000_000_001, "limit": 1_000_000_000_000_000,
                    ]
                ]
            ]
        ) { chain in
            try chain.sign(
                "alice.root", to: "bob.root", [.functionCall("m", gas: Gas(gas: 1_000_000_000_000_001))])
        },
        Refusal("gas beyond counting", ["ActionsValidation": "IntegerOverflow"]) { chain in
            try chain.sign(
                "alice.root", to: "bob.root",
                [
                    .functionCall("m", gas: Gas(gas: .max)), .functionCall("m", gas: Gas(gas: .max)),
                ])
        },
        Refusal(
            "method name too long",
            ["ActionsValidation": ["FunctionCallMethodNameLengthExceeded": ["length": 257, "limit": 256]]]
        ) { chain in
            try chain.sign("alice.root", to: "bob.root", [.functionCall(String(repeating: "m", count: 257))])
        },
        Refusal(
            "key's receiver is no account id",
            ["ActionsValidation": ["InvalidAccountId": ["account_id": "Not An Id"]]]
        ) { chain in
            let permission = FunctionCallPermission(allowance: nil, receiverText: "Not An Id", methodNames: [])
            let key = AddKeyAction(
                publicKey: try chain.key("new").publicKey,
                accessKey: AccessKey(permission: .functionCall(permission)))
            return try chain.sign("alice.root", to: "alice.root", [.addKey(key)])
        },
        Refusal(
            "actions of a later protocol version",
            [
                "ActionsValidation": [
                    "UnsupportedProtocolFeature": ["protocol_feature": "GasKeys", "version": 83]
                ]
            ]
        ) { chain in
            let action = TransferToGasKeyAction(
                publicKey: try chain.key("alice.root").publicKey, deposit: NEARToken.test(1))
            return try chain.sign("alice.root", to: "alice.root", [.transferToGasKey(action)])
        },
    ]

    @Test(arguments: refusals)
    func isRefusedWithNearcoresError(_ refusal: Refusal) throws {
        var chain = try LocalChain { $0.transactionValidityPeriod = 10 }
        let transaction = try refusal.make(&chain)
        let before = chain.chain.head.hash
        let expected = try refusal.expected(chain)
        let error = #expect(throws: InvalidTxError.self) { try chain.execute(transaction) }
        #expect(error?.view == expected)
        #expect(chain.chain.head.hash == before)
        #expect(!chain.chain.hasWork)
    }

    @Test func transactionOfALaterVersionIsRefused() throws {
        var chain = try LocalChain()
        let key = try chain.key("alice.root")
        let body = TransactionV1(
            signerId: try chain.id("alice.root"), publicKey: key.publicKey, nonce: .nonce(1),
            receiverId: try chain.id("bob.root"), blockHash: chain.chain.head.hash, actions: Self.one)
        let transaction = PendingTransaction(try SignedTransaction.sign(.v1(body), with: key))
        #expect(throws: InvalidTxError.invalidTransactionVersion) { try chain.execute(transaction) }
    }

    @Test func oversizedTransactionIsRefused() throws {
        var chain = try LocalChain()
        let code = [UInt8](repeating: 0, count: 1_572_864)
        let transaction = try chain.sign(
            "alice.root", to: "alice.root", [.deployContract(DeployContractAction(code: code))])
        #expect(throws: InvalidTxError.transactionSizeExceeded(size: transaction.size, limit: 1_572_864)) {
            try chain.execute(transaction)
        }
    }

    /// The signer must keep enough for what he stores.
    @Test func balanceThatStorageNeedsCannotBeSpent() throws {
        var chain = try LocalChain()
        let code = [UInt8](repeating: 7, count: 100_000)
        try chain.send("alice.root", to: "alice.root", [.deployContract(DeployContractAction(code: code))])
        let owned = try chain.balance("alice.root")
        let fee = UInt128(223_182_562_500 * 2) * 100_000_000
        let transaction = try chain.sign(
            "alice.root", to: "bob.root", [.transfer(NEARToken(yoctoNEAR: owned - fee))])
        let error = #expect(throws: InvalidTxError.self) { try chain.execute(transaction) }
        // 100,182 bytes at 10¹⁹ yoctoNEAR each are missing.
        #expect(
            error?.view
                == ["LackBalanceForState": ["signer_id": "alice.root", "amount": "1001820000000000000000000"]])
    }
}
