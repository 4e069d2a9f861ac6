// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import NEARShares
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// A service and a provider that fail while an account is in use: signing in, new shares, a further computer.
@Suite struct EmbeddedServiceTests {
    /// One flow of an account that exists, and the calls of the service that it makes.
    enum Flow: String, CaseIterable, Sendable {
        case signIn, pay, refresh, addComputer, recover, signOut

        func calls(_ mode: LoginShareMode) -> [String] {
            switch (self, mode) {
            case (.signIn, _): ["replace"]
            case (.pay, .release): ["share"]
            case (.pay, .coSign): ["commit", "sign"]
            case (.refresh, .release): ["replace", "share"]
            case (.refresh, .coSign): ["replace", "commit", "sign"]
            case (.addComputer, .release): ["share"]
            case (.recover, .release): ["sets", "share"]
            case (.addComputer, .coSign): []
            // The service gives a new computer nothing, which EmbeddedRecoveryTests shows.
            case (.recover, .coSign): ["sets"]
            case (.signOut, _): ["sign-out"]
            }
        }
    }

    private struct Account {
        let scene: EmbeddedScene
        let id: AccountId
        let number: Int
        /// The time that the provider and the service have for an answer; `nil` for the usual one.
        var timeout: Duration?

        func plan() throws -> SharedKeyPlan { try scene.plan(timeout: timeout) }

        /// The wallet, as a program finds it that starts.
        func wallet() throws -> EmbeddedWallet {
            let wallet = try EmbeddedWallet.restored(id, plan: try plan(), in: try scene.profile())
            return try #require(wallet)
        }

