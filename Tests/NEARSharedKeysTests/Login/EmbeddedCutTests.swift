// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Flows on existing accounts, cut off at each write or call of the vault: the next start goes on.
///
/// `EmbeddedWalletTests` has creation, replacement and recovery, `EmbeddedPlaceFaultTests` the vault in these,
/// `EmbeddedKillTests` real kills.
@Suite struct EmbeddedCutTests {
    enum Flow: Sendable { case signIn, rotate, refresh, addComputer, join, leave, dailyKey }

    /// Each flow where it differs by the service's way with its share; `EmbeddedWalletTests` has the other rotation.
    static let flows: [(LoginShareMode, Flow)] = [
        (.release, .signIn), (.release, .rotate), (.release, .refresh), (.coSign, .refresh), (.coSign, .addComputer),
        (.coSign, .join), (.coSign, .leave), (.coSign, .dailyKey),
    ]

    /// The points at which a flow ends.
    enum Cut: Sendable, CaseIterable {
        /// A step of a write of the records.
        case write
        /// A call of the vault that isn't done, or that is and never said so.
        case call, callAfter

        /// A computer's places, which end at a point.
        func places(of computer: EmbeddedScene, at point: Int) -> Places {
            switch self {
            case .write: Places(records: computer.records(endingAfter: point))
            case .call: Places(device: StumblingVault(computer.vault, .restarted, at: point))
            case .callAfter: Places(device: StumblingVault(computer.vault, .restartedAfter, at: point))
            }
        }

        /// True for an error that comes of it.
        func causes(_ error: any Error) -> Bool {
            guard self != .write else {
                if case SharedKeyError.storage = error { return true } else { return false }
            }
            // A change of keys tells a signer that has no share by another name.
            return switch error {
            case SharedKeyError.vault, SharedKeyError.unavailable, is SigningError: true
            default: false
            }
        }
    }

    /// The places that a program writes to, where they aren't the computer's own.
    struct Places: Sendable {
        var records: ShareSetRecords?
        var device: StumblingVault?
    }

    private struct Life {
        let scene: EmbeddedScene
        let account: AccountId
        let own: SecretKey
        /// A second computer, with the answer that it got.
        let other: EmbeddedScene
        let answer: ComputerAnswer

