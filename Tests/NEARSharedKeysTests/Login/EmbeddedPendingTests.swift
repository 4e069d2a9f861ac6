// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARShares
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Shared keys that wait for their account: for a deposit, for their owner, for somebody else.
@Suite struct EmbeddedPendingTests {
    @Test func anImplicitAccountWaitsForItsFirstDeposit() async throws {
        let scene = try await EmbeddedScene.start(.coSign)
        let wallet = try await EmbeddedWallet.create(
            .implicit, plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        #expect(wallet.account.text.utf8.count == 64)
        #expect(try await wallet.state == .pending)
        #expect(try await wallet.settle() == false)
        #expect(scene.presenter.state.withLock { $0.steps.last } == .deposit(wallet.account))
        await #expect(throws: SharedKeyError.noAccount(wallet.account)) { try await wallet.resume() }
        let key = try #require(try scene.profile().records.all().first).set.publicKey
        try await scene.devnet.createAccount(wallet.account, balance: try .near(1), publicKey: key)
        #expect(try await wallet.settle())
        #expect(try await scene.pays(try await wallet.resume().signer, wallet.account))
        await scene.stop()
    }

    /// A service that knows nothing has no share erased of a key whose account was paid to.
    @Test func sharesOfAnAccountThatWasPaidToAreNotGivenUp() async throws {
        let scene = try await EmbeddedScene.start(.release)
        scene.presenter.state.withLock { $0.isGone = true }
        await #expect(throws: SharedKeyError.login(.cancelled)) {
            try await EmbeddedWallet.create(
                .implicit, plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        }
        scene.presenter.state.withLock { $0.isGone = false }
        let begun = try #require(try scene.profile().records.all().first)
        try await scene.devnet.createAccount(begun.account, balance: try .near(1), publicKey: begun.set.publicKey)
        let names = try await scene.vault.names()
        await scene.login.provider.expect(IdentityProvider.Person(subject: "person-2"))
        let other = try await EmbeddedWallet.create(
            .implicit, plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        #expect(other.account != begun.account)
        #expect(try scene.profile().records.all().first?.id == begun.id)
        #expect(try await Set(scene.vault.names()).isSuperset(of: names))
        // The right login goes on with it, and the deposit is the account's.
        await scene.login.provider.expect(IdentityProvider.Person())
        let wallet = try await EmbeddedWallet.create(
            .implicit, plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        #expect(wallet.account == begun.account)
        #expect(try await scene.pays(try await wallet.signIn().signer, wallet.account))
        await scene.stop()
    }

    /// A second person of this computer isn't shown the address of the first one, to whom somebody may be paying.
    @Test(arguments: LoginShareMode.allCases) func aSecondPersonGetsAnAccountOfHisOwn(
        _ mode: LoginShareMode
    ) async throws {
        let scene = try await EmbeddedScene.start(mode)
        func create(_ person: String, _ account: EmbeddedAccountRequest = .implicit) async throws -> EmbeddedWallet {
            await scene.login.provider.expect(IdentityProvider.Person(subject: person))
            return try await EmbeddedWallet.create(
                account, plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        }
        let first = try await create("person-1").account
        let second = try await create("person-2").account
        #expect(first != second)
        // Each goes on with his own, also with one whose words weren't typed yet.
        #expect(try await create("person-1").account == first)
        #expect(try await create("person-2").account == second)
        scene.presenter.state.withLock { $0.isGone = true }
        await #expect(throws: SharedKeyError.login(.cancelled)) { _ = try await create("person-3") }
        scene.presenter.state.withLock { $0.isGone = false }
        let begun = try #require(try scene.profile().records.all().last).account
        #expect(try await create("person-2").account == second)
        let third = try await create("person-3").account
        // A service that gives no share has another set begun in place of one whose words weren't typed.
        #expect((third == begun) == (mode == .release))
        #expect(try scene.profile().records.all().map(\.account) == [first, second, third])
        // A name that waits for one person isn't another one's.
        struct NoPlacer: AccountKeyPlacer {
            func place(_ key: PublicKey, on account: AccountId) async throws(SharedKeyError) {
                throw .rotation(reason: "nobody is there")
            }
        }
        let name = try AccountId("taken.test.near")
        await #expect(throws: SharedKeyError.self) { _ = try await create("person-1", .named(name, NoPlacer())) }
        let names = try await scene.vault.names()
        await #expect(throws: SharedKeyError.login(.service(.unknownSet))) {
            _ = try await create("person-2", .named(name, scene.creator))
        }
        #expect(try await scene.vault.names() == names)
        let wallet = try await create("person-1", .named(name, scene.creator))
        #expect(try await scene.pays(try await wallet.signIn().signer, name))
        await scene.stop()
    }
}
