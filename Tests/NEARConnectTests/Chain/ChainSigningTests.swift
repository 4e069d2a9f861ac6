// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCore

/// Networks whose name says another chain than their nodes: what the keystore signs, without anybody to ask.
final class ChainSigningTests: MainLoopTestCase {
    private static let mainnet = "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"
    private static let testnet = "FWJ9kR6KFWoyMoNjpLXXGHeuiy7tEY6GmoFeCA5yuc6b"

    /// A manager on the environment's accounts, with a network of any name and any nodes.
    @MainActor
    private static func manager(
        _ environment: WalletTestEnvironment, network id: String, asking urls: [URL], allowsMainnet: Bool = false,
        approval: ApprovalPolicy? = nil, walletScript: JSONValue? = nil
    ) throws -> NEARWalletManager {
        var configuration = environment.configuration
        configuration.profile = .ephemeral
        configuration.network = .custom(try NEARWalletManager.CustomNetwork(id: id, rpcURLs: urls))
        configuration.keystore = Keystore(
            environment.accounts.map { Keystore.Entry(network: id, accountId: $0.id, secretKey: $0.secretKey) })
        var rule = WalletTestEnvironment.permissiveRule(on: id)
        rule.allowsMainnet = allowsMainnet
        configuration.approval = approval ?? .allow(rule)
        if let walletScript {
            let wallet = ScriptedWallet(accounts: environment.devnet.accounts, script: walletScript)
            configuration.additionalManifests = [try wallet.manifest()]
        }
        return NEARWalletManager(configuration: configuration)
    }

    @MainActor
    private static func ending(_ operation: @MainActor () async throws -> Void) async -> (code: String, text: String) {
        do {
            try await operation()
            return ("signed", "")
        } catch {
            return ((error as? NEARError)?.code ?? "other", error.localizedDescription)
        }
    }

    /// Has the keystore sign in one way for a request that is open, and says how that ended.
    @MainActor
    private static func sign(
        _ method: String, _ kind: RequestKind, action: Action, with manager: NEARWalletManager,
        in environment: WalletTestEnvironment
    ) async throws -> String {
        let (alice, bob) = (environment.accounts[0], environment.accounts[1])
        try manager.account.keep(
            NEARAccount(accountId: alice.id.text, publicKey: nil, walletId: KeystoreService.walletId))
        let asked = NEARWalletManager.TransactionRequest(receiverId: bob.id, actions: [action])
        let network = JSONValue.string(manager.network.rawValue)
        let params: JSONValue = [
            "network": network, "message": "m", "recipient": "r",
            "nonce": .string(Base64.encode([UInt8](repeating: 0, count: 32))),
            "transactions": [try asked.json()], "delegateActions": [try asked.json()],
        ]
        let pending = try manager.requests.table.open(kind, deadline: .seconds(60))
        pending.operation?.record(
            by: manager.journal.recorder(
                of: pending.id, kind: kind, requests: [asked], signer: alice.id, walletId: KeystoreService.walletId,
                asker: manager.requests.asker))
        pending.operation?.message = try NEP413Payload(
            message: "m", nonce: [UInt8](repeating: 0, count: 32), recipient: "r")
        defer { manager.requests.table.settle(pending.id, .failure(.userCancelled)) }
        let call = BridgeMessage.HostCall(
            requestId: pending.id, callId: "c", service: "keystore", method: method, params: params,
            walletId: KeystoreService.walletId)
        do throws(HostCallError) {
            _ = try await KeystoreService(keystore: manager.configuration.keystore, host: manager.services).answer(call)
            return "signed"
        } catch {
            guard manager.requests.table.kind(of: pending.id) == nil else { return "refused" }
        }
        // The request was ended natively, with an error of its own.
        return await ending { _ = try await pending.reply() }.code
    }

