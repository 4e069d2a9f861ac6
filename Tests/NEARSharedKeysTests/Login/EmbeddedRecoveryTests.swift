// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Accounts on computers that have no record of them, and with shares in place of the login.
@Suite struct EmbeddedRecoveryTests {
    private static func made(
        _ scene: EmbeddedScene, app: AppShareForm? = nil
    ) async throws -> (wallet: EmbeddedWallet, words: HandedShare) {
        let alice = try AccountId("alice.test.near")
        let wallet = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: try scene.plan(app: app), in: try scene.profile(),
            asking: scene.presenter)
        let recovery = scene.presenter.state.withLock { $0.words.first { $0.share.holder == .recovery } }
        return (wallet, HandedShare(try #require(recovery)))
    }

    @Test func aNewComputerFindsTheSetByTheServiceAndTheWords() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let (wallet, words) = try await Self.made(scene)
        // Sets that don't count any more are told as well.
        try await wallet.rotate(asking: scene.presenter)
        let newWords = HandedShare(try #require(scene.presenter.words))
        let (alice, other) = (wallet.account, try await scene.elsewhere())
        let (plan, profile) = (try other.plan(), try other.profile())
        #expect(try EmbeddedWallet.restored(alice, plan: plan, in: profile) == nil)
        await #expect(throws: SharedKeyError.share(.foreign(.recovery))) {
            try await EmbeddedWallet.adopt(alice, by: [words], plan: plan, in: profile)
        }
        #expect(try profile.records.all().isEmpty)
        let found = try await EmbeddedWallet.adopt(alice, by: [newWords], plan: plan, in: profile)
        let session = try await found.recover(with: [newWords])
        #expect(try await other.pays(session.signer, alice))
        // From now on this computer is one of the two.
        #expect(try await other.pays(try await found.resume().signer, alice))
        let record = try #require(try profile.records.all().first)
        #expect(record.state == .active && record.provenHolders == [.device, .recovery])
        // A service that names no set of the account, and an account that isn't there.
        await #expect(throws: SharedKeyError.noAccount(try AccountId("bob.test.near"))) {
            try await EmbeddedWallet.adopt(
                try AccountId("bob.test.near"), by: [newWords], plan: plan, in: profile)
        }
        await scene.stop()
    }

    @Test func whereTheServiceSignsANewComputerReplacesTheKey() async throws {
        let scene = try await EmbeddedScene.start(.coSign)
        let (wallet, words) = try await Self.made(scene)
        let old = try await wallet.signIn().signer
        let (alice, other) = (wallet.account, try await scene.elsewhere())
        let found = try await EmbeddedWallet.adopt(
            alice, by: [words], plan: try other.plan(), in: try other.profile())
        // It has no share yet, and the service gives none.
        let closed = try await found.resume().signer
        await #expect(throws: SigningError.self) { _ = try await other.pays(closed, alice) }
        await #expect(throws: SharedKeyError.notGiven) { _ = try await found.recover(with: [words]) }
        try await found.rotate(asking: other.presenter, with: [words])
        #expect(try await other.pays(try await found.resume().signer, alice))
        await #expect(throws: RPCError.self) { _ = try await scene.pays(old, alice) }
        await scene.stop()
    }

    @Test func twoSharesAreEnoughWithoutAnyService() async throws {
        let scene = try await EmbeddedScene.start(.coSign)
        let (wallet, words) = try await Self.made(scene, app: nil)
        let alice = wallet.account
        // The device's share is in a sealed file: it stands for whatever else a person has.
        let set = try await wallet.active().id
        let device = HandedShare(try await scene.plan().deviceShare().share(of: set))
        await scene.login.stop()
        let other = try await scene.elsewhere()
        let (plan, profile) = (try other.plan(), try other.profile())
        let strange = HandedShare(try SharedKeyScene().share(.recovery).share)
        await #expect(throws: SharedKeyError.share(.foreign(.recovery))) {
            try await EmbeddedWallet.adopt(alice, by: [strange, device], plan: plan, in: profile, hint: nil)
        }
        await #expect(throws: SharedKeyError.share(.sameHolder(.recovery))) {
            try await EmbeddedWallet.adopt(alice, by: [words, words], plan: plan, in: profile, hint: nil)
        }
        await #expect(throws: SharedKeyError.noAccount(alice)) {
            try await EmbeddedWallet.adopt(alice, by: [words], plan: plan, in: profile, hint: nil)
        }
        let found = try await EmbeddedWallet.adopt(alice, by: [words, device], plan: plan, in: profile, hint: nil)
        #expect(try await other.pays(try await found.recover(with: [words, device]).signer, alice))
        // Without a login: this computer's share, which is here now, and the words.
        let own = try SecretKey.generate(.ed25519)
        try await found.leave(adding: own.publicKey, with: [words])
        #expect(try await other.keys(of: alice) == [own.publicKey.handle])
        await scene.devnet.stop()
    }

    @Test(arguments: LoginShareMode.allCases)
    func aLoginThatWasTakenOverIsReplacedByAnother(_ mode: LoginShareMode) async throws {
        let scene = try await EmbeddedScene.start(mode)
        let (wallet, words) = try await Self.made(scene)
        let old = try await wallet.signIn().signer
        await scene.login.provider.expect(IdentityProvider.Person(subject: "person-2"))
        let again = try #require(
            try EmbeddedWallet.restored(wallet.account, plan: try scene.plan(), in: try scene.profile()))
        // Somebody else's login opens nothing, and is the one of the new key.
        await #expect(throws: SharedKeyError.login(.service(.unknownSet))) { try await again.signIn() }
        try await again.logIn()
        try await again.rotate(asking: scene.presenter, with: [words])
        #expect(try await again.signIn().userInfo?.userId == "person-2")
        #expect(try await scene.pays(try await again.signIn().signer, wallet.account))
        await #expect(throws: (any Error).self) { _ = try await scene.pays(old, wallet.account) }
        await scene.stop()
    }

    @Test func aWrongShareIsNamed() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let (wallet, words) = try await Self.made(scene)
        let bob = try AccountId("bob.test.near")
        let bobs = try await EmbeddedWallet.create(
            .named(bob, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let others = try #require(scene.presenter.words)
        await #expect(throws: SharedKeyError.otherAccount(.recovery, bob)) { try await wallet.prove(others) }
        try await wallet.rotate(asking: scene.presenter)
        for attempt in [
            { try await wallet.prove(try ShareWords(words.share(of: wallet.active().id))) },
            { try await wallet.leave(adding: try SecretKey.generate(.ed25519).publicKey, with: [words]) },
            { try await wallet.rotate(asking: scene.presenter, with: [words]) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: SharedKeyError.self) { try await attempt() }
            guard case .replaced(.recovery, let made, let replaced)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(made <= replaced)
            #expect("\(SharedKeyError.replaced(.recovery, made: made, replaced: replaced))".contains("replaced on 20"))
        }
        #expect(try await scene.pays(try await bobs.signIn().signer, bob))
        await scene.stop()
    }

    @Test func aProgramGetsItsShareAgain() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let (wallet, words) = try await Self.made(scene, app: .words)
        let app = try #require(
            scene.presenter.state.withLock { $0.words.first { $0.share.holder == .app } })
        let plan = try scene.plan(app: .words)
        let again = try await wallet.newAppShare(
            with: words, LoginShare(plan.login, token: try await plan.login.resume()))
        #expect(again.exposedText() == app.exposedText())
        await scene.stop()
    }
}
