// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARDevnet

/// An action that nearcore can't do fails with nearcore's error value; the receipt is rolled back, its deposit returned.
@Suite struct ActionFailureTests {
    struct Failure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// `ActionError` in JSON.
        let expected: JSONValue
        let signer: String
        let receiver: String
        let actions: @Sendable (inout LocalChain) throws -> [Action]

        init(
            _ name: String, _ expected: JSONValue, from signer: String = "alice.root", to receiver: String,
            index: JSONValue = 0, _ actions: @escaping @Sendable (inout LocalChain) throws -> [Action]
        ) {
            testDescription = name
            self.expected = ["index": index, "kind": expected]
            self.signer = signer
            self.receiver = receiver
            self.actions = actions
        }
    }

    static let hexId = String(repeating: "ab", count: 32)
    static let ethId = "0x" + String(repeating: "12", count: 20)

    static let failures: [Failure] = [
        Failure("transfer to nobody", ["AccountDoesNotExist": ["account_id": "nobody.root"]], to: "nobody.root") {
            _ in [.transfer(NEARToken.test(1))]
        },
        Failure(
            "transfer with company to an implicit account that isn't there",
            ["AccountDoesNotExist": ["account_id": .string(hexId)]], to: hexId
        ) { _ in [.transfer(NEARToken.test(1)), .transfer(NEARToken.test(1))] },
        Failure("account exists", ["AccountAlreadyExists": ["account_id": "bob.root"]], from: "root", to: "bob.root") {
            _ in [.createAccount]
        },
        Failure(
            "sub-account of another",
            ["CreateAccountNotAllowed": ["account_id": "new.bob.root", "predecessor_id": "alice.root"]],
            to: "new.bob.root"
        ) { _ in [.createAccount] },
        Failure(
            "grandchild", ["CreateAccountNotAllowed": ["account_id": "a.new.root", "predecessor_id": "root"]],
            from: "root", to: "a.new.root"
        ) { _ in [.createAccount] },
        Failure(
            "short top-level account",
            [
                "CreateAccountOnlyByRegistrar": [
                    "account_id": "short", "registrar_account_id": "registrar", "predecessor_id": "alice.root",
                ]
            ], to: "short"
        ) { _ in [.createAccount] },
        Failure(
            "creation of an implicit account",
            ["OnlyImplicitAccountCreationAllowed": ["account_id": .string(hexId)]], to: hexId
        ) { _ in [.createAccount] },
        Failure(
            "creation of an Ethereum account",
            ["OnlyImplicitAccountCreationAllowed": ["account_id": .string(ethId)]], to: ethId
        ) { _ in [.createAccount] },
        Failure(
            "key for another's account", ["ActorNoPermission": ["account_id": "bob.root", "actor_id": "alice.root"]],
            to: "bob.root"
        ) { chain in
            [.addKey(AddKeyAction(publicKey: try chain.key("new").publicKey, accessKey: .fullAccess))]
        },
        Failure(
            "code for another's account", ["ActorNoPermission": ["account_id": "bob.root", "actor_id": "alice.root"]],
            to: "bob.root"
        ) { _ in [.deployContract(DeployContractAction(code: [0]))] },
        Failure(
            "deletion of another's account",
            ["ActorNoPermission": ["account_id": "bob.root", "actor_id": "alice.root"]], to: "bob.root"
        ) { chain in [.deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("alice.root")))] },
        Failure("deletion while staking", ["DeleteAccountStaking": ["account_id": "root"]], from: "root", to: "root") {
            chain in [.deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("alice.root")))]
        },
        Failure(
            "deletion with much state", ["DeleteAccountWithLargeState": ["account_id": "alice.root"]], to: "alice.root"
        ) {
            chain in
            // The code itself doesn't count.
            let id = try chain.id("alice.root")
            guard var record = chain.state.account(id) else { return [] }
            record.storageUsage += 10_000
            chain.chain.patch([.accountUpdate(id, record)])
            return [.deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("bob.root")))]
        },
        Failure("unstaking without stake", ["TriesToUnstake": ["account_id": "alice.root"]], to: "alice.root") {
            chain in [.stake(StakeAction(stake: .zero, publicKey: try chain.key("alice.root").publicKey))]
        },
        Failure(
            "stake below the minimum",
            [
                "InsufficientStake": [
                    "account_id": "alice.root", "stake": "1000000000000000000000000",
                    "minimum_stake": "10000000000000000000000000000",
                ]
            ], to: "alice.root"
        ) { chain in [.stake(StakeAction(stake: NEARToken.test(1), publicKey: try chain.key("alice.root").publicKey))]
        },
        Failure(
            "call of an account without code",
            ["FunctionCallError": ["CompilationError": ["CodeDoesNotExist": ["account_id": "bob.root"]]]],
            to: "bob.root"
        ) { _ in [.functionCall("m", deposit: NEARToken.test(1))] },
        Failure("call of nobody", ["AccountDoesNotExist": ["account_id": "nobody.root"]], to: "nobody.root") {
            _ in [.functionCall("m")]
        },
        Failure(
            "second of three actions", ["AccountAlreadyExists": ["account_id": "bob.root"]], to: "bob.root", index: 1
        ) { _ in [.transfer(NEARToken.test(1)), .createAccount, .transfer(NEARToken.test(1))] },
    ]

    @Test(arguments: failures)
    func failsAsInNearcoreAndChangesNothingButFees(_ failure: Failure) throws {
        var chain = try LocalChain()
        let actions = try failure.actions(&chain)
        while chain.chain.hasWork { try chain.chain.produceBlock() }
        let before = try chain.balance(failure.signer)
        let others = try chain.balance("bob.root")
        let supply = try chain.countTokens()
        let status = try chain.send(failure.signer, to: failure.receiver, actions)
        #expect(status.failure?.view == failure.expected)
        #expect(status.progress == .final)
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(try chain.balance(failure.signer) == before - burnt)
        #expect(try chain.balance("bob.root") == others)
        #expect(try chain.countTokens() == supply - burnt)
    }

    @Test func keyThatIsThereCannotBeAdded() throws {
        var chain = try LocalChain()
        let key = try chain.key("alice.root").publicKey
        let status = try chain.send(
            "alice.root", to: "alice.root", [.addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess))])
        let info: JSONValue = ["account_id": "alice.root", "public_key": .string(key.description)]
        #expect(status.failure?.kind.view == ["AddKeyAlreadyExists": info])
    }

    @Test func keyThatIsNotThereCannotBeDeleted() throws {
        var chain = try LocalChain()
        let key = try chain.key("nobody").publicKey
        let status = try chain.send(
            "alice.root", to: "alice.root", [.deleteKey(DeleteKeyAction(publicKey: key))])
        let info: JSONValue = ["account_id": "alice.root", "public_key": .string(key.description)]
        #expect(status.failure?.kind.view == ["DeleteKeyDoesNotExist": info])
    }

    @Test func stakeBeyondTheBalanceFails() throws {
        var chain = try LocalChain()
        let status = try chain.send(
            "alice.root", to: "alice.root",
            [.stake(StakeAction(stake: NEARToken.test(20_000), publicKey: try chain.key("alice.root").publicKey))])
        #expect(status.failure?.kind.view["TriesToStake"]?["stake"] == "20000000000000000000000000000")
        #expect(status.failure?.kind.view["TriesToStake"]?["locked"] == "0")
    }

    @Test func accountThatCannotPayForItsStorageIsNotCreated() throws {
        var chain = try LocalChain()
        let code = [UInt8](repeating: 1, count: 10_000)
        let status = try chain.send(
            "alice.root", to: "new.alice.root", [.createAccount, .deployContract(DeployContractAction(code: code))])
        #expect(
            status.failure?.view == [
                "index": nil,
                "kind": [
                    "LackBalanceForState": ["account_id": "new.alice.root", "amount": "101000000000000000000000"]
                ],
            ])
        #expect(chain.state.account(try chain.id("new.alice.root")) == nil)
        #expect(chain.state.code(try chain.id("new.alice.root")) == nil)
    }

    @Test func globalContractThatIsNotThereCannotBeUsed() throws {
        var chain = try LocalChain()
        let action = UseGlobalContractAction(contractIdentifier: .accountId(try chain.id("bob.root")))
        let status = try chain.send("alice.root", to: "alice.root", [.useGlobalContract(action)])
        #expect(
            status.failure?.kind.view == ["GlobalContractDoesNotExist": ["identifier": ["AccountId": "bob.root"]]])
    }
}
