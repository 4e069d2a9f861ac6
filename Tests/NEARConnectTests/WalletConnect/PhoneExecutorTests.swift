// SPDX-License-Identifier: MIT

import FoundationEssentials
import MainLoopTesting
import NEARConnectLocal
import NEARConnectPeers
import NEARDevnet
import NEARPrimitives
import NEARRPC
import Synchronization
import WalletConnectPlatform
import WalletConnectSign
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// An executor that speaks WalletConnect, in its sandbox, with a wallet on a phone.
///
/// There is a websocket of libsoup's, a relay, real keys and a real chain. The executor speaks as the ones of
/// near-connect's list do. `NEAR_CONNECT_WALLETCONNECT_EXECUTOR=FILE` has this test run such a file itself, where
/// there is one.
final class PhoneExecutorTests: MainLoopTestCase {
    fileprivate static let variable = "NEAR_CONNECT_WALLETCONNECT_EXECUTOR"

    /// Hands the link of each proposal to the phone, as its user does by a look at the screen.
    private struct ScannedClient: WalletConnectClient {
        let client: PhoneWalletClient
        let phone: ScriptedWalletConnectWallet

        var projectId: String { client.projectId }

        func connect(_ proposal: JSONValue, for walletId: String) async throws -> WalletConnectPairing {
            let pairing = try await client.connect(proposal, for: walletId)
            try await phone.pair(pairing.uri)
            return pairing
        }

        func session(for walletId: String) async throws -> WalletConnectSession? {
            try await client.session(for: walletId)
        }

        func request(
            method: String, params: JSONValue, chainId: String, topic: String
        ) async throws -> JSONValue {
            try await client.request(method: method, params: params, chainId: chainId, topic: topic)
        }

        func disconnect(topic: String) async throws { try await client.disconnect(topic: topic) }
    }

    /// A manager, whose wallet is the executor, and the phone behind it.
    @MainActor
    private struct Scene {
        let relay: WalletConnectRelay
        let phone: ScriptedWalletConnectWallet
        let client: SignClient
        let environment: WalletTestEnvironment

        var manager: NEARWalletManager { environment.manager }

        static func start(_ script: PhoneWalletScript = PhoneWalletScript()) async throws -> Scene {
            let relay = try await WalletConnectRelay.start()
            let client = try SignClient(
                SignConfiguration(
                    projectId: "p",
                    metadata: AppMetadata(name: "Test", description: "", url: "https://app.example"),
                    relay: relay.address),
                transport: SoupRelayTransport(), store: MemorySignStore())
            try await client.start()
            var phone: ScriptedWalletConnectWallet?
            let environment = try await WalletTestEnvironment.start(
                accounts: ["alice.test.near", "bob.test.near"], approval: nil, chain: DevnetConfiguration()
            ) { configuration, devnet in
                let wallet = try XCTUnwrap(
                    ScriptedWalletConnectWallet(
                        .init(relay: relay.address, accounts: [devnet.accounts[0]]), script: script))
                phone = wallet
                configuration.walletConnect = ScannedClient(
                    client: PhoneWalletClient(client, projectId: "p"), phone: wallet)
                configuration.additionalManifests = [try manifest()]
            }
            return Scene(relay: relay, phone: try XCTUnwrap(phone), client: client, environment: environment)
        }

        private static func manifest() throws -> String {
            let environment = ProcessInfo.processInfo.environment
            guard let path = environment[PhoneExecutorTests.variable] else { return PhoneExecutor.manifest }
            return WalletCode.manifest(
                id: PhoneExecutor.walletId, code: try String(contentsOf: URL(filePath: path), encoding: .utf8),
                changes: ["permissions": ["walletConnect": true]])
        }

        func balance(of account: DevnetAccount) async throws -> NEARToken {
            try await manager.client().viewAccount(account.id).value.amount
        }

        func stop() async throws {
            try await environment.stop()
            await client.stop()
            await phone.stop()
            await relay.stop()
        }
    }

    func testTheExecutorSignsInSignsTransactionsAndAMessageByAPhone() throws {
        try run {
            let scene = try await Scene.start()
            let (alice, bob) = (scene.environment.accounts[0], scene.environment.accounts[1])
            let account = try await scene.manager.signIn(walletId: PhoneExecutor.walletId)
            XCTAssertEqual(account.accountId, alice.id.text)

            let before = try await scene.balance(of: bob)
            let one = try await scene.manager.sendNEAR(to: bob.id, amount: .near(1))
            XCTAssertTrue(one.isSuccess)
            XCTAssertEqual(one.transaction.publicKey, alice.publicKey)
            let transfer = TransactionRequest(
                receiverId: bob.id, actions: [.transfer(TransferAction(deposit: try .near(2)))])
            let both = try await scene.manager.signAndSendTransactions([transfer, transfer])
            XCTAssertEqual(both.map(\.isSuccess), [true, true])
            // The chain has them.
            let after = try await scene.balance(of: bob)
            XCTAssertEqual(after.yoctoNEAR - before.yoctoNEAR, try NEARToken.near(5).yoctoNEAR)

            let message = try await scene.manager.sign(message: "hello", recipient: "app.example")
            XCTAssertEqual(message.publicKey, alice.publicKey)
            XCTAssertEqual(message.accountId, alice.id)

            try await scene.manager.signOut()
            let sessions = await scene.client.sessions
            XCTAssertEqual(sessions.map(\.topic), [])
            try await scene.stop()
        }
    }

    func testTheExecutorsPhoneThatSignsOtherBytesIsFoundOut() throws {
        try run {
            let scene = try await Scene.start(PhoneWalletScript(["near_signMessage": [.wrongNonce]]))
            _ = try await scene.manager.signIn(walletId: PhoneExecutor.walletId)
            do {
                _ = try await scene.manager.sign(message: "hello", recipient: "app.example")
                XCTFail("a signature of another message was taken")
            } catch let error as NEARError {
                XCTAssertEqual(error.code, "signature-invalid")
            }
            try await scene.stop()
        }
    }

    func testAMessageThatThePhoneRefusesEndsTheExecutorsSession() throws {
        try run {
            let scene = try await Scene.start(
                PhoneWalletScript(["near_signMessage": [.reject(code: 5_000, message: "no")]]))
            _ = try await scene.manager.signIn(walletId: PhoneExecutor.walletId)
            do {
                _ = try await scene.manager.sign(message: "hello", recipient: "app.example")
                XCTFail("a refusal was a signature")
            } catch NEARError.walletRejected(let reason) {
                XCTAssertEqual(reason, "“no” (code 5000)")
            }
            // The executors of the list disconnect then, which the native way doesn't.
            let sessions = await scene.client.sessions
            XCTAssertEqual(sessions.count, 0)
            try await scene.stop()
        }
    }
}
