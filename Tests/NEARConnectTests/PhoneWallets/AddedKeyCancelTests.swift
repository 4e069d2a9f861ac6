// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import Synchronization
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Requests that are given up after the wallet has signed, while the chain is asked for the new key.
final class AddedKeyCancelTests: MainLoopTestCase {
    /// A node that, once it has passed a transaction on, holds each question for a key.
    private final class HoldingNode: Sendable {
        private let target: URL
        private let hasSent = Mutex(false)
        private let isHolding = Mutex(true)
        private let heldCount = Mutex(0)

        init(before target: URL) { self.target = target }

        /// The number of questions that wait.
        var waiting: Int { heldCount.withLock { $0 } }

        func release() { isHolding.withLock { $0 = false } }

        func start() async throws -> ScriptedNode {
            try await ScriptedNode.start { method, request in
                if request["params"]?["request_type"]?.stringValue == "view_access_key", self.hasSent.withLock({ $0 }) {
                    self.heldCount.withLock { $0 += 1 }
                    while self.isHolding.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
                }
                let answer = try await ScriptedNode.forward(request, to: self.target)
                if ["send_tx", "broadcast_tx_async", "broadcast_tx_commit"].contains(method) {
                    self.hasSent.withLock { $0 = true }
                }
                return answer
            }
        }
    }

    @MainActor
    private static func error(of body: () async throws -> Void) async -> NEARError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? NEARError
        }
    }

    /// Checks that an error names the transaction that has added the key.
    @MainActor
    private static func check(_ error: NEARError?, of scene: WalletTestEnvironment, key: SecretKey) async throws {
        guard case .transactionUnknown(let hash?) = error else { return XCTFail("\(String(describing: error))") }
        let history = try await scene.manager.history()
        XCTAssertEqual(history.first?.parts.first?.hash, hash)
        let client = try NEARRPCClient(endpoints: [RPCEndpoint(url: scene.devnet.rpcURL)])
        let shown = try await client.viewAccessKey(key.publicKey, of: scene.accounts[0].id, at: .optimistic)
        XCTAssertFalse(shown.value.permission.isFullAccess)
    }

    func testATaskThatIsCancelledAfterTheKeyWasSentNamesTheTransaction() throws {
        try run {
            let scene = try await PhoneManagerScene.start()
            _ = try await scene.signIn()
            let (manager, key) = (scene.manager, try SecretKey.generate())
            let holding = HoldingNode(before: scene.environment.devnet.rpcURL)
            let node = try await holding.start()
            manager.network = .custom(try CustomNetwork(id: scene.environment.devnet.chainId, rpcURLs: [node.url]))
            let request = FunctionCallKeyRequest(contractId: scene.bob, publicKey: key.publicKey)
            let adding = Task { await Self.error { try await manager.addFunctionCallKey(request) } }
            await waitUntil("the question for the key") { holding.waiting > 0 }
            adding.cancel()
            let error = await adding.value
            try await Self.check(error, of: scene.environment, key: key)
            holding.release()
            try await scene.stop()
            await node.stop()
        }
    }

    func testASignInThatIsCancelledAfterTheKeystoreHasAddedAKeyNamesTheTransaction() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let (manager, key) = (environment.manager, try SecretKey.generate())
            let holding = HoldingNode(before: environment.devnet.rpcURL)
            let node = try await holding.start()
            manager.network = .custom(try CustomNetwork(id: environment.devnet.chainId, rpcURLs: [node.url]))
            let request = FunctionCallKeyRequest(contractId: environment.accounts[1].id, publicKey: key.publicKey)
            let signingIn = Task {
                await Self.error {
                    _ = try await manager.signIn(walletId: KeystoreService.walletId, functionCallKey: request)
                }
            }
            await waitUntil("the question for the key") { holding.waiting > 0 }
            manager.cancelPendingOperation()
            let error = await signingIn.value
            try await Self.check(error, of: environment, key: key)
            holding.release()
            try await environment.stop()
            await node.stop()
        }
    }
}
