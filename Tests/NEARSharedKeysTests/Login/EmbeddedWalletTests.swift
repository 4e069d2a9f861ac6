// SPDX-License-Identifier: MIT

import Foundation
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

/// Accounts that open with any two of a login, this computer and words.
@Suite struct EmbeddedWalletTests {
    @Test(arguments: LoginShareMode.allCases) func anAccountIsMadeOpenedRotatedAndLeft(
        _ mode: LoginShareMode
    ) async throws {
        let scene = try await EmbeddedScene.start(mode)
        let (alice, plan, profile) = (try AccountId("alice.test.near"), try scene.plan(), try scene.profile())
        scene.presenter.state.withLock { $0.mistypes = true }
        let wallet = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: plan, in: profile, asking: scene.presenter)
        #expect(try await wallet.state == .active)
        scene.presenter.state.withLock { state in
            #expect(state.faults == [.share(.foreign(.recovery))], "other words are no proof, and are asked for again")
            #expect(state.steps == [.login, .share(.login), .share(.device), .share(.recovery), .key(alice)])
            state.mistypes = false
        }
        // Another start of the program.
        let again = try #require(try EmbeddedWallet.restored(alice, plan: try scene.plan(), in: profile))
        let session = try await again.resume()
        #expect(session.userInfo?.email == "ada@example.org" && session.userInfo?.isMfaEnabled == true)
        #expect(try await scene.pays(session.signer, alice))
        let words = try #require(scene.presenter.words)
        try await again.prove(words)
        await #expect(throws: SharedKeyError.share(.foreign(.recovery))) {
            try await again.prove(try ShareWords(try SharedKeyScene().share(.recovery).share))
        }
        #expect(try await again.strangeKeys().isEmpty)

        try await again.rotate(asking: scene.presenter)
        let rotated = try await again.signIn()
        #expect(rotated.signer.publicKey != session.signer.publicKey)
        #expect(try await scene.keys(of: alice) == [rotated.signer.publicKey.handle])
        #expect(try await scene.pays(rotated.signer, alice))
        await #expect(throws: RPCError.self) { _ = try await scene.pays(session.signer, alice) }
        await #expect { try await again.prove(words) } throws: { error in
            if case SharedKeyError.replaced(.recovery, _, _) = error { true } else { false }
        }

        let own = try SecretKey.generate(.ed25519)
        try await again.leave(adding: own.publicKey)
        #expect(try await scene.keys(of: alice) == [own.publicKey.handle])
        #expect(try await again.state == .retired)
        await scene.stop()
    }

    @Test func anExistingAccountGetsTheKeyFromItsPresentWallet() async throws {
        struct PresentWallet: AccountKeyPlacer {
            let key: SecretKey
            let node: NEARRPCClient

            func place(_ new: PublicKey, on account: AccountId) async throws(SharedKeyError) {
                do {
                    let seen = try await node.viewAccessKey(key.publicKey, of: account, at: .final)
                    let access = AccessKey(nonce: 0, permission: .fullAccess)
                    let transaction = Transaction.v0(
                        TransactionV0(
                            signerId: account, publicKey: key.publicKey, nonce: seen.value.nonce + 1,
                            receiverId: account, blockHash: seen.blockHash,
                            actions: [.addKey(AddKeyAction(publicKey: new, accessKey: access))]))
                    let signed = SignedTransaction(transaction: transaction, signature: try key.sign(transaction.hash))
                    _ = try await node.sendTransaction(signed, waitUntil: .final)
                } catch {
                    throw .rotation(reason: "\(error)")
                }
            }
        }
        let (scene, bob) = (try await EmbeddedScene.start(.release), try AccountId("bob.test.near"))
        let key = try SecretKey.generate(.ed25519)
        try await scene.devnet.createAccount(bob, balance: try .near(10), publicKey: key.publicKey)
        let wallet = try await EmbeddedWallet.create(
            .existing(bob, PresentWallet(key: key, node: try scene.node)), plan: try scene.plan(),
            in: try scene.profile(), asking: scene.presenter)
        #expect(try await scene.pays(try await wallet.resume().signer, bob))
        #expect(try await wallet.strangeKeys() == [key.publicKey.handle], "a key that is nobody's share is named")
        await scene.stop()
    }

    @Test func aLostComputerOrLoginLeavesTwoSharesThatOpen() async throws {
        let (scene, alice) = (try await EmbeddedScene.start(.release), try AccountId("alice.test.near"))
        let plan = try scene.plan()
        let wallet = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: plan, in: try scene.profile(), asking: scene.presenter)
        let words = HandedShare(try #require(scene.presenter.words))
        let token = try await plan.login.resume()
        // This computer's share is gone.
        let set = try await wallet.active().id
        try await plan.deviceShare().erase(set)
        let lost = try await wallet.signIn()
        await #expect(throws: SigningError.self) { _ = try await scene.pays(lost.signer, alice) }
        let recovered = try await wallet.recover(with: [words, LoginShare(plan.login, token: token)])
        #expect(try await scene.pays(recovered.signer, alice))
        #expect(try await scene.pays(lost.signer, alice), "it has been put back")
        // The service is gone.
        await scene.login.service.stop()
        let offline = try await wallet.recover(with: [words])
        #expect(try await scene.pays(offline.signer, alice))
        await scene.login.provider.stop()
        await scene.devnet.stop()
    }

    @Test func signingOutEndsTheSessionAndErasesTheShareIfAsked() async throws {
        let (scene, alice) = (try await EmbeddedScene.start(.coSign), try AccountId("alice.test.near"))
        let plan = try scene.plan()
        let wallet = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: plan, in: try scene.profile(), asking: scene.presenter)
        let session = try await wallet.signIn()
        try await wallet.signOut(keepingDeviceShare: true)
        await #expect(throws: SigningError.self) { _ = try await scene.pays(session.signer, alice) }
        await #expect(throws: SharedKeyError.login(.noSession)) { try await wallet.resume() }
        #expect(try await scene.pays(try await wallet.signIn().signer, alice))
        try await wallet.signOut(keepingDeviceShare: false)
        let set = try await wallet.active().id
        await #expect(throws: SharedKeyError.missing(.device)) { try await plan.deviceShare().share(of: set) }
        await scene.stop()
    }

    /// The program's share signs beside the login where this computer has none.
    @Test(arguments: LoginShareMode.allCases) func theProgramsShareOpensTheAccountWithALogin(
        _ mode: LoginShareMode
    ) async throws {
        let (scene, alice) = (try await EmbeddedScene.start(mode), try AccountId("alice.test.near"))
        let made = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: try scene.plan(app: .words), in: try scene.profile(),
            asking: scene.presenter)
        let session = try await made.resume()
        let dappShare = try #require(session.userInfo?.dappShare)
        let elsewhere = try await scene.elsewhere()
        let plan = try elsewhere.plan(app: .words)
        let wallet = try await EmbeddedWallet.adopt(
            alice, by: [HandedShare(dappShare)], plan: plan, in: try elsewhere.profile())
        let opened = try await wallet.signIn(dappShare: dappShare)
        #expect(try await scene.pays(opened.signer, alice))
        #expect(try await scene.pays(try await wallet.resume(dappShare: dappShare).signer, alice))
        let set = try await wallet.active().id
        await #expect(throws: SharedKeyError.missing(.device), "nothing was put here") {
            try await plan.deviceShare().share(of: set)
        }
        let info = try #require(opened.userInfo)
        #expect(info.dappShare == nil, "it is given once, when the set is made")
        #expect(info.idToken.split(separator: ".").count == 3 && info.oAuthIdToken == info.idToken)
        #expect(!"\(info)".contains(info.idToken))
        var text = ""
        dump(info, to: &text)
        #expect(!text.contains(info.idToken))
        // Other words than the program's.
        let all = scene.presenter.state.withLock { $0.words }
        let words = try #require(all.first { $0.share.holder == .recovery })
        await #expect(throws: SharedKeyError.share(.foreign(.recovery))) {
            _ = try await wallet.signIn(dappShare: words)
        }
        await scene.stop()
    }

    /// A session that was kept ends as well where nobody has signed in since the start.
    @Test func aSessionThatWasOnlyKeptIsEnded() async throws {
        let (scene, alice) = (try await EmbeddedScene.start(.coSign), try AccountId("alice.test.near"))
        let made = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let session = try await made.signIn()
        let plan = try scene.plan()
        let next = try #require(try EmbeddedWallet.restored(alice, plan: plan, in: try scene.profile()))
        try await next.signOut(keepingDeviceShare: true)
        await #expect(throws: LoginError.noSession) { _ = try await plan.login.resume() }
        await #expect(throws: SigningError.self, "the service has ended the person's tokens") {
            _ = try await scene.pays(session.signer, alice)
        }
        // Once more there is nothing to end.
        try await next.signOut(keepingDeviceShare: true)
        await scene.stop()
    }

    /// A session ends here while the service is ill, which hears it by the next call.
    @Test func aServiceThatWasIllHearsOfTheEndByTheNextCall() async throws {
        for isKept in [true, false] {
            let (scene, alice) = (try await EmbeddedScene.start(.coSign), try AccountId("alice.test.near"))
            let made = try await EmbeddedWallet.create(
                .named(alice, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                asking: scene.presenter)
            let session = try await made.signIn()
            let next = try #require(
                try EmbeddedWallet.restored(alice, plan: try scene.plan(), in: try scene.profile()))
            let wallet = isKept ? next : made
            await scene.login.service.fail([ShareServiceFault(.status(503), of: "sign-out")])
            await #expect(throws: SharedKeyError.self) { try await wallet.signOut(keepingDeviceShare: true) }
            await #expect(throws: SharedKeyError.login(.noSession), "here it has ended") {
                _ = try await wallet.signedIn()
            }
            if isKept {
                #expect(try await scene.pays(session.signer, alice), "another program’s: the service hasn’t heard it")
            } else {
                await #expect(throws: SigningError.self) { _ = try await scene.pays(session.signer, alice) }
            }
            try await wallet.signOut(keepingDeviceShare: true)
            await #expect(throws: SigningError.self) { _ = try await scene.pays(session.signer, alice) }
            await scene.stop()
        }
    }

    /// A service that doesn't answer keeps nothing alive on this computer, and hears it by the next call.
    @Test func signingOutWithoutTheServiceEndsWhatIsHere() async throws {
        let (scene, alice) = (try await EmbeddedScene.start(.coSign), try AccountId("alice.test.near"))
        let plan = try scene.plan()
        let wallet = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: plan, in: try scene.profile(), asking: scene.presenter)
        try await wallet.rotate(asking: scene.presenter)
        let (active, retired) = (try await wallet.active().id, try scene.profile().records.all()[0].id)
        await scene.login.service.stop()
        await #expect(throws: SharedKeyError.self) { try await wallet.signOut(keepingDeviceShare: false) }
        await #expect(throws: LoginError.noSession) { _ = try await plan.login.resume() }
        await #expect(throws: SharedKeyError.missing(.device)) { try await plan.deviceShare().share(of: active) }
        _ = try await plan.deviceShare().share(of: retired)
        await #expect(throws: SharedKeyError.self, "it is asked again") {
            try await wallet.signOut(keepingDeviceShare: true)
        }
        await scene.login.provider.stop()
        await scene.devnet.stop()
    }

    @Test func anOwnerWhoGoesAwayFindsWhatWasBegun() async throws {
        for mode in LoginShareMode.allCases {
            let (scene, alice) = (try await EmbeddedScene.start(mode), try AccountId("alice.test.near"))
            scene.presenter.state.withLock { $0.isGone = true }
            await #expect(throws: SharedKeyError.login(.cancelled)) {
                try await EmbeddedWallet.create(
                    .named(alice, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                    asking: scene.presenter)
            }
            let begun = try scene.profile().records.all().map(\.id)
            scene.presenter.state.withLock { $0.isGone = false }
            let wallet = try await EmbeddedWallet.create(
                .named(alice, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                asking: scene.presenter)
            let records = try scene.profile().records.all()
            // Two shares that can be had finish the set; a co-signer gives none, so another one is dealt.
            #expect(records.count == 1 && (records.map(\.id) == begun) == (mode == .release))
            #expect(try await scene.pays(try await wallet.resume().signer, alice))
            #expect(await scene.login.service.entries.count == 1, "nothing is left of what was given up")
            await scene.stop()
        }
    }

    /// Ends a creation and a rotation at writes of the records; the next start goes on.
    @Test func anEndAtAnyWriteIsGoneOnWith() async throws {
        var writes = 0
        while true {
            let (scene, alice) = (try await EmbeddedScene.start(.coSign), try AccountId("alice.test.near"))
            let dying = scene.records(endingAfter: writes)
            var wasCutOff = false
            do {
                let wallet = try await EmbeddedWallet.create(
                    .named(alice, scene.creator), plan: try scene.plan(), in: try scene.profile(dying),
                    asking: scene.presenter)
                try await wallet.rotate(asking: scene.presenter)
            } catch SharedKeyError.storage {
                wasCutOff = true
            }
            let wallet = try await EmbeddedWallet.create(
                .named(alice, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                asking: scene.presenter)
            let session = try await wallet.signIn()
            #expect(try await scene.pays(session.signer, alice), "write \(writes)")
            try await wallet.rotate(asking: scene.presenter)
            let last = try await wallet.signIn()
            #expect(try await scene.keys(of: alice) == [last.signer.publicKey.handle], "write \(writes)")
            #expect(try await scene.pays(last.signer, alice), "write \(writes)")
            await scene.stop()
            guard wasCutOff else { break }
            writes += 1
        }
        #expect(writes > 20)
    }

    /// Ends a recovery on a new computer at writes of its records; the next start goes on.
    @Test func anEndAtAnyWriteOfARecoveryIsGoneOnWith() async throws {
        let (scene, alice) = (try await EmbeddedScene.start(.release), try AccountId("alice.test.near"))
        let made = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let words = HandedShare(try #require(scene.presenter.words))
        var writes = 0
        while true {
            let new = try await scene.elsewhere("computer-\(writes)")
            func recover(_ profile: EmbeddedProfile) async throws -> SharedKey {
                let wallet = try await EmbeddedWallet.adopt(alice, by: [words], plan: try new.plan(), in: profile)
                _ = try await wallet.signIn()
                return try await wallet.recover(with: [words]).signer
            }
            var wasCutOff = false
            do {
                _ = try await recover(try new.profile(new.records(endingAfter: writes)))
            } catch SharedKeyError.storage {
                wasCutOff = true
            }
            #expect(try await new.pays(try await recover(try new.profile()), alice), "write \(writes)")
            let here = try #require(
                try EmbeddedWallet.restored(alice, plan: try new.plan(), in: try new.profile()))
            #expect(try await new.pays(try await here.signIn().signer, alice), "write \(writes)")
            guard wasCutOff else { break }
            writes += 1
        }
        #expect(writes > 3)
        #expect(try await scene.pays(try await made.signIn().signer, alice))
        await scene.stop()
    }
}
