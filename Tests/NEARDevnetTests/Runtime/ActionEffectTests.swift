// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// The effects of each action when it succeeds.
@Suite(.ownThread) struct ActionEffectTests {
    @Test func transferTakesThreeBlocksAndCostsWhatNearcoreTakes() throws {
        var chain = try LocalChain()
        let before = try chain.balance("alice.root")
        let status = try chain.send("alice.root", to: "bob.root", [.transfer(NEARToken.test(5))])
        #expect(status.failure == nil)
        #expect(try chain.balance("bob.root") == NEARToken.test(10_005).yoctoNEAR)
        // 2 × 223,182,562,500 gas at 10⁸ yoctoNEAR, as on mainnet.
        #expect(try chain.balance("alice.root") == before - NEARToken.test(5).yoctoNEAR - 44_636_512_500_000_000_000)
        // The transaction, the transfer; nothing to refund, since gas is bought at the price it is burnt at.
        #expect(status.receiptOutcomes.count == 1)
        #expect(chain.chain.head.height == 2)
    }

    @Test func accountIsCreatedWithKeyAndBalance() throws {
        var chain = try LocalChain()
        let key = try chain.key("new.alice.root").publicKey
        let status = try chain.send(
            "alice.root", to: "new.alice.root",
            [
                .createAccount, .transfer(NEARToken.test(10)),
                .addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(nonce: 77, permission: .fullAccess))),
            ])
        #expect(status.failure == nil)
        let id = try chain.id("new.alice.root")
        let account = try #require(chain.state.account(id))
        #expect(account.amount == NEARToken.test(10).yoctoNEAR)
        #expect(account.storageUsage == 182)
        // The receipt ran in block 2, so nonces start at (2 - 1) × 10⁶, whatever the action said.
        #expect(chain.state.accessKey(id, key)?.nonce == 1_000_000)
        try chain.send("new.alice.root", to: "bob.root", [.transfer(NEARToken.test(1))])
    }

    @Test func accountCreatedInTheSameReceiptMayDoAnythingToItself() throws {
        var chain = try LocalChain()
        let status = try chain.send(
            "alice.root", to: "new.alice.root",
            [
                .createAccount, .transfer(NEARToken.test(10)),
                .deployContract(DeployContractAction(code: [0, 97, 115, 109])),
            ])
        #expect(status.failure == nil)
        let account = try #require(chain.state.account(try chain.id("new.alice.root")))
        #expect(account.contract == .local(.sha256([0, 97, 115, 109])))
        #expect(account.storageUsage == 104)
    }

    @Test func longTopLevelAccountsAreForEveryone() throws {
        var chain = try LocalChain()
        // 64 characters at most, so 65 are never reached: only the registrar creates top-level accounts.
        let status = try chain.send(
            "alice.root", to: String(repeating: "x", count: 64), [.createAccount])
        #expect(status.failure?.kind.view["CreateAccountOnlyByRegistrar"] != nil)
    }

    @Test func transferCreatesAnImplicitAccountWithItsKey() throws {
        var chain = try LocalChain()
        let key = try chain.key("whoever")
        let id = Hexadecimal.encode(key.publicKey.bytes)
        let status = try chain.send("alice.root", to: id, [.transfer(NEARToken.test(3))])
        #expect(status.failure == nil)
        #expect(chain.state.accessKey(try chain.id(id), key.publicKey)?.permission == .fullAccess)
        try chain.send(id, to: "alice.root", [.transfer(NEARToken.test(1))], key: key)
        #expect(try chain.balance(id) < NEARToken.test(2).yoctoNEAR)
    }

    @Test func keysComeAndGoWithTheirStorage() throws {
        var chain = try LocalChain()
        let key = try chain.key("second").publicKey
        let id = try chain.id("alice.root")
        try chain.send("alice.root", to: "alice.root", [.addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess))])
        #expect(chain.state.account(id)?.storageUsage == 264)
        #expect(chain.state.accessKeyList(id).count == 2)
        try chain.send("alice.root", to: "alice.root", [.deleteKey(DeleteKeyAction(publicKey: key))])
        #expect(chain.state.account(id)?.storageUsage == 182)
        #expect(chain.state.accessKeyList(id).count == 1)
    }

    @Test func deletionPaysTheBeneficiary() throws {
        var chain = try LocalChain()
        let bob = try chain.balance("bob.root")
        let alice = try chain.balance("alice.root")
        let status = try chain.send(
            "alice.root", to: "alice.root",
            [.deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("bob.root")))])
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(chain.state.account(try chain.id("alice.root")) == nil)
        #expect(chain.state.accessKeyList(try chain.id("alice.root")).isEmpty)
        #expect(try chain.balance("bob.root") == bob + alice - burnt)
    }

    /// As on mainnet, what goes to a beneficiary that doesn't exist is gone.
    @Test func deletionWithoutBeneficiaryBurnsTheTokens() throws {
        var chain = try LocalChain()
        let owned = try chain.countTokens()
        let alice = try chain.balance("alice.root")
        try chain.send(
            "alice.root", to: "alice.root",
            [.deleteAccount(DeleteAccountAction(beneficiaryId: try chain.id("nobody.root")))])
        #expect(try chain.countTokens() < owned - alice + NEARToken.test(1).yoctoNEAR)
        try chain.chain.produceBlock()
        #expect(try chain.chain.head.header.totalSupply == chain.countTokens())
    }

    @Test func stakeIsLockedAtOnceAndReturnedAfterEpochs() throws {
        var chain = try LocalChain {
            $0.epochLength = 10
            $0.parameters.minimumStake = 1_000
        }
        let id = try chain.id("alice.root")
        let key = try chain.key("alice.root").publicKey
        func stake(_ amount: UInt128) -> [Action] {
            [.stake(StakeAction(stake: NEARToken(yoctoNEAR: amount), publicKey: key))]
        }
        try chain.send("alice.root", to: "alice.root", stake(5_000))
        #expect(chain.state.account(id)?.locked == 5_000)
        try chain.send("alice.root", to: "alice.root", stake(2_000))
        #expect(chain.state.account(id)?.locked == 5_000)
        while chain.chain.head.height < 35 { try chain.chain.produceBlock() }
        #expect(chain.state.account(id)?.locked == 2_000)
        #expect(try chain.chain.head.header.totalSupply == chain.countTokens())
    }

    @Test func globalContractIsPaidForOnceAndUsedByName() throws {
        var chain = try LocalChain()
        let code = [UInt8](repeating: 3, count: 1_000)
        let before = try chain.balance("alice.root")
        let status = try chain.send(
            "alice.root", to: "alice.root",
            [.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: .accountId))])
        let burnt = status.outcome.tokensBurnt + status.receiptOutcomes.reduce(0) { $0 + $1.tokensBurnt }
        #expect(try chain.balance("alice.root") == before - burnt)
        // 1,000 bytes at 0.0001 NEAR, and gas.
        #expect(burnt > NEARToken.yoctoPerNEAR / 10)
        #expect(burnt < NEARToken.yoctoPerNEAR / 5)
        try chain.send(
            "bob.root", to: "bob.root",
            [.useGlobalContract(UseGlobalContractAction(contractIdentifier: .accountId(try chain.id("alice.root"))))])
        let bob = try #require(chain.state.account(try chain.id("bob.root")))
        #expect(bob.contract == .globalByAccount(try chain.id("alice.root")))
        #expect(bob.storageUsage == 182 + 10)
        try chain.chain.produceBlock()
        #expect(try chain.chain.head.header.totalSupply == chain.countTokens())
    }

    @Test func deterministicAccountGetsItsStateOnce() throws {
        var chain = try LocalChain()
        let code = [UInt8](repeating: 3, count: 10)
        try chain.send(
            "alice.root", to: "alice.root",
            [.deployGlobalContract(DeployGlobalContractAction(code: code, deployMode: .codeHash))])
        let stateInit = DeterministicAccountStateInit.v1(
            DeterministicAccountStateInitV1(code: .codeHash(.sha256(code)), data: [[1]: [2, 3]]))
        let action = DeterministicStateInitAction(stateInit: stateInit, deposit: NEARToken.test(1))
        let id = stateInit.accountId
        let status = try chain.send("bob.root", to: id.text, [.deterministicStateInit(action)])
        #expect(status.failure == nil)
        #expect(chain.state.value(id, key: [1]) == [2, 3])
        // 100 for itself, 32 for the code's hash, 3 + 40 for the entry: under 770 bytes, so nothing must be kept.
        #expect(chain.state.account(id)?.storageUsage == 175)
        #expect(chain.state.account(id)?.amount == 0)
        let again = try chain.send("bob.root", to: id.text, [.deterministicStateInit(action)])
        #expect(again.failure == nil)
        #expect(chain.state.account(id)?.storageUsage == 175)
    }
}
