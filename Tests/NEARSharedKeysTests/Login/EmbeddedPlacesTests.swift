// SPDX-License-Identifier: MIT

import FoundationEssentials
import GuardedMemory
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARShares
import NEARVault
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// The places of an account's shares over its life: one share a place, and none for too long.
@Suite struct EmbeddedPlacesTests {
    /// A session opens what its service gives: it doesn't lie beside another share.
    @Test func aSessionThatIsGivenTheShareIsNotKeptBesideAnotherOne() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let other = KeyringVault(file: try await scene.sealedFile("other"))
        func plan(
            _ mode: LoginShareMode, session: (any SecretVault)?, recovery: RecoveryForm = .words
        ) throws(SharedKeyError) -> SharedKeyPlan {
            let service = ShareServiceClient(
                scene.login.service.address, mode: mode, login: scene.login.login(keeping: session))
            return try SharedKeyPlan(
                login: service, service: service.address, device: scene.vault, recovery: recovery)
        }
        #expect(throws: SharedKeyError.onePlace(.login, .device)) { try plan(.release, session: scene.vault) }
        _ = try plan(.coSign, session: scene.vault)
        _ = try plan(.release, session: nil)
        _ = try plan(.release, session: other)
        _ = try plan(.release, session: MemoryVault())
        await scene.stop()
    }

    private let alice: AccountId

    init() throws { alice = try AccountId("alice.test.near") }

    private func make(_ scene: EmbeddedScene, _ plan: SharedKeyPlan) async throws -> EmbeddedWallet {
        try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: plan, in: try scene.profile(), asking: scene.presenter)
    }

    private func restored(_ plan: SharedKeyPlan, _ profile: EmbeddedProfile) throws -> EmbeddedWallet {
        let wallet = try EmbeddedWallet.restored(alice, plan: plan, in: profile)
        return try #require(wallet)
    }

    // MARK: A file for the recovery

    /// The file takes the place of paper: it recovers a new computer, with the login or without any service.
    @Test(arguments: LoginShareMode.allCases) func aSealedFileRecoversANewComputer(_ mode: LoginShareMode) async throws
    {
        let scene = try await EmbeddedScene.start(mode)
        let file = try await scene.sealedFile("stick")
        let device = KeyringVault(file: scene.vault)
        let plan = try scene.plan(device: device, recovery: .sealedFile(file))
        let wallet = try await make(scene, plan)
        // Sets that were replaced have shares in the file, too.
        try await wallet.rotate(asking: scene.presenter)
        // This computer's share stands for whatever else a person has.
        let first = HandedShare(try await plan.deviceShare().share(of: try await wallet.active().id))
        let recovery = try VaultShare(.recovery, in: file)
        let other = try await scene.elsewhere()
        let there = try other.plan(device: KeyringVault(file: other.vault), recovery: .sealedFile(file))
        let profile = try other.profile()
        let empty = try VaultShare(.recovery, in: try await scene.sealedFile("empty"))
        await #expect(throws: SharedKeyError.missing(.recovery)) {
            try await EmbeddedWallet.adopt(alice, by: [empty], plan: there, in: profile)
        }
        let found = try await EmbeddedWallet.adopt(alice, by: [recovery], plan: there, in: profile)
        if mode == .release {
            #expect(try await other.pays(try await found.recover(with: [recovery]).signer, alice))
        } else {
            await #expect(throws: SharedKeyError.notGiven) { _ = try await found.recover(with: [recovery]) }
        }
        #expect(try await other.pays(try await found.recover(with: [recovery, first]).signer, alice))
        #expect(try await other.pays(try await found.resume().signer, alice))
        // Without anybody.
        await scene.login.stop()
        let third = try await scene.elsewhere("third")
        let alone = try await EmbeddedWallet.adopt(
            alice, by: [recovery, first],
            plan: try third.plan(device: KeyringVault(file: third.vault), recovery: .sealedFile(file)),
            in: try third.profile(), hint: nil)
        #expect(try await third.pays(try await alone.recover(with: [recovery, first]).signer, alice))
        await scene.devnet.stop()
    }

    // MARK: One share a place

    /// Of two programs that look at the same moment each finds nothing, and writes.
    @Test func aShareThatComesBetweenLookAndWriteIsSeen() async throws {
        let scene = try SharedKeyScene()
        let (device, second) = (try scene.share(.device), try scene.share(.recovery))
        let meeting = MeetingVault { vault throws(VaultError) in
            try await vault.store(
                second.share.packed,
                as: try SecretName(.keyShare, id: "\(scene.set.id)/\(ShareHolder.recovery.rawValue)"))
        }
        await #expect(throws: SharedKeyError.onePlace(.recovery, .device)) {
            try await VaultShare(.device, in: meeting).store(device)
        }
        let left = try await VaultShare(.device, in: meeting).holders(of: scene.set.id)
        #expect(left == [.recovery], "the share that was there stays alone")
    }

    /// A vault in which another program writes just before the first write.
    private struct MeetingVault: SecretVault {
        let inner = MemoryVault()
        let other: @Sendable (MemoryVault) async throws(VaultError) -> Void
        var place: VaultPlace { inner.place }

        func unlock(
            _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
        ) async throws(VaultError) { try await inner.unlock(passphrase) }

        func secret(named name: SecretName) async throws(VaultError) -> SecretBytes? {
            try await inner.secret(named: name)
        }

        func store(_ secret: SecretBytes, as name: SecretName) async throws(VaultError) {
            try await other(inner)
            try await inner.store(secret, as: name)
        }

        func remove(_ name: SecretName) async throws(VaultError) { try await inner.remove(name) }
        func names() async throws(VaultError) -> [SecretName] { try await inner.names() }
        func namesOfAllProfiles() async throws(VaultError) -> [SecretName] { try await inner.namesOfAllProfiles() }
        func lock() async { await inner.lock() }
    }

    /// A profile that has lost its records has its share still: it goes on as the computer that it was.
    @Test(arguments: [true, false]) func aVaultNeverGetsASecondShare(_ isFirst: Bool) async throws {
        let scene = try await EmbeddedScene.start(.release)
        let made = try await make(scene, try scene.plan())
        let words = HandedShare(try #require(scene.presenter.words))
        let other = try await scene.elsewhere()
        func answer(_ joining: JoiningComputer) async throws -> ComputerAnswer {
            try joining.open(try await made.answer(joining.request, with: [words]))
        }
        let joined = try await EmbeddedWallet.join(
            try await answer(JoiningComputer()), plan: try other.plan(), in: try other.profile())
        let (computer, holder) = isFirst ? (scene, ShareHolder.device) : (other, .secondDevice)
        let wallet = isFirst ? made : joined
        let set = try await wallet.active().id
        // The same computer in another profile of the same place, or after the loss of its records.
        let lost = ShareSetRecords(folder: computer.folder.appendingPathComponent("lost"))
        let (plan, profile) = (try computer.plan(), try computer.profile(lost))
        let error = await #expect(throws: SharedKeyError.self) {
            try await EmbeddedWallet.join(try await answer(JoiningComputer()), plan: plan, in: profile)
        }
        guard case .onePlace(holder, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try lost.all().isEmpty)
        let found = try await EmbeddedWallet.adopt(alice, by: [words], plan: plan, in: profile)
        #expect(try await computer.pays(try await found.recover(with: [words]).signer, alice))
        #expect(try await found.active().here == holder)
        #expect(try await VaultShare(holder, in: computer.vault).holders(of: set) == [holder])
        // The place refuses every other holder's share.
        let share = try ProvenShare(try await words.share(of: set), of: try await found.active().set)
        await #expect(throws: SharedKeyError.onePlace(holder, .recovery)) {
            try await VaultShare(.recovery, in: computer.vault).store(share)
        }
        await scene.stop()
    }

    // MARK: A session without its service

    /// A service that gives its share isn't needed again before the sign-out.
    @Test func aSessionSignsWithoutItsServiceUntilItsEnd() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let wallet = try await make(scene, try scene.plan())
        // Another share than the set's isn't kept.
        let session = try await wallet.signIn()
        await scene.login.service.fail([ShareServiceFault(.foreign, of: "share")])
        await #expect(throws: SigningError.self) { _ = try await scene.pays(session.signer, alice) }
        #expect(try await scene.pays(session.signer, alice))
        await scene.login.service.stop()
        #expect(try await scene.pays(session.signer, alice))
        await #expect(throws: SharedKeyError.self, "its service didn’t hear it") {
            try await wallet.signOut(keepingDeviceShare: true)
        }
        await #expect(throws: SigningError.self) { _ = try await scene.pays(session.signer, alice) }
        await scene.login.provider.stop()
        await scene.devnet.stop()
    }

    /// A service that hasn't heard of the sign-out would sign on for the token: the session's signers don't ask it.
    @Test func afterTheSignOutNoSignerOfTheSessionAsksItsService() async throws {
        let scene = try await EmbeddedScene.start(.coSign)
        let wallet = try await make(scene, try scene.plan())
        let signer = try await wallet.signIn().signer
        #expect(try await scene.pays(signer, alice))
        await scene.login.service.fail([ShareServiceFault(.status(500), of: "sign-out")])
        await #expect(throws: SharedKeyError.self, "its service didn’t hear it") {
            try await wallet.signOut(keepingDeviceShare: true)
        }
        let before = await scene.login.service.events.count
        await #expect(throws: SigningError.self) { _ = try await scene.pays(signer, alice) }
        #expect(await scene.login.service.events.count == before)
        #expect(try await scene.pays(try await wallet.signIn().signer, alice))
        await scene.stop()
    }

    /// A sign-out while the service is asked: what it gives afterwards signs nothing.
    @Test(arguments: LoginShareMode.allCases) func whatComesAfterTheSignOutSignsNothing(
        _ mode: LoginShareMode
    ) async throws {
        let scene = try await EmbeddedScene.start(mode)
        let wallet = try await make(scene, try scene.plan())
        for call in mode == .release ? ["share"] : ["commit", "sign"] {
            let signer = try await wallet.signIn().signer
            await scene.login.service.fail([
                ShareServiceFault(.late(400), of: call), ShareServiceFault(.status(500), of: "sign-out"),
            ])
            let subject = try SharedKeyScene.transfer(of: signer.publicKey)
            let signature = Task { try await signer.sign(subject) { _ in } }
            while await scene.login.service.nextIs(call) { try await Task.sleep(for: .milliseconds(1)) }
            await #expect(throws: SharedKeyError.self) { try await wallet.signOut(keepingDeviceShare: true) }
            await #expect(throws: SigningError.self, "\(call)") { _ = try await signature.value }
        }
        // With the words, where this computer's share is lost: the signer is the session's as well.
        if mode == .release {
            let words = HandedShare(try #require(scene.presenter.words))
            _ = try await wallet.signIn()
            try await wallet.signOut(keepingDeviceShare: false)
            _ = try await wallet.signIn()
            let recovered = try await wallet.recover(with: [words]).signer
            #expect(try await scene.pays(recovered, alice))
        }
        await scene.stop()
    }

    /// A set that was being made when its account is left is over, and never counts.
    @Test(arguments: [true, false]) func aSetThatWasBegunIsGivenUpWithTheAccount(_ isRefresh: Bool) async throws {
        let scene = try await EmbeddedScene.start(.release)
        let wallet = try await make(scene, try scene.plan())
        let words = HandedShare(try #require(scene.presenter.words))
        scene.presenter.state.withLock { $0.isGone = true }
        await #expect(throws: SharedKeyError.login(.cancelled)) {
            if isRefresh {
                try await wallet.refresh(asking: scene.presenter)
            } else {
                try await wallet.rotate(asking: scene.presenter)
            }
        }
        #expect(try scene.profile().records.all().map(\.state) == [.active, .pending])
        let own = try SecretKey.generate(.ed25519)
        try await wallet.leave(adding: own.publicKey, with: [words])
        #expect(try scene.profile().records.all().map(\.state) == [.retired])
        #expect(try await scene.vault.names().filter { $0.purpose == .keyShare }.count == 1)
        await scene.stop()
    }

    // MARK: Shares that are of no use any more

    /// A replacement that was cut off after its last transaction, or made elsewhere, has no transaction to show.
    @Test(arguments: [true, false]) func sharesOfASetThatWasReplacedWithoutAProofGo(_ isCutOff: Bool) async throws {
        let scene = try await EmbeddedScene.start(.release)
        let made = try await make(scene, try scene.plan())
        let (old, words) = (try await made.active().id, HandedShare(try #require(scene.presenter.words)))
        if isCutOff {
            // Once the key is on its way, the records are written a last time.
            struct StopError: Error {}
            let presenter = scene.presenter
            let records = ShareSetRecords(
                folder: scene.folder,
                afterStep: { [alice] _ in
                    if presenter.state.withLock({ $0.steps.last == .key(alice) }) { throw StopError() }
                })
            presenter.state.withLock { $0.steps = [] }
            let wallet = try restored(try scene.plan(), try scene.profile(records))
            await #expect(throws: SharedKeyError.self) { try await wallet.rotate(asking: presenter) }
            #expect(try scene.profile().records.all().map(\.state) == [.active, .pending])
            #expect(try await scene.keys(of: alice) != [try await made.active().set.publicKey.handle])
        } else {
            let other = try await scene.elsewhere()
            let elsewhere = try await EmbeddedWallet.adopt(
                alice, by: [words], plan: try other.plan(), in: try other.profile())
            _ = try await elsewhere.recover(with: [words])
            try await elsewhere.rotate(asking: other.presenter)
            let new = HandedShare(try #require(other.presenter.words))
            let back = try await EmbeddedWallet.adopt(
                alice, by: [new], plan: try scene.plan(), in: try scene.profile())
            _ = try await back.recover(with: [new])
        }
        func records(days: Double, at urls: [URL]) async throws -> [ShareSetRecord] {
            let time = Date(timeIntervalSinceNow: days * 86_400)
            let records = ShareSetRecords(folder: scene.folder, now: { time })
            let wallet = try restored(try scene.plan(), try scene.profile(records, at: urls))
            _ = try await wallet.signIn()
            await wallet.finishErasing()
            return try records.all()
        }
        let real = scene.devnet.rpcURL
        let first = try #require(try await records(days: 1, at: [real]).first)
        #expect(first.id == old && first.state == .retired && first.successor == nil && first.witnesses == 1)
        #expect(try await records(days: 91, at: [real]).count == 2, "one node may lie")
        let alias = try #require(URL(string: "http://localhost:\(real.port ?? 0)"))
        #expect(try await records(days: 89, at: [real, alias]).count == 2, "it is too early")
        _ = try await scene.plan().deviceShare().share(of: old)
        #expect(try await records(days: 91, at: [real]).map(\.state) == [.active])
        await #expect(throws: SharedKeyError.missing(.device)) { try await scene.plan().deviceShare().share(of: old) }
        await scene.stop()
    }

    /// An account that has left has no use for its shares.
    @Test func sharesOfAnAccountThatWasLeftGo() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let wallet = try await make(scene, try scene.plan())
        let set = try await wallet.active().id
        let own = try SecretKey.generate(.ed25519)
        try await wallet.leave(adding: own.publicKey)
        func left(days: Double) async throws -> [ShareSetRecord] {
            let time = Date(timeIntervalSinceNow: days * 86_400)
            let records = ShareSetRecords(folder: scene.folder, now: { time })
            let real = scene.devnet.rpcURL
            let alias = try #require(URL(string: "http://localhost:\(real.port ?? 0)"))
            let wallet = try restored(try scene.plan(), try scene.profile(records, at: [real, alias]))
            await #expect(throws: SharedKeyError.noAccount(alice)) { _ = try await wallet.signIn() }
            await wallet.finishErasing()
            return try records.all()
        }
        #expect(try await left(days: 91).count == 1, "the new key hasn’t signed")
        #expect(try await scene.pays(own, alice))
        #expect(try await left(days: 89).count == 1, "it is too early")
        _ = try await scene.plan().deviceShare().share(of: set)
        #expect(try await left(days: 91).isEmpty)
        await #expect(throws: SharedKeyError.missing(.device)) { try await scene.plan().deviceShare().share(of: set) }
        await scene.stop()
    }

    /// A refresh that was cut off after its last write: the next login erases what it was to erase.
    @Test func theOldShareOfARefreshGoesWithTheNextLogin() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let wallet = try await make(scene, try scene.plan())
        let old = try await wallet.active().id
        let vault = StumblingVault(scene.vault, .locked, at: 0, onlyRemovals: true)
        let again = try restored(try scene.plan(device: vault), try scene.profile())
        // All that counts was done.
        try await again.refresh(asking: scene.presenter)
        #expect(try vault.hasStumbled && scene.profile().records.all().map(\.state) == [.retired, .active])
        _ = try await scene.plan().deviceShare().share(of: old)
        let next = try restored(try scene.plan(), try scene.profile())
        #expect(try await scene.pays(try await next.signIn().signer, alice))
        await next.eraseReplacedShares()
        await #expect(throws: SharedKeyError.missing(.device)) { try await scene.plan().deviceShare().share(of: old) }
        #expect(try scene.profile().records.all().map(\.state) == [.retired, .active], "old words are named")
        await scene.stop()
    }
}
