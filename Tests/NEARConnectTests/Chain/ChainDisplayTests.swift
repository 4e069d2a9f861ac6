// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The chain as the window shows it, and nodes that answer late.
final class ChainDisplayTests: MainLoopTestCase {
    /// An environment whose network "local" has these nodes; `nil` stands for the devnet itself.
    @MainActor
    private static func start(
        _ approval: ApprovalPolicy?, asking urls: [ChainMask?], _ devnet: WalletTestEnvironment
    ) throws -> NEARWalletManager {
        var configuration = devnet.configuration
        configuration.profile = .ephemeral
        configuration.network = .custom(
            try NEARWalletManager.CustomNetwork(id: "local", rpcURLs: urls.map { $0?.url ?? devnet.devnet.rpcURL }))
        configuration.keystore = Keystore(
            devnet.accounts.map { Keystore.Entry(network: "local", accountId: $0.id, secretKey: $0.secretKey) })
        configuration.approval = approval ?? .allow(WalletTestEnvironment.permissiveRule(on: "local"))
        return NEARWalletManager(configuration: configuration)
    }

    @MainActor
    private static func isConflicting(_ manager: NEARWalletManager) -> Bool {
        if case .conflicting = manager.chain { true } else { false }
    }

    func testTheBarAndTheDialogSayMainnetUnderAnotherName() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(
                before: environment.devnet.rpcURL, .genesis(ChainIdentity.mainnetGenesis))
            let manager = try Self.start(.ask, asking: [mask], environment)
            let window = ConnectWindow(manager: manager)
            window.present()
            // No request has been made yet.
            await waitUntil("the bar") { window.header.networkText == "mainnet (local)" }
            let signIn = Task { try await manager.signIn(walletId: KeystoreService.walletId) }
            await waitUntil("the dialog") { window.bridge.approvals.current != nil }
            let dialog = try XCTUnwrap(window.bridge.approvals.current)
            XCTAssertEqual(dialog.text.network.style, .mainnet)
            XCTAssertTrue(dialog.text.facts.contains { $0.value == "mainnet (local)" })
            XCTAssertTrue(dialog.text.chainWarning?.contains("real money") == true)
            dialog.dialog.respond(ApprovalDialog.approve)
            _ = try await signIn.value
            // The devnet itself is another network: what the mask said is forgotten.
            manager.network = environment.configuration.network
            XCTAssertNil(manager.chain.identity)
            await waitUntil("the devnet") { window.header.networkText == "devnet" && manager.chain.identity != nil }
            let genesis = try await environment.manager.client().status().genesisHash
            XCTAssertEqual(manager.chain.identity, genesis.map(ChainIdentity.init(genesisHash:)))
            window.close()
            manager.close()
            await mask.stop()
            try await environment.stop()
        }
    }

    func testAnAnswerThatComesWhileTheUserReadsMakesTheApprovalVoid() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .nameless)
            let manager = try Self.start(.ask, asking: [mask], environment)
            let window = ConnectWindow(manager: manager)
            window.present()
            let doubtful = Task { try await manager.signIn(walletId: KeystoreService.walletId) }
            await waitUntil("the dialog") { window.bridge.approvals.current != nil }
            let dialog = try XCTUnwrap(window.bridge.approvals.current)
            XCTAssertTrue(dialog.text.chainWarning?.contains("may be mainnet") == true)
            mask.show(.genesis(ChainIdentity.mainnetGenesis))
            _ = try await manager.identifyChain()
            dialog.dialog.respond(ApprovalDialog.approve)
            do {
                _ = try await doubtful.value
                XCTFail("no error")
            } catch NEARError.walletRejected(let reason) {
                XCTAssertTrue(reason.contains("meanwhile"), reason)
            }
            window.close()
            manager.close()
            await mask.stop()
            try await environment.stop()
        }
    }

    func testAUserMaySignAMessageWhereNoNodeSaysTheChainButNothingIsSent() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .nameless)
            let manager = try Self.start(.ask, asking: [mask], environment)
            let window = ConnectWindow(manager: manager)
            window.present()
            let bob = environment.accounts[1].id
            @MainActor func approved<Value: Sendable>(
                _ operation: @escaping @MainActor @Sendable () async throws -> Value
            ) async throws -> Value {
                let task = Task { try await operation() }
                await waitUntil("the dialog") { window.bridge.approvals.current != nil }
                window.bridge.approvals.current?.dialog.respond(ApprovalDialog.approve)
                return try await task.value
            }
            _ = try await approved { try await manager.signIn(walletId: KeystoreService.walletId) }
            _ = try await approved { try await manager.sign(message: "hello", recipient: "app") }
            do {
                _ = try await approved { try await manager.sendNEAR(to: bob, amount: .near(1)) }
                XCTFail("no error")
            } catch let error as NEARError {
                XCTAssertTrue(error.localizedDescription.contains("which chain"), error.localizedDescription)
            }
            XCTAssertFalse(mask.methods.contains("send_tx"))
            window.close()
            manager.close()
            await mask.stop()
            try await environment.stop()
        }
    }

    func testWhatANodeSaysThatHasNotToldItsChainGoesIntoNoSignature() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .silent)
            let manager = try Self.start(nil, asking: [mask, nil], environment)
            _ = try await manager.signIn(walletId: KeystoreService.walletId)
            let asked = NEARWalletManager.TransactionRequest(
                receiverId: environment.accounts[1].id, actions: [.transfer(.oneYocto)])
            let service = KeystoreService(keystore: manager.configuration.keystore, host: manager.services)
            let pending = try manager.requests.open(.signDelegateActions)
            pending.operation?.record(
                by: manager.journal.recorder(
                    of: pending.id, kind: .signDelegateActions, requests: [asked], signer: environment.accounts[0].id,
                    walletId: KeystoreService.walletId, asker: environment.manager.requests.asker))
            _ = try await service.answer(
                BridgeMessage.HostCall(
                    requestId: pending.id, callId: "c", service: "keystore", method: "signDelegateActions",
                    params: ["network": "local", "delegateActions": [try asked.json()]],
                    walletId: KeystoreService.walletId))
            manager.requests.table.settle(pending.id, .failure(.userCancelled))
            XCTAssertEqual(mask.methods.filter { $0 != "status" }, [], "the first choice told nothing")
            // It turns out to be a node of another chain: from then on nothing is signed at all.
            mask.show(.genesis(ChainIdentity.mainnetGenesis))
            manager.nodes.identity.begin()
            await waitUntil("its answer") { Self.isConflicting(manager) }
            do {
                _ = try await manager.sign(message: "hello", recipient: "app")
                XCTFail("no error")
            } catch NEARError.wrongChain(let conflict) {
                XCTAssertEqual(conflict.answers.map(\.chain).first, .mainnet)
                XCTAssertEqual(conflict.answers.count, 2)
            }
            manager.close()
            await mask.stop()
            try await environment.stop()
        }
    }
}
