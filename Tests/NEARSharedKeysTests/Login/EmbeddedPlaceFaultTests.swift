// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Faults of this computer, its vault and its clock.
///
/// Each ends with two shares of one set that open the account.
@Suite struct EmbeddedPlaceFaultTests {
    /// At each call of each flow in turn, with each fault, until the flow runs through.
    @Test(arguments: StumblingVault.Fault.allCases)
    func aVaultThatFailsAtAnyCallIsGoneOnWith(_ fault: StumblingVault.Fault) async throws {
        let scene = try await EmbeddedScene.start(.release)
        for call in 0... {
            let what: Comment = "\(fault) at \(call)"
            await scene.login.provider.expect(IdentityProvider.Person(subject: "person-\(call)"))
            let account = try AccountId("place-\(call).test.near")
            var hasStumbled = false
            func flow(_ body: (SharedKeyPlan) async throws -> Void) async throws {
                let vault = StumblingVault(scene.vault, fault, at: call)
                let plan = try scene.plan(device: vault)
                do {
                    try await body(plan)
                    // A place that took it and never said so may be read again.
                } catch let error as SharedKeyError {
                    guard vault.hasStumbled else { throw error }
                } catch let error as SigningError {
                    guard vault.hasStumbled else { throw error }
                }
                hasStumbled = hasStumbled || vault.hasStumbled
            }
            func make(_ plan: SharedKeyPlan) async throws -> EmbeddedWallet {
                try await EmbeddedWallet.create(
                    .named(account, scene.creator), plan: plan, in: try scene.profile(), asking: scene.presenter)
            }
            func opened() async throws -> SharedKey {
                let wallet = try #require(
                    try EmbeddedWallet.restored(account, plan: try scene.plan(), in: try scene.profile()))
                return try await wallet.signIn().signer
            }
            try await flow { plan in _ = try await make(plan) }
            let wallet = try await make(try scene.plan())
            let old = try await opened()
            #expect(try await scene.pays(old, account), what)
            try await flow { plan in
                let wallet = try #require(
                    try EmbeddedWallet.restored(account, plan: plan, in: try scene.profile()))
                _ = try await wallet.signIn()
                try await wallet.rotate(asking: scene.presenter)
            }
            #expect(try await scene.pays(try await opened(), account), what)
            try await wallet.rotate(asking: scene.presenter)
            await #expect(throws: RPCError.self, what) { _ = try await scene.pays(old, account) }
            let words = HandedShare(try #require(scene.presenter.words))
            // This computer's share is gone: the words and the login bring it back.
            try await wallet.signOut(keepingDeviceShare: false)
            try await flow { plan in
                let wallet = try await EmbeddedWallet.adopt(
                    account, by: [words], plan: plan, in: try scene.profile())
                _ = try await wallet.signIn()
                _ = try await wallet.recover(with: [words])
            }
            let back = try await EmbeddedWallet.adopt(
                account, by: [words], plan: try scene.plan(), in: try scene.profile())
            _ = try await back.signIn()
            #expect(try await scene.pays(try await back.recover(with: [words]).signer, account), what)
            #expect(try await scene.pays(try await opened(), account), what)
            guard hasStumbled else {
                #expect(call > 3, "the flows read and write this computer's share")
                break
            }
        }
        await scene.stop()
    }

    @Test(arguments: [-590, 590, -660, 1_300] as [TimeInterval])
    func aClockThatIsWrongIsForgivenOrNamed(_ seconds: TimeInterval) async throws {
        let scene = try await EmbeddedScene.start(.coSign)
        let account = try AccountId("clock.test.near")
        let now: @Sendable () -> Date = { Date().addingTimeInterval(seconds) }
        func make(_ plan: SharedKeyPlan) async throws(SharedKeyError) -> EmbeddedWallet {
            let profile: EmbeddedProfile
            do { profile = try scene.profile() } catch { throw .storage(reason: "\(error)") }
            return try await EmbeddedWallet.create(
                .named(account, scene.creator), plan: plan, in: profile, asking: scene.presenter)
        }
        if abs(seconds) < 600 {
            let wallet = try await make(try scene.plan(now: now))
            try await wallet.rotate(asking: scene.presenter)
            #expect(try await scene.pays(try await wallet.signIn().signer, account))
        } else {
            // Nothing was begun.
            let plan = try scene.plan(now: now)
            let error = await #expect(throws: SharedKeyError.self) { _ = try await make(plan) }
            #expect("\(try #require(error))".contains("clock"), "\(String(describing: error))")
            #expect(try scene.profile().records.all().isEmpty)
        }
        // The clock put right.
        let wallet = try await make(try scene.plan())
        #expect(try await scene.pays(try await wallet.signIn().signer, account))
        await scene.stop()
    }
}