    func testEveryWayToSignGoesByTheChainUnderEveryName() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .own)
            let full = Action.addKey(
                AddKeyAction(publicKey: try SecretKey.generate().publicKey, accessKey: .fullAccess))
            let ways: [(String, RequestKind, Action)] = [
                ("signTransactions", .signAndSendTransactions, .transfer(.oneYocto)),
                ("signTransactions", .signAndSendTransaction, full),
                ("signDelegateActions", .signDelegateActions, .transfer(.oneYocto)),
                ("signMessage", .signMessage, .transfer(.oneYocto)),
                ("signInAndSignMessage", .signInAndSignMessage, .transfer(.oneYocto)),
                ("signIn", .signIn, .transfer(.oneYocto)),
            ]
            let genesis: [(name: String, face: ChainMask.Face)] = [
                ("devnet", .own), ("mainnet", .genesis(Self.mainnet)), ("testnet", .genesis(Self.testnet)),
            ]
            for id in ["local", "devnet", "testnet", "mainnet"] {
                for (chain, face) in genesis {
                    for allowsMainnet in [false, true] {
                        mask.show(face)
                        let manager = try Self.manager(
                            environment, network: id, asking: [mask.url], allowsMainnet: allowsMainnet)
                        let expected =
                            ["mainnet", "testnet"].contains(id) && id != chain
                            ? "wrong-chain" : chain == "mainnet" && !allowsMainnet ? "refused" : "signed"
                        for (method, kind, action) in ways {
                            let found = try await Self.sign(
                                method, kind, action: action, with: manager, in: environment)
                            XCTAssertEqual(found, expected, "\(method) on \(chain) called \(id), \(allowsMainnet)")
                        }
                        manager.close()
                    }
                }
            }
            await mask.stop()
            try await environment.stop()
        }
    }

    func testAMainnetNodeUnderAnotherNameMovesNothingThroughTheWholePage() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .own)
            let bob = environment.accounts[1].id
            // It signs in before the node shows what it is.
            let early = try Self.manager(environment, network: "local", asking: [mask.url])
            _ = try await early.signIn(walletId: KeystoreService.walletId)
            let sent = try await early.sendNEAR(to: bob, amount: .near(1))
            XCTAssertTrue(sent.isSuccess)
            early.close()
            mask.show(.genesis(Self.mainnet))
            let before = mask.methods.count
            let manager = try Self.manager(environment, network: "local", asking: [mask.url])
            let refused = await Self.ending { _ = try await manager.signIn(walletId: KeystoreService.walletId) }
            XCTAssertEqual(refused.code, "wallet-rejected")
            XCTAssertTrue(refused.text.contains("mainnet"), refused.text)
            let message = await Self.ending {
                _ = try await manager.signInAndSignMessage(
                    walletId: KeystoreService.walletId, message: "m", recipient: "r")
            }
            XCTAssertEqual(message.code, "wallet-rejected")
            XCTAssertEqual(mask.methods[before...].filter { $0 != "status" }, [], "nothing else was asked or sent")
            manager.close()
            await mask.stop()
            try await environment.stop()
        }
    }

    func testAnOwnNodeOfMainnetWorksUnderMainnetsName() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .genesis(Self.mainnet))
            let manager = try Self.manager(environment, network: "mainnet", asking: [mask.url], allowsMainnet: true)
            _ = try await manager.signIn(walletId: KeystoreService.walletId)
            let bob = environment.accounts[1].id
            for _ in 0..<3 {
                let outcome = try await manager.sendNEAR(to: bob, amount: .near(1))
                XCTAssertTrue(outcome.isSuccess)
            }
            _ = try await manager.sign(message: "hello", recipient: "app")
            let signed = try await manager.signDelegateActions([
                NEARWalletManager.TransactionRequest(receiverId: bob, actions: [.transfer(.oneYocto)])
            ])
            XCTAssertEqual(signed.count, 1)
            XCTAssertEqual(mask.methods.count { $0 == "status" }, 1, "asked once")
            manager.close()
            await mask.stop()
            try await environment.stop()
        }
    }

    func testADevnetInMainnetsPlaceIsNamedAndNothingIsSigned() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            for id in ["mainnet", "testnet"] {
                let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .own)
                let manager = try Self.manager(environment, network: id, asking: [mask.url], allowsMainnet: true)
                let port = try XCTUnwrap(mask.url.port)
                let first = await Self.ending { _ = try await manager.signIn(walletId: KeystoreService.walletId) }
                let second = await Self.ending { _ = try await manager.signIn(walletId: KeystoreService.walletId) }
                for ending in [first, second] {
                    XCTAssertEqual(ending.code, "wrong-chain")
                    XCTAssertTrue(ending.text.contains("127.0.0.1:\(port)"), ending.text)
                    XCTAssertTrue(ending.text.contains(id == "mainnet" ? Self.mainnet : Self.testnet), ending.text)
                }
                let reconciled = await Self.ending { _ = try await manager.reconcile() }
                XCTAssertEqual(reconciled.code, "wrong-chain", "the journal believes no other chain")
                XCTAssertEqual(mask.methods.filter { $0 != "status" }, [])
                try await manager.signOut()
                manager.close()
                await mask.stop()
            }
            try await environment.stop()
        }
    }

    func testNodesOfDifferentChainsAreNamedWhicheverComesFirst() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .genesis(Self.mainnet))
            let own = environment.devnet.rpcURL
            for urls in [[own, mask.url], [mask.url, own]] {
                for allowsMainnet in [false, true] {
                    let manager = try Self.manager(
                        environment, network: "local", asking: urls, allowsMainnet: allowsMainnet)
                    let ending = await Self.ending { _ = try await manager.signIn(walletId: KeystoreService.walletId) }
                    XCTAssertEqual(ending.code, "wrong-chain")
                    for url in urls {
                        XCTAssertTrue(ending.text.contains("127.0.0.1:\(try XCTUnwrap(url.port))"), ending.text)
                    }
                    manager.close()
                }
            }
            await mask.stop()
            try await environment.stop()
        }
    }

    func testWhatASecondWalletSignsIsNotConfirmedByAnotherChain() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .own)
            let manager = try Self.manager(
                environment, network: "mainnet", asking: [mask.url], allowsMainnet: true, walletScript: .object([:]))
            let ending = await Self.ending {
                _ = try await manager.signInAndSignMessage(
                    walletId: ScriptedWallet.id, message: "hello", recipient: "app")
            }
            XCTAssertEqual(ending.code, "wrong-chain")
            XCTAssertFalse(manager.isSignedIn)
            manager.close()
            await mask.stop()
            try await environment.stop()
        }
    }

    func testWithoutANodeThatSaysItsChainNoPolicySigns() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let mask = try await ChainMask.start(before: environment.devnet.rpcURL, .nameless)
            let nobody = try XCTUnwrap(URL(string: "http://127.0.0.1:1"))
            for url in [mask.url, nobody] {
                for method in ["signMessage", "signInAndSignMessage", "signTransactions", "signDelegateActions"] {
                    let manager = try Self.manager(environment, network: "local", asking: [url], allowsMainnet: true)
                    let kind = RequestKind(rawValue: method) ?? .signAndSendTransactions
                    let found = try await Self.sign(
                        method, kind, action: .transfer(.oneYocto), with: manager, in: environment)
                    XCTAssertEqual(found, "refused", method)
                    manager.close()
                }
            }
            await mask.stop()
            try await environment.stop()
        }
    }
}