        /// Makes an account on computers of its own.
        static func begin(in place: EmbeddedScene, number: Int) async throws -> Life {
            // Each account is another person's: a service keeps so many sets of each.
            await place.login.provider.expect(IdentityProvider.Person(subject: "person-\(number)"))
            let scene = try await place.elsewhere("first-\(number)")
            let account = try AccountId("cut-\(number).test.near")
            let wallet = try await EmbeddedWallet.create(
                .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                asking: scene.presenter)
            let words = HandedShare(try #require(scene.presenter.words))
            let joining = JoiningComputer()
            let text = try await wallet.answer(joining.request, with: [words])
            return Life(
                scene: scene, account: account, own: try SecretKey.generate(.ed25519),
                other: try await place.elsewhere("second-\(number)"), answer: try joining.open(text))
        }

        /// The wallet of a computer's profile, as a program finds it that starts.
        func wallet(
            of computer: EmbeddedScene, in places: Places = Places()
        ) throws -> EmbeddedWallet {
            let profile = try computer.profile(places.records, allowing: try .near(1))
            let plan = try computer.plan(device: places.device)
            return try #require(try EmbeddedWallet.restored(account, plan: plan, in: profile))
        }

        /// The words of the set that counts, which may be the ones before the last.
        func words() throws -> HandedShare {
            let records = try scene.profile().records.all()
            let set = try #require(records.last { $0.state == .active }).set
            let words = scene.presenter.state.withLock { $0.words.last { $0.share.belongs(to: set) } }
            return HandedShare(try #require(words))
        }

        /// Does a flow as a program that was started for it, with records of its own.
        func run(_ flow: Flow, in places: Places = Places()) async throws {
            if flow == .join {
                _ = try await EmbeddedWallet.join(
                    answer, plan: try other.plan(device: places.device), in: try other.profile(places.records))
                return
            }
            let wallet = try wallet(of: scene, in: places)
            switch flow {
            case .join: break
            case .signIn: _ = try await wallet.signIn()
            case .rotate:
                _ = try await wallet.signIn()
                try await wallet.rotate(asking: scene.presenter)
            case .refresh:
                _ = try await wallet.signIn()
                let shares = scene.mode == .release ? [] : [try words()]
                try await wallet.refresh(asking: scene.presenter, with: shares)
            case .addComputer: _ = try await wallet.answer(JoiningComputer().request, with: [try words()])
            case .leave: try await wallet.leave(adding: own.publicKey, with: [try words()])
            case .dailyKey:
                _ = try await wallet.signIn()
                let request = FunctionCallKeyRequest(
                    contractId: try AccountId("book.test.near"), methodNames: ["sign"], allowance: .oneYocto)
                let key = try await wallet.addDailyKey(request, until: Date(timeIntervalSinceNow: 86_400))
                try await wallet.removeDailyKeys([key.publicKey])
            }
        }

        /// Signs for the account with this computer's share: beside the login's, and beside the words.
        func opens(_ what: Comment) async throws {
            let keys = try await scene.keys(of: account)
            let login = try await wallet(of: scene).signIn().signer
            try await login.drill()
            let recovered = try await wallet(of: scene).recover(with: [try words()]).signer
            try await recovered.drill()
            #expect(keys.contains(login.publicKey.handle) && keys.contains(recovered.publicKey.handle), what)
        }

        var hasLeft: Bool {
            get async throws { try await scene.keys(of: account) == [own.publicKey.handle] }
        }
    }

    /// The transaction was sent before the end: the records follow without a login, which may be gone.
    @Test func aLeaveThatWasSentGoesOnWithoutALogin() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let life = try await Life.begin(in: scene, number: 1)
        let dying = try life.wallet(of: life.scene, in: Cut.write.places(of: life.scene, at: 0))
        _ = try await life.wallet(of: life.scene).signIn()
        await #expect(throws: SharedKeyError.self) { try await dying.leave(adding: life.own.publicKey) }
        #expect(try await life.hasLeft)
        await scene.login.stop()
        let next = try life.wallet(of: life.scene)
        // Another key than the one that it has: somebody has replaced it.
        await #expect(throws: SharedKeyError.keysGone(life.account)) {
            try await next.leave(adding: try SecretKey.generate(.ed25519).publicKey)
        }
        try await next.leave(adding: life.own.publicKey)
        #expect(try life.scene.profile().records.all().map(\.state) == [.retired])
        await scene.devnet.stop()
    }

    @Test(arguments: flows, Cut.allCases)
    func anEndAtAnyPointLeavesTwoSharesThatOpen(_ kind: (LoginShareMode, Flow), _ cut: Cut) async throws {
        let (mode, flow) = kind
        let scene = try await EmbeddedScene.start(mode)
        var (point, wasCutOff) = (0, true)
        while wasCutOff {
            let life = try await Life.begin(in: scene, number: point)
            let places = cut.places(of: flow == .join ? life.other : life.scene, at: point)
            let what: Comment = "\(flow) \(mode) at \(cut) \(point)"
            wasCutOff = false
            do {
                try await life.run(flow, in: places)
                // Work after the flow's end may have stumbled; the next login does it.
                wasCutOff = places.device?.hasStumbled ?? false
            } catch {
                guard cut.causes(error) else { throw error }
                wasCutOff = true
            }
            if cut != .write { #expect(places.device?.hasStumbled == wasCutOff, what) }
            if try await !life.hasLeft { try await life.opens(what) }
            // An answer that was taken is taken; what was begun goes on.
            let isDone =
                switch flow {
                case .join: try !life.other.profile().records.all().isEmpty
                case .leave: try life.scene.profile().records.all().allSatisfy { $0.state == .retired }
                default: false
                }
            if wasCutOff, !isDone { try await life.run(flow) }
            if flow == .leave {
                #expect(try await life.hasLeft, what)
                #expect(try life.scene.profile().records.all().allSatisfy { $0.state == .retired }, what)
            } else {
                try await life.opens(what)
            }
            if flow == .join {
                let there = try life.wallet(of: life.other)
                #expect(try await life.other.pays(try await there.signIn().signer, life.account), what)
            }
            point += 1
        }
        #expect(point > 1 || flow == .signIn, "\(flow) writes nothing")
        await scene.stop()
    }
}
