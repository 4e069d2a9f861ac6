// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

extension RefusalCase {
    /// The rules that lists of actions have to keep, `ActionsValidationError`.
    static let ruleCases: [RefusalCase] =
        rule("deletion that isn't last", "DeleteActionMustBeFinal") { chain in
            [.deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("bob.root"))), .createAccount]
        }
        + rule(
            "too many actions", ["TotalNumberOfActionsExceeded": ["total_number_of_actions": 101, "limit": 100]]
        ) { _ in Array(repeating: .functionCall("m", gas: .zero), count: 101) }
        + rule("call without gas, which comes before its name", "FunctionCallZeroAttachedGas") { _ in
            [.functionCall(String(repeating: "m", count: 257), gas: .zero)]
        }
        + rule(
            "method name too long, which comes before the arguments",
            ["FunctionCallMethodNameLengthExceeded": ["length": 257, "limit": 256]]
        ) { _ in [.functionCall(String(repeating: "m", count: 257), args: largest + [0])] }
        + rule(
            "arguments too long",
            ["FunctionCallArgumentsLengthExceeded": ["length": 4_194_305, "limit": 4_194_304]]
        ) { _ in [.functionCall("m", args: largest + [0])] }
        + rule(
            "more gas than a transaction may have",
            [
                "TotalPrepaidGasExceeded": [
                    "total_prepaid_gas": 1_000_000_000_000_001, "limit": 1_000_000_000_000_000,
                ]
            ]
        ) { _ in [.functionCall("m", gas: Gas(gas: 1_000_000_000_000_000)), .functionCall("m", gas: Gas(gas: 1))] }
        + rule("gas beyond counting", "IntegerOverflow") { _ in
            [.functionCall("m", gas: Gas(gas: .max)), .functionCall("m", gas: Gas(gas: .max))]
        }
        + rule("contract too large", ["ContractSizeExceeded": ["size": 4_194_305, "limit": 4_194_304]]) { _ in
            [.deployContract(DeployContractAction(code: largest + [0]))]
        }
        + rule("global contract too large", ["ContractSizeExceeded": ["size": 4_194_305, "limit": 4_194_304]]) { _ in
            [.deployGlobalContract(DeployGlobalContractAction(code: largest + [0], deployMode: .codeHash))]
        }
        + rule("key's receiver is no account id", ["InvalidAccountId": ["account_id": "Not An Id"]]) { chain in
            [try key(chain, receiver: "Not An Id", methods: [])]
        }
        // 128 bytes at most are repeated, in whole characters: 42 times three.
        + rule(
            "key's receiver is long", ["InvalidAccountId": ["account_id": .string(String(repeating: "€", count: 42))]]
        ) { chain in [try key(chain, receiver: String(repeating: "€", count: 100), methods: [])] }
        + rule(
            "key's method name too long", ["AddKeyMethodNameLengthExceeded": ["length": 257, "limit": 256]]
        ) { chain in [try key(chain, methods: [String(repeating: "m", count: 257)])] }
        + rule(
            "key's method names too long together",
            ["AddKeyMethodNamesNumberOfBytesExceeded": ["total_number_of_bytes": 2_056, "limit": 2_000]]
        ) { chain in [try key(chain, methods: Array(repeating: String(repeating: "m", count: 256), count: 8))] }
        + [
            RefusalCase(
                "stake with a key of Ethereum's kind",
                expecting: { chain in
                    let key = JSONValue.key(try secp256k1Key())
                    return ["ActionsValidation": ["UnsuitableStakingKey": ["public_key": key]]]
                },
                { chain in
                    let stake = StakeAction(stake: NEARToken.test(1), publicKey: try secp256k1Key())
                    return try chain.sign("alice.root", to: "alice.root", [.stake(stake)])
                }),
            RefusalCase("two delegate actions", ["ActionsValidation": "DelegateActionMustBeOnlyOne"]) { chain in
                let delegate = Action.delegate(try chain.delegate("alice.root", to: "root", [.createAccount]))
                return try chain.sign("bob.root", to: "alice.root", [delegate, delegate])
            },
            state(
                "first state of another account",
                [
                    "InvalidDeterministicStateInitReceiver": [
                        "receiver_id": "bob.root", "derived_id": .id(SampleAction.stateInit.accountId),
                    ]
                ], state: SampleAction.stateInit, to: "bob.root"),
            state(
                "key of the first state too long",
                ["DeterministicStateInitKeyLengthExceeded": ["length": 2_049, "limit": 2_048]],
                state: makeState([UInt8](repeating: 1, count: 2_049), [])),
            state(
                "value of the first state too long",
                ["DeterministicStateInitValueLengthExceeded": ["length": 4_194_305, "limit": 4_194_304]],
                state: makeState([1], largest + [0])),
        ]

    private static let largest = [UInt8](repeating: 0, count: 4_194_304)

    private static func key(_ chain: LocalChain, receiver: String = "bob.root", methods: [String]) throws -> Action {
        let permission = FunctionCallPermission(allowance: nil, receiverText: receiver, methodNames: methods)
        return .addKey(
            AddKeyAction(
                publicKey: try chain.key("new").publicKey, accessKey: AccessKey(permission: .functionCall(permission))))
    }

    private static func secp256k1Key() throws -> PublicKey {
        try PublicKey(keyType: .secp256k1, bytes: [UInt8](repeating: 7, count: 64))
    }

    private static func makeState(_ key: [UInt8], _ value: [UInt8]) -> DeterministicAccountStateInit {
        .v1(DeterministicAccountStateInitV1(code: .codeHash(.zero), data: [key: value]))
    }

    private static func state(
        _ name: String, _ error: JSONValue, state: DeterministicAccountStateInit, to receiver: String? = nil
    ) -> RefusalCase {
        RefusalCase(name, ["ActionsValidation": error]) { chain in
            let action = DeterministicStateInitAction(stateInit: state, deposit: .zero)
            return try chain.sign(
                "alice.root", to: receiver ?? state.accountId.text, [.deterministicStateInit(action)])
        }
    }

    /// Gas keys and other features that came with protocol version 85.
    static let laterCases: [RefusalCase] =
        gasKey("gas key without nonces", ["GasKeyInvalidNumNonces": ["requested_nonces": 0, "limit": 1_024]]) { _ in
            .gasKeyFullAccess(GasKeyInfo(balance: .zero, numNonces: 0))
        }
        + gasKey(
            "gas key with too many nonces", ["GasKeyInvalidNumNonces": ["requested_nonces": 1_025, "limit": 1_024]]
        ) { _ in .gasKeyFullAccess(GasKeyInfo(balance: .zero, numNonces: 1_025)) }
        + gasKey("gas key with a balance", ["AddGasKeyWithNonZeroBalance": ["balance": "1"]]) { _ in
            .gasKeyFullAccess(GasKeyInfo(balance: NEARToken(yoctoNEAR: 1), numNonces: 1))
        }
        + gasKey("gas key with an allowance", "GasKeyFunctionCallAllowanceNotAllowed") { chain in
            let permission = FunctionCallPermission(
                allowance: .zero, receiverId: try chain.id("bob.root"), methodNames: [])
            return .gasKeyFunctionCall(GasKeyInfo(balance: .zero, numNonces: 0), permission)
        }
        + later("post-quantum key to be added", "PostQuantumSignatures") { _ in
            .addKey(AddKeyAction(publicKey: try .postQuantum, accessKey: .fullAccess))
        }
        + later("post-quantum key to stake with", "PostQuantumSignatures") { _ in
            .stake(StakeAction(stake: .zero, publicKey: try .postQuantum))
        }
        + [
            RefusalCase(
                "gas key whose permission is wrong", ["ActionsValidation": ["InvalidAccountId": ["account_id": "A"]]]
            ) { chain in
                let permission = FunctionCallPermission(allowance: nil, receiverText: "A", methodNames: [])
                let gasKey = AccessKeyPermission.gasKeyFunctionCall(
                    GasKeyInfo(balance: .zero, numNonces: 1), permission)
                let key = try chain.key("new").publicKey
                return try chain.sign(
                    "alice.root", to: "alice.root",
                    [.addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(permission: gasKey)))])
            },
            RefusalCase("delegate action of version 2", unsupported("DelegateV2")) { chain in
                let delegate = DelegateActionV2(
                    senderId: try chain.id("alice.root"), receiverId: try chain.id("root"), actions: [.createAccount],
                    nonce: .nonce(1), maxBlockHeight: 10, publicKey: try chain.key("alice.root").publicKey)
                let signed = VersionedSignedDelegateAction(delegateAction: .v2(delegate), signature: try .zeros)
                return try chain.sign("bob.root", to: "alice.root", [.delegateV2(signed)])
            },
        ]

    private static func gasKey(
        _ name: String, _ error: JSONValue,
        permission: @escaping @Sendable (LocalChain) throws -> AccessKeyPermission
    ) -> [RefusalCase] {
        rule(name, error) { chain in
            let accessKey = AccessKey(permission: try permission(chain))
            return [.addKey(AddKeyAction(publicKey: try chain.key("new").publicKey, accessKey: accessKey))]
        }
    }

    private static func unsupported(_ feature: String) -> JSONValue {
        let info: JSONValue = ["protocol_feature": .string(feature), "version": 83]
        return ["ActionsValidation": ["UnsupportedProtocolFeature": info]]
    }

    private static func later(
        _ name: String, _ feature: String, make: @escaping @Sendable (PublicKey) throws -> Action
    ) -> [RefusalCase] {
        let info: JSONValue = ["protocol_feature": .string(feature), "version": 83]
        return rule(name, ["UnsupportedProtocolFeature": info]) { [try make($0.key("new").publicKey)] }
    }
}

extension PublicKey {
    /// A key of NEP-645 whose secret key isn't known.
    static var postQuantum: PublicKey {
        get throws { try PublicKey(keyType: .mldsa65, bytes: [UInt8](repeating: 7, count: 1_952)) }
    }
}

extension Signature {
    /// A signature of nothing.
    static var zeros: Signature {
        get throws { try Signature(keyType: .ed25519, bytes: [UInt8](repeating: 0, count: 64)) }
    }
}
