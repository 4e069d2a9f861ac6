// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

extension ActionFailureCase {
    /// Faults of a delegate action that bob relays for alice.
    ///
    /// Each row has what later rows complain about too, so that the order is nearcore's.
    static let delegateCases: [ActionFailureCase] = [
        delegate("signed by another", kind: "DelegateActionInvalidSignature") { chain in
            let honest = try chain.delegate("alice.root", to: "root", one) {
                $0.senderId = try AccountId("root")
                $0.maxBlockHeight = 0
            }
            return SignedDelegateAction(
                delegateAction: honest.delegateAction,
                signature: try chain.key("bob.root").sign(honest.delegateAction.hash))
        },
        delegate("late", kind: "DelegateActionExpired") { chain in
            try chain.delegate("alice.root", to: "root", one) {
                $0.senderId = try AccountId("root")
                $0.maxBlockHeight = 1
            }
        },
        delegate(
            "of another sender",
            kind: [
                "DelegateActionSenderDoesNotMatchTxReceiver": ["sender_id": "root", "receiver_id": "alice.root"]
            ]
        ) { chain in
            try chain.delegate("alice.root", to: "root", one, key: chain.key("nobody")) {
                $0.senderId = try AccountId("root")
            }
        },
        ActionFailureCase(
            "Delegate", "by a key that isn't the sender's",
            kind: { chain in
                let key = JSONValue.key(try chain.key("nobody").publicKey)
                let info: JSONValue = ["account_id": "alice.root", "public_key": key]
                return ["DelegateActionAccessKeyError": ["AccessKeyNotFound": info]]
            }, from: "bob.root",
            actions: {
                [.delegate(try $0.delegate("alice.root", to: "root", one, key: $0.key("nobody")) { $0.nonce = 0 })]
            }),
        delegate(
            "with a nonce that was used", kind: ["DelegateActionInvalidNonce": ["delegate_nonce": 0, "ak_nonce": 0]]
        ) {
            try $0.delegate("alice.root", to: "root", one) { $0.nonce = 0 }
        },
        delegate(
            "with a nonce beyond its bound",
            kind: ["DelegateActionNonceTooLarge": ["delegate_nonce": 9_000_000, "upper_bound": 4_000_000]]
        ) { chain in
            let key = try chain.addSessionKey()
            return try chain.delegate("alice.root", to: "root", one, key: key) { $0.nonce = 9_000_000 }
        },
        delegate("of a transfer by a key for calls", kind: ["DelegateActionAccessKeyError": "RequiresFullAccess"]) {
            chain in
            let key = try chain.addSessionKey()
            return try chain.delegate("alice.root", to: "root", one, key: key)
        },
        delegate("of two calls by a key for one", kind: ["DelegateActionAccessKeyError": "RequiresFullAccess"]) {
            chain in
            let key = try chain.addSessionKey()
            let calls: [Action] = [.functionCall("a"), .functionCall("a")]
            return try chain.delegate("alice.root", to: "bob.root", calls, key: key)
        },
        // Before protocol version 85, a deposit is what nearcore complains about only if nothing else is wrong.
        delegate(
            "of a call of another by a key for calls, whatever is deposited",
            kind: [
                "DelegateActionAccessKeyError": [
                    "ReceiverMismatch": ["tx_receiver": "root", "ak_receiver": "bob.root"]
                ]
            ]
        ) { chain in
            let key = try chain.addSessionKey()
            let call = Action.functionCall("b", deposit: NEARToken.test(1))
            return try chain.delegate("alice.root", to: "root", [call], key: key)
        },
        delegate(
            "of another method by a key for one, whatever is deposited",
            kind: ["DelegateActionAccessKeyError": ["MethodNameMismatch": ["method_name": "b"]]]
        ) { chain in
            let key = try chain.addSessionKey()
            let call = Action.functionCall("b", deposit: NEARToken.test(1))
            return try chain.delegate("alice.root", to: "bob.root", [call], key: key)
        },
        delegate("of a deposit by a key for calls", kind: ["DelegateActionAccessKeyError": "DepositWithFunctionCall"]) {
            chain in
            let key = try chain.addSessionKey()
            let call = Action.functionCall("a", deposit: NEARToken.test(1))
            return try chain.delegate("alice.root", to: "bob.root", [call], key: key)
        },
        // The rule that the state's account be the receiver's is held against the outer receiver before protocol
        // version 85, and only then against the receipt that comes of it.
        ActionFailureCase(
            "Delegate", "of another account's first state",
            kind: [
                "NewReceiptValidationError": [
                    "ActionsValidation": [
                        "InvalidDeterministicStateInitReceiver": [
                            "receiver_id": "root", "derived_id": .id(SampleAction.stateInit.accountId),
                        ]
                    ]
                ]
            ], from: "bob.root", to: SampleAction.stateInit.accountId.text
        ) { chain in
            let id = SampleAction.stateInit.accountId
            let key = try chain.key("session")
            chain.chain.patch([
                .accountUpdate(id, AccountRecord(amount: 0, storageUsage: 182)),
                .accessKeyUpdate(id, key.publicKey, .fullAccess),
            ])
            try chain.chain.produceBlock()
            let action = try SampleAction.make("DeterministicStateInit", chain)
            return [.delegate(try chain.delegate(id.text, to: "root", [action], key: key))]
        },
    ]

    private static let one: [Action] = [.transfer(NEARToken.test(2))]

    private static func delegate(
        _ name: String, kind: JSONValue,
        _ make: @escaping @Sendable (inout LocalChain) throws -> SignedDelegateAction
    ) -> ActionFailureCase {
        ActionFailureCase("Delegate", name, kind: kind, from: "bob.root") { chain in
            try chain.chain.produceBlock()
            return [.delegate(try make(&chain))]
        }
    }
}
