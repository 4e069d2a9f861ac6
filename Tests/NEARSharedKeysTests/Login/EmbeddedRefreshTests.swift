// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARShares
import NEARVault
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Other shares of a key that an account has.
@Suite struct EmbeddedRefreshTests {
    private struct Account {
        let scene: EmbeddedScene
        let id: AccountId
        let wallet: EmbeddedWallet
        let words: ShareWords

        static func make(_ mode: LoginShareMode) async throws -> Account {
            let (scene, id) = (try await EmbeddedScene.start(mode), try AccountId("fresh.test.near"))
            let wallet = try await EmbeddedWallet.create(
                .named(id, scene.creator), plan: try scene.plan(), in: try scene.profile(allowing: try .near(1)),
                asking: scene.presenter)
            return Account(
                scene: scene, id: id, wallet: wallet, words: try #require(scene.presenter.words))
        }

        /// The shares with which a refresh begins: a service that only signs gives none.
        var shares: [any ShareSource] { scene.mode == .release ? [] : [HandedShare(words)] }

        func newWords() throws -> ShareWords { try #require(scene.presenter.words) }
    }

    @Test(arguments: LoginShareMode.allCases) func newSharesOpenTheAccountAndDoNotGoWithOldOnes(
        _ mode: LoginShareMode
    ) async throws {
        let account = try await Account.make(mode)
        let (scene, wallet) = (account.scene, account.wallet)
        let contract = try AccountId("book.test.near")
        let request = FunctionCallKeyRequest(contractId: contract, methodNames: ["sign"], allowance: .oneYocto)
        _ = try await wallet.addDailyKey(request, until: Date(timeIntervalSinceNow: 86_400))
        let keys = try await scene.keys(of: account.id)
        let old = try await wallet.active().set
        let oldDevice = try await scene.plan().deviceShare().share(of: old.id)

        try await wallet.refresh(asking: scene.presenter, with: account.shares)
        let new = try await wallet.active().set
        #expect(new.publicKey == old.publicKey && new.id != old.id)
        #expect(try await scene.keys(of: account.id) == keys, "nothing was sent")
        #expect(try await wallet.strangeKeys().isEmpty, "the daily key is known as before")
        #expect(try await wallet.dailyKeys.count == 1)
        #expect(try scene.profile().records.all().map(\.state) == [.retired, .active])
        await #expect(throws: SharedKeyError.missing(.device)) {
            try await scene.plan().deviceShare().share(of: old.id)
        }
        // Any two of the new ones.
        let words = try account.newWords()
        #expect(try await scene.pays(try await wallet.signIn().signer, account.id))
        #expect(try await scene.pays(try await wallet.recover(with: [HandedShare(words)]).signer, account.id))
        // The old words are named; an old share and a new one sign nothing.
        #expect(throws: (any Error).self) { _ = try ProvenShare(oldDevice, of: new) }
        await #expect(throws: SharedKeyError.self) { try await wallet.prove(account.words) }
        try await wallet.prove(words)
        // And the key can still be replaced.
        try await wallet.rotate(asking: scene.presenter)
        #expect(try await scene.pays(try await wallet.signIn().signer, account.id))
        #expect(try await scene.keys(of: account.id).count == 1)
        await scene.stop()
    }

    /// Left while words are shown, the next call goes on with it, or a rotation gives it up.
    @Test(arguments: LoginShareMode.allCases, [true, false]) func aRefreshThatWasLeftHarmsNothing(
        _ mode: LoginShareMode, _ rotates: Bool
    ) async throws {
        let account = try await Account.make(mode)
        let (scene, wallet) = (account.scene, account.wallet)
        let old = try await wallet.active().set
        scene.presenter.state.withLock { $0.isGone = true }
        await #expect(throws: SharedKeyError.login(.cancelled)) {
            try await wallet.refresh(asking: scene.presenter, with: account.shares)
        }
        scene.presenter.state.withLock { $0.isGone = false }
        #expect(try scene.profile().records.all().map(\.state) == [.active, .pending])
        #expect(try await scene.pays(try await wallet.signIn().signer, account.id))
        #expect(try await wallet.active().id == old.id)
        if rotates {
            try await wallet.rotate(asking: scene.presenter)
            #expect(try await wallet.active().set.publicKey != old.publicKey)
        } else {
            try await wallet.refresh(asking: scene.presenter, with: account.shares)
            #expect(try await wallet.active().set.publicKey == old.publicKey)
        }
        #expect(try scene.profile().records.all().map(\.state) == [.retired, .active])
        #expect(try await scene.pays(try await wallet.signIn().signer, account.id))
        #expect(await scene.login.service.entries.values.count { $0.state == .pending } == 0)
        await scene.stop()
    }

    @Test func aServiceThatGivesNoShareIsNotAskedForOne() async throws {
        let account = try await Account.make(.coSign)
        await #expect(throws: SharedKeyError.notGiven) {
            try await account.wallet.refresh(asking: account.scene.presenter)
        }
        #expect(try account.scene.profile().records.all().count == 1)
        await account.scene.stop()
    }

    /// A key that is being replaced isn't dealt anew at the same time.
    @Test func aReplacementThatWasBegunComesFirst() async throws {
        let account = try await Account.make(.release)
        let (scene, wallet) = (account.scene, account.wallet)
        scene.presenter.state.withLock { $0.isGone = true }
        await #expect(throws: SharedKeyError.login(.cancelled)) { try await wallet.rotate(asking: scene.presenter) }
        scene.presenter.state.withLock { $0.isGone = false }
        do throws(SharedKeyError) {
            try await wallet.refresh(asking: scene.presenter)
            Issue.record("no error")
        } catch {
            guard case .rotation = error else {
                Issue.record("\(error)")
                return
            }
        }
        try await wallet.rotate(asking: scene.presenter)
        try await wallet.refresh(asking: scene.presenter)
        #expect(try await scene.pays(try await wallet.signIn().signer, account.id))
        await scene.stop()
    }
}
