// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

private let hexId = String(repeating: "ab", count: 32)
private let ethId = "0x" + String(repeating: "12", count: 20)

extension ActionFailureCase {
    /// Every action that needs its receiver, sent to an account that doesn't exist.
    ///
    /// That comes first: nobody's account isn't the sender's either.
    static let existenceCases = SampleAction.names
        .filter { $0 != "CreateAccount" && $0 != "DeterministicStateInit" }
        .map { name in
            ActionFailureCase(
                name, "at nobody's account", kind: ["AccountDoesNotExist": ["account_id": "nobody.root"]],
                to: "nobody.root"
            ) { [try SampleAction.make(name, $0)] }
        }

    /// Every action that an account does to itself only, sent to another's.
    static let permissionCases = [
        "DeployContract", "Stake", "AddKey", "DeleteKey", "DeleteAccount", "DeployGlobalContract", "UseGlobalContract",
        "WithdrawFromGasKey",
    ].map { name in
        ActionFailureCase(
            name, "at another's account",
            kind: ["ActorNoPermission": ["account_id": "bob.root", "actor_id": "alice.root"]], to: "bob.root"
        ) { [try SampleAction.make(name, $0)] }
    }

    /// Failures of each action by itself.
    static let ownCases: [ActionFailureCase] = [
        ActionFailureCase(
            "CreateAccount", "that is there", kind: ["AccountAlreadyExists": ["account_id": "bob.root"]], from: "root",
            to: "bob.root"
        ) { _ in [.createAccount] },
        ActionFailureCase(
            "CreateAccount", "an implicit one that is there, which is what counts first",
            kind: ["AccountAlreadyExists": ["account_id": .string(hexId)]], to: hexId
        ) { chain in
            try chain.send("bob.root", to: hexId, [.transfer(NEARToken.test(1))])
            return [.createAccount]
        },
        ActionFailureCase(
            "CreateAccount", "below another's",
            kind: ["CreateAccountNotAllowed": ["account_id": "new.bob.root", "predecessor_id": "alice.root"]],
            to: "new.bob.root"
        ) { _ in [.createAccount] },
        ActionFailureCase(
            "CreateAccount", "two levels below",
            kind: ["CreateAccountNotAllowed": ["account_id": "a.new.root", "predecessor_id": "root"]], from: "root",
            to: "a.new.root"
        ) { _ in [.createAccount] },
        ActionFailureCase(
            "CreateAccount", "at the top",
            kind: [
                "CreateAccountOnlyByRegistrar": [
                    "account_id": "short", "registrar_account_id": "registrar", "predecessor_id": "alice.root",
                ]
            ], to: "short"
        ) { _ in [.createAccount] },
        ActionFailureCase(
            "CreateAccount", "an implicit one",
            kind: ["OnlyImplicitAccountCreationAllowed": ["account_id": .string(hexId)]],
            to: hexId
        ) { _ in [.createAccount] },
        ActionFailureCase(
            "CreateAccount", "one of Ethereum",
            kind: ["OnlyImplicitAccountCreationAllowed": ["account_id": .string(ethId)]],
            to: ethId
        ) { _ in [.createAccount] },
        ActionFailureCase(
            "CreateAccount", "a deterministic one",
            kind: ["OnlyImplicitAccountCreationAllowed": ["account_id": .id(SampleAction.stateInit.accountId)]],
            to: SampleAction.stateInit.accountId.text
        ) { _ in [.createAccount] },
        ActionFailureCase(
            "Transfer", "with company to an implicit account that isn't there",
            kind: ["AccountDoesNotExist": ["account_id": .string(hexId)]], to: hexId
        ) { _ in [.transfer(NEARToken.test(1)), .transfer(NEARToken.test(1))] },
        ActionFailureCase(
            "Stake", "more than there is, which comes before that it is too little",
            kind: [
                "TriesToStake": [
                    "account_id": "alice.root", "stake": "9999999999999999999999999999", "locked": "0",
                    // What the transaction costs is gone already: 108,059,500,000 + 141,715,687,500 and
                    // 108,059,500,000 + 102,217,625,000 gas at 10⁸ yoctoNEAR.
                    "balance": "9999999953994768750000000000",
                ]
            ]
        ) { chain in
            let stake = NEARToken(yoctoNEAR: NEARToken.test(10_000).yoctoNEAR - 1)
            return [.stake(StakeAction(stake: stake, publicKey: try chain.key("alice.root").publicKey))]
        },
        ActionFailureCase("Stake", "nothing without a stake", kind: ["TriesToUnstake": ["account_id": "alice.root"]]) {
            chain in [.stake(StakeAction(stake: .zero, publicKey: try chain.key("alice.root").publicKey))]
        },
        ActionFailureCase(
            "Stake", "too little",
            kind: [
                "InsufficientStake": [
                    "account_id": "alice.root", "stake": "1000000000000000000000000",
                    "minimum_stake": "10000000000000000000000000000",
                ]
            ]
        ) { chain in [.stake(StakeAction(stake: NEARToken.test(1), publicKey: try chain.key("alice.root").publicKey))]
        },
        ActionFailureCase(
            "AddKey", "that is there",
            kind: { chain in
                let key = JSONValue.key(try chain.key("alice.root").publicKey)
                return ["AddKeyAlreadyExists": ["account_id": "alice.root", "public_key": key]]
            },
            actions: { [.addKey(AddKeyAction(publicKey: try $0.key("alice.root").publicKey, accessKey: .fullAccess))] }),
        ActionFailureCase(
            "DeleteKey", "that isn't there",
            kind: { chain in
                let key = JSONValue.key(try chain.key("new").publicKey)
                return ["DeleteKeyDoesNotExist": ["account_id": "alice.root", "public_key": key]]
            }, actions: { [try SampleAction.make("DeleteKey", $0)] }),
        ActionFailureCase(
            "DeleteAccount", "that stakes, which comes before how much it stores",
            kind: ["DeleteAccountStaking": ["account_id": "root"]], from: "root", to: "root"
        ) { chain in
            try chain.store(10_000, at: "root")
            return [.deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("bob.root")))]
        },
        ActionFailureCase(
            "DeleteAccount", "that stores much", kind: ["DeleteAccountWithLargeState": ["account_id": "alice.root"]]
        ) { chain in
            try chain.store(10_000, at: "alice.root")
            return [.deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("bob.root")))]
        },
        ActionFailureCase(
            "DeployGlobalContract", "for more than there is",
            kind: ["LackBalanceForState": ["account_id": "poor.alice.root", "amount": "100000000000000000000000"]],
            from: "poor.alice.root", to: "poor.alice.root"
        ) { chain in
            let key = AddKeyAction(publicKey: try chain.key("poor.alice.root").publicKey, accessKey: .fullAccess)
            let amount = NEARToken(yoctoNEAR: NEARToken.yoctoPerNEAR / 10)
            try chain.send("alice.root", to: "poor.alice.root", [.createAccount, .transfer(amount), .addKey(key)])
            let code = [UInt8](repeating: 1, count: 1_000)
            return [.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: .codeHash))]
        },
        ActionFailureCase(
            "UseGlobalContract", "of nobody",
            kind: ["GlobalContractDoesNotExist": ["identifier": ["account_id": "bob.root"]]]
        ) { chain in
            [.useGlobalContract(UseGlobalContractAction(contractIdentifier: .accountId(try chain.id("bob.root"))))]
        },
        ActionFailureCase(
            "UseGlobalContract", "that isn't there",
            kind: ["GlobalContractDoesNotExist": ["identifier": ["hash": .hash(.sha256([1]))]]]
        ) { [try SampleAction.make("UseGlobalContract", $0)] },
        ActionFailureCase(
            "DeterministicStateInit", "with code that isn't there",
            kind: ["GlobalContractDoesNotExist": ["identifier": ["hash": .hash(.sha256([1]))]]],
            to: SampleAction.stateInit.accountId.text
        ) { [try SampleAction.make("DeterministicStateInit", $0)] },
    ]
}

extension LocalChain {
    /// Counts bytes to an account that it doesn't really have.
    fileprivate mutating func store(_ bytes: UInt64, at name: String) throws {
        var record = try #require(state.account(try id(name)))
        record.storageUsage += bytes
        chain.patch([.accountUpdate(try id(name), record)])
    }
}
