// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Faults of services, chains and other computers: each ends with two shares of one set that open the account.
@Suite struct EmbeddedFaultTests {
    private static func account(_ number: Int, _ scene: EmbeddedScene) async throws -> AccountId {
        // Each account is another person's: a service keeps so many sets of each.
        await scene.login.provider.expect(IdentityProvider.Person(subject: "person-\(number)"))
        return try AccountId("fault-\(number).test.near")
    }

    /// Faults of one call each, while an account is made and while its key is replaced.
    @Test(arguments: LoginShareMode.allCases) func aFaultOfTheServiceIsGoneOnWith(_ mode: LoginShareMode) async throws {
        let scene = try await EmbeddedScene.start(mode)
        let calls = mode == .release ? ["replace", "share", "sets"] : ["replace", "commit", "sign", "sets"]
        var number = 0
        for call in calls {
            for kind in ShareServiceFault.kinds(of: call) {
                number += 1
                let account = try await Self.account(number, scene)
                let what: Comment = "\(call) \(kind)"
                func make() async throws -> EmbeddedWallet {
                    try await EmbeddedWallet.create(
                        .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                        asking: scene.presenter)
                }
                await scene.login.service.fail([ShareServiceFault(kind, of: call)])
                // The service decides which error it is; the account must open afterwards.
                do { _ = try await make() } catch is SharedKeyError {}
                // A creation has no use for a list of sets.
                #expect(await scene.login.service.hasFaults == (call == "sets"), what)
                await scene.login.service.fail([])
                let wallet = try await make()
                #expect(try await scene.pays(try await wallet.signIn().signer, account), what)
                await scene.login.service.fail([ShareServiceFault(kind, of: call)])
                do { try await wallet.rotate(asking: scene.presenter) } catch {}
                #expect(await !scene.login.service.hasFaults, what)
                await scene.login.service.fail([])
                let between = try await wallet.signIn().signer
                #expect(try await scene.pays(between, account), what)
                try await wallet.rotate(asking: scene.presenter)
                #expect(try await scene.pays(try await wallet.signIn().signer, account), what)
                await #expect(throws: RPCError.self, what) { _ = try await scene.pays(between, account) }
            }
        }
        await scene.stop()
    }

    /// The owner cancels while the service is at work, whose answer comes afterwards.
    @Test(arguments: LoginShareMode.allCases) func anAnswerAfterACancelHarmsNothing(_ mode: LoginShareMode) async throws
    {
        let scene = try await EmbeddedScene.start(mode)
        let calls = mode == .release ? ["replace", "share"] : ["replace", "commit", "sign"]
        for (number, call) in calls.enumerated() {
            let account = try await Self.account(number, scene)
            @Sendable func make() async throws -> EmbeddedWallet {
                try await EmbeddedWallet.create(
                    .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                    asking: scene.presenter)
            }
            /// Ends a flow once the service has its call.
            func cancelled(_ flow: @escaping @Sendable () async throws -> Void) async throws {
                await scene.login.service.fail([ShareServiceFault(.late(300), of: call)])
                let ended = Mutex(false)
                let task = Task {
                    defer { ended.withLock { $0 = true } }
                    try await flow()
                }
                while await scene.login.service.hasFaults, !ended.withLock({ $0 }) {
                    try await Task.sleep(for: .milliseconds(1))
                }
                task.cancel()
                await #expect(throws: SharedKeyError.self, "\(call)") { try await task.value }
            }
            try await cancelled { _ = try await make() }
            let wallet = try await make()
            let before = try await wallet.signIn().signer
            #expect(try await scene.pays(before, account), "\(call)")
            try await cancelled { try await wallet.rotate(asking: scene.presenter) }
            #expect(try await scene.pays(try await wallet.signIn().signer, account), "\(call)")
            try await wallet.rotate(asking: scene.presenter)
            #expect(try await scene.pays(try await wallet.signIn().signer, account), "\(call)")
            await #expect(throws: RPCError.self, "\(call)") { _ = try await scene.pays(before, account) }
        }
        await scene.stop()
    }

    @Test func twoComputersThatRotateAtOnceLeaveAnAccountThatOpens() async throws {
        let (scene, alice) = (try await EmbeddedScene.start(.release), try AccountId("alice.test.near"))
        let one = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let old = try await one.signIn().signer
        let words = HandedShare(try #require(scene.presenter.words))
        let elsewhere = try await scene.elsewhere()
        let two = try await EmbeddedWallet.adopt(
            alice, by: [words], plan: try elsewhere.plan(), in: try elsewhere.profile())
        _ = try await two.recover(with: [words])
        async let first: Void = one.rotate(asking: scene.presenter)
        async let second: Void = two.rotate(asking: elsewhere.presenter)
        var rotated: [(EmbeddedWallet, EmbeddedScene)] = []
        do { try await first; rotated.append((one, scene)) } catch is SharedKeyError {}
        do { try await second; rotated.append((two, elsewhere)) } catch is SharedKeyError {}
        #expect(!rotated.isEmpty, "nobody has replaced the key")
        for (wallet, scene) in rotated {
            #expect(try await scene.pays(try await wallet.signIn().signer, alice))
        }
        await #expect(throws: RPCError.self) { _ = try await scene.pays(old, alice) }
        let keys = try await scene.keys(of: alice)
        #expect(keys.count <= 2 && !keys.contains(old.publicKey.handle))
        // Each of them sees the other's key, or that its own is gone.
        for wallet in [one, two] {
            do throws(SharedKeyError) {
                _ = try await wallet.signIn()
                #expect(try await wallet.strangeKeys().count == keys.count - 1)
            } catch {
                #expect(error == .keysGone(alice))
            }
        }
        await scene.stop()
    }

    @Test func aKeyThatWasRemovedElsewhereIsSaidAndNothingIsErased() async throws {
        let (scene, alice) = (try await EmbeddedScene.start(.coSign), try AccountId("alice.test.near"))
        let wallet = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let key = try await wallet.signIn().signer
        let seen = try await scene.node.viewAccessKey(key.publicKey, of: alice, at: .final)
        let own = try SecretKey.generate(.ed25519)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: alice, publicKey: key.publicKey, nonce: seen.value.nonce + 1, receiverId: alice,
                blockHash: seen.blockHash,
                actions: [
                    .addKey(
                        AddKeyAction(
                            publicKey: own.publicKey, accessKey: AccessKey(nonce: 0, permission: .fullAccess))),
                    .deleteKey(DeleteKeyAction(publicKey: key.publicKey)),
                ]))
        let signature = try await key.sign(.transaction(transaction)) { _ in }
        _ = try await scene.node.sendTransaction(
            SignedTransaction(transaction: transaction, signature: signature), waitUntil: .final)
        await #expect(throws: SharedKeyError.keysGone(alice)) { try await wallet.signIn() }
        #expect(try await wallet.strangeKeys() == [own.publicKey.handle])
        let set = try await wallet.active().id
        _ = try await scene.plan().deviceShare().share(of: set)
        await scene.stop()
    }
}
