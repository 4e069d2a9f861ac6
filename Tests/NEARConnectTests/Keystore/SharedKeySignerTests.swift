// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARSharedKeys
import NEARVault
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectPeers

/// A shared key as an entry of the keystore: the same questions, policy and journal as for any other key.
final class SharedKeySignerTests: MainLoopTestCase {
    /// An account of a devnet whose key is shared, in a program whose user is asked.
    @MainActor
    private struct Scene {
        let environment: WalletTestEnvironment
        let approver = CountingApprover()
        let key: SharedKey
        var manager: NEARWalletManager { environment.manager }
        var alice: DevnetAccount { environment.accounts[0] }
        var bob: AccountId { environment.accounts[1].id }

        static func start(_ key: SharedKey) async throws -> Scene {
            let environment = try await WalletTestEnvironment.start(approval: .ask) { configuration in
                configuration.keystore = Keystore(
                    configuration.keystore.entries.map {
                        $0.accountId.text == "alice.test.near"
                            ? Keystore.Entry(network: $0.network, accountId: $0.accountId, signer: key) : $0
                    })
            }
            let scene = Scene(environment: environment, key: key)
            scene.manager.services.approver = scene.approver
            try await environment.addKey(key.publicKey, to: scene.alice)
            scene.approver.account = scene.alice.id
            _ = try await environment.manager.signIn(walletId: KeystoreService.walletId)
            return scene
        }

        func states() async throws -> [String] { try await manager.history().map(\.state.code) }
    }

    /// Both shares are here: this computer's in a vault, and the words.
    func testTwoSharesOfThisComputerSendAfterTheQuestion() throws {
        try run {
            let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
            let vault = MemoryVault()
            let device = try VaultShare(.device, in: vault)
            let own = try XCTUnwrap(dealt.shares.first { $0.holder == .device })
            let words = try XCTUnwrap(dealt.shares.first { $0.holder == .recovery })
            try await device.store(own)
            let scene = try await Scene.start(
                try SharedKey(dealt.set, by: device, with: .share(HandedShare(words.share))))
            let asked = scene.approver.asked.count
            let outcome = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1))
            XCTAssertTrue(outcome.isSuccess)
            XCTAssertEqual(outcome.transaction.publicKey, dealt.set.publicKey)
            let message = try await scene.manager.sign(message: "hello", recipient: "app")
            XCTAssertEqual(message.publicKey, dealt.set.publicKey)
            let transfer = TransactionRequest(receiverId: scene.bob, actions: [.transfer(.oneYocto)])
            let delegates = try await scene.manager.signDelegateActions([transfer])
            XCTAssertEqual(delegates.count, 1)
            XCTAssertEqual(scene.approver.asked.count, asked + 3, "each is asked")

            // Refused, nothing is signed; a share that is missing is named, and nothing is sent.
            scene.approver.refuses = true
            let refused = await OperationEnd { _ = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1)) }
            XCTAssertEqual(refused.code, "user-cancelled")
            scene.approver.refuses = false
            try await device.erase(dealt.set.id)
            let missing = await OperationEnd { _ = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1)) }
            XCTAssertTrue(missing.text.contains("The share of the first computer isn’t where it was put"), missing.text)
            let balance = try await scene.manager.client().viewAccount(scene.bob).value.amount
            try await device.store(own)
            _ = try await scene.manager.sendNEAR(to: scene.bob, amount: .oneYocto)
            let after = try await scene.manager.client().viewAccount(scene.bob).value.amount
            XCTAssertEqual(after.yoctoNEAR, balance.yoctoNEAR + 1, "the one that failed wasn’t sent")
            let states = try await scene.states()
            XCTAssertEqual(states.filter { $0 == "confirmed" }.count, 2, "\(states)")
            XCTAssertTrue(states.contains("not-sent"), "\(states)")
            try await scene.environment.stop()
        }
    }

    /// The login's service signs with its share, within its limits.
    func testAServiceThatSignsIsPartOfTheSameFlow() throws {
        try run {
            let provider = try await IdentityProvider.start()
            let service = try await ShareService.start(
                ShareServiceSettings(issuers: [.init(provider.issuer, programs: ["program"])]))
            var configuration = OpenIDConfiguration(issuer: provider.issuer, clientId: "program")
            configuration.allowsPlainLoopback = true
            let login = OpenIDClient(configuration) { address throws(LoginError) in
                guard let url = URL(string: address) else { return }
                Task {
                    do {
                        _ = try await Downloader(allowsPlainLoopback: true).file(at: url, limit: 65_536)
                    } catch {
                        // As in a browser: the person sees an error page.
                    }
                }
            }
            let client = ShareServiceClient(service.address, mode: .coSign, login: login)
            let token = try await client.signIn(LoginHint())
            let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
            let own = try XCTUnwrap(dealt.shares.first { $0.holder == .device })
            let new = try XCTUnwrap(dealt.shares.first { $0.holder == .login }.flatMap { NewShareSet($0) })
            try await client.replace(nil, by: new, phase: .prepare, token: token)
            try await client.replace(nil, by: new, phase: .commit, token: token)
            let device = try VaultShare(.device, in: MemoryVault())
            try await device.store(own)
            let signer = LoginCoSigner(client, token: token, for: dealt.set.id)
            let scene = try await Scene.start(try SharedKey(dealt.set, by: device, with: .coSigner(signer)))
            let outcome = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1))
            XCTAssertTrue(outcome.isSuccess && outcome.transaction.publicKey == dealt.set.publicKey)
            // More than the service signs at once: it says no, and nothing is sent.
            let refused = await OperationEnd { _ = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(11)) }
            XCTAssertEqual(refused.code, "wallet-rejected", refused.text)
            // Without the service: the journal says that nothing was sent.
            await service.stop()
            let gone = await OperationEnd { _ = try await scene.manager.sendNEAR(to: scene.bob, amount: .near(1)) }
            XCTAssertNotEqual(gone.code, "done")
            let states = try await scene.states()
            XCTAssertEqual(states.sorted(), ["confirmed", "not-sent", "not-sent"])
            await provider.stop()
            try await scene.environment.stop()
        }
    }
}