        /// The words of the set that counts.
        func words() throws -> HandedShare { HandedShare(try #require(scene.presenter.words)) }

        /// Does one flow as a program does that was started for it.
        func run(_ flow: Flow) async throws {
            let wallet = try wallet()
            switch flow {
            case .signIn: _ = try await wallet.signIn()
            case .pay: #expect(try await scene.pays(try await wallet.signIn().signer, id))
            case .refresh:
                let shares = scene.mode == .release ? [] : [try words()]
                _ = try await wallet.signIn()
                try await wallet.refresh(asking: scene.presenter, with: shares)
            case .addComputer:
                _ = try await wallet.signIn()
                _ = try await wallet.answer(JoiningComputer().request)
            case .recover:
                let other = try await scene.elsewhere("other-\(number)")
                let found = try await EmbeddedWallet.adopt(
                    id, by: [try words()], plan: try other.plan(), in: try other.profile())
                guard scene.mode == .release else { return }
                #expect(try await other.pays(try await found.recover(with: [try words()]).signer, id))
            case .signOut:
                _ = try await wallet.signIn()
                try await wallet.signOut(keepingDeviceShare: true)
            }
        }

        /// Two pairs of shares of the set that counts.
        func opens(_ what: Comment) async throws {
            #expect(try await scene.pays(try await wallet().signIn().signer, id), what)
            #expect(try await scene.pays(try await wallet().recover(with: [try words()]).signer, id), what)
        }
    }

    @Test(arguments: LoginShareMode.allCases, Flow.allCases)
    func aFaultOfTheServiceIsGoneOnWith(_ mode: LoginShareMode, _ flow: Flow) async throws {
        let scene = try await EmbeddedScene.start(mode)
        var number = 0
        for call in flow.calls(mode) {
            for kind in ShareServiceFault.kinds(of: call) {
                number += 1
                // Each account is another person's: a service keeps so many sets of each.
                await scene.login.provider.expect(IdentityProvider.Person(subject: "person-\(number)"))
                let what: Comment = "\(flow) \(call) \(kind)"
                let account = Account(scene: scene, id: try AccountId("service-\(number).test.near"), number: number)
                _ = try await EmbeddedWallet.create(
                    .named(account.id, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                    asking: scene.presenter)
                await scene.login.service.fail([ShareServiceFault(kind, of: call)])
                do {
                    try await account.run(flow)
                } catch is SharedKeyError {} catch is SigningError {}
                #expect(await !scene.login.service.hasFaults, what)
                await scene.login.service.fail([])
                try await account.opens(what)
                try await account.run(flow)
                try await account.opens(what)
            }
        }
        await scene.stop()
    }

    /// A program gives up while the service still works: what it did then is gone on with.
    @Test(arguments: LoginShareMode.allCases) func anAnswerThatComesTooLateIsGoneOnWith(
        _ mode: LoginShareMode
    ) async throws {
        let scene = try await EmbeddedScene.start(mode)
        let account = Account(scene: scene, id: try AccountId("late.test.near"), number: 1)
        _ = try await EmbeddedWallet.create(
            .named(account.id, scene.creator), plan: try scene.plan(), in: try scene.profile(),
            asking: scene.presenter)
        var hasty = account
        hasty.timeout = .milliseconds(1_500)
        for flow in [Flow.signIn, .pay, .refresh] {
            for call in flow.calls(mode) {
                let (what, before): (Comment, Int) = ("\(flow) \(call)", await scene.login.service.lateCalls)
                await scene.login.service.fail([ShareServiceFault(.late(3_000), of: call)])
                var faults = 0
                // On a busy computer an earlier call may be too late as well.
                repeat {
                    do { try await hasty.run(flow) } catch { faults += 1 }
                } while await scene.login.service.hasFaults
                #expect(faults > 0, what)
                // The call may be done while the next ones are.
                try await account.opens(what)
                while await scene.login.service.lateCalls == before { try await Task.sleep(for: .milliseconds(10)) }
                try await account.opens(what)
                try await account.run(flow)
                try await account.opens(what)
            }
        }
        await scene.stop()
    }

    /// A share of a set that was replaced, sealed to the right key, signs nothing for the one that counts.
    @Test func aServiceThatGivesAnotherSetsShareIsNamed() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let account = Account(scene: scene, id: try AccountId("other.test.near"), number: 1)
        let wallet = try await EmbeddedWallet.create(
            .named(account.id, scene.creator), plan: try scene.plan(), in: try scene.profile(),
            asking: scene.presenter)
        try await wallet.rotate(asking: scene.presenter)
        let signer = try await account.wallet().signIn().signer
        await scene.login.service.fail([ShareServiceFault(.otherSet, of: "share")])
        await #expect {
            _ = try await scene.pays(signer, account.id)
        } throws: { error in
            guard case SigningError.unavailable(let reason) = error else { return false }
            return reason.contains("not the share of the login that belongs to the account’s key")
        }
        #expect(await !scene.login.service.hasFaults)
        try await account.opens("after another set's share")
        await scene.stop()
    }

    /// A provider whose keys change is asked for them again, by the program and by the service.
    @Test(arguments: LoginShareMode.allCases) func aProviderThatChangesItsKeysStopsNothing(
        _ mode: LoginShareMode
    ) async throws {
        let scene = try await EmbeddedScene.start(mode, hasSetClock: true)
        let account = Account(scene: scene, id: try AccountId("keys.test.near"), number: 1)
        let made = try await EmbeddedWallet.create(
            .named(account.id, scene.creator), plan: try scene.plan(), in: try scene.profile(),
            asking: scene.presenter)
        let before = try await made.signIn().signer
        #expect(try await scene.pays(before, account.id))
        for algorithm in TokenAlgorithm.allCases {
            try await scene.login.provider.rotate(to: algorithm)
            // The service and the client look for new keys once in a while.
            scene.login.clock.move(by: TokenKeyCache.pause + 1)
            let wallet = try account.wallet()
            // A session that goes on, and one that begins.
            #expect(try await scene.pays(try await wallet.resume().signer, account.id), "\(algorithm)")
            #expect(try await scene.pays(try await wallet.signIn().signer, account.id), "\(algorithm)")
            try await wallet.rotate(asking: scene.presenter)
            #expect(try await scene.pays(try await wallet.signIn().signer, account.id), "\(algorithm)")
        }
        await #expect(throws: (any Error).self) { _ = try await scene.pays(before, account.id) }
        await scene.stop()
    }
}
