// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The accounts that wallets report, as the bridge page takes them, with two connectors.
final class SignInCheckTests: MainLoopTestCase {
    private static let sources: [ConnectorSource] = [
        .embedded,
        .file(ConnectorLoaderTests.plain),
    ]

    /// A message to sign with a wallet.
    private static func message(_ walletId: String) -> JSONValue {
        let nonce = Base64.encode([UInt8](repeating: 7, count: 32))
        return ["walletId": .string(walletId), "message": "hello", "recipient": "app", "nonce": .string(nonce)]
    }

    /// A wallet that signs `accounts` in, JavaScript for a list, and has them from then on.
    private static func wallet(_ id: String, _ accounts: String) -> String {
        WalletCode.manifest(
            id: id,
            """
            async signIn() { return \(accounts); },
            async signInAndSignMessage() { return \(accounts); },
            async getAccounts() { return \(accounts); },
            async signOut() {}
            """,
            changes: ["features": ["testnet": true, "customNetworks": true, "signInAndSignMessage": true]])
    }

    @MainActor
    private static func environments(
        _ manifests: [String], _ body: @MainActor (NEARWalletManager) async throws -> Void
    ) async throws {
        for source in sources {
            let environment = try await WalletTestEnvironment.start {
                $0.connector = source
                $0.additionalManifests = manifests
            }
            try await body(environment.manager)
            try await environment.stop()
        }
    }

    /// Returns the account that the page has signed in with the selected wallet.
    @MainActor
    private static func signedIn(_ manager: NEARWalletManager) async throws -> (accounts: [String], walletId: String?) {
        try await manager.requests.perform(.accounts, [:]) { (reply) throws(NEARError) in
            guard case .accountList(let accounts, let walletId) = reply else {
                throw reply.unexpected
            }
            return (accounts.map(\.accountId), walletId)
        }
    }

    @MainActor
    private static func signIn(_ manager: NEARWalletManager, with walletId: String) async throws -> [BridgeMessage
        .Account]
    {
        try await manager.requests.perform(.signInAndSignMessage, message(walletId)) { (reply) throws(NEARError) in
            guard case .signedInAndSignedMessage(let accounts, _) = reply else {
                throw reply.unexpected
            }
            return accounts
        }
    }

    func testASignInWithoutASignatureLeavesThePageWithItsWallet() throws {
        try run {
            let manifests = [
                Self.wallet("first", "[{ accountId: 'alice.test' }]"),
                Self.wallet("silent", "[{ accountId: 'bob.test' }]"),
                Self.wallet(
                    "half", "[{ accountId: 'bob.test', signedMessage: { accountId: 'bob.test', publicKey: 'k' } }]"),
            ]
            try await Self.environments(manifests) { manager in
                _ = try await manager.requests.perform(.signIn, ["walletId": "first"]) { _ in }
                for id in ["silent", "half"] {
                    do {
                        _ = try await Self.signIn(manager, with: id)
                        XCTFail("\(id): nothing was signed")
                    } catch NEARError.walletError(let reason) {
                        XCTAssertTrue(reason.contains("sign"), reason)
                    }
                    let now = try await Self.signedIn(manager)
                    XCTAssertEqual(now.walletId, "first")
                    XCTAssertEqual(now.accounts, ["alice.test"])
                }
            }
        }
    }

    func testOneOfSeveralAccountsMaySign() throws {
        try run {
            let accounts = """
                [{ accountId: 'other.test', publicKey: '' },
                 { accountId: 'alice.test', signedMessage: { accountId: 'alice.test', publicKey: 'k', signature: 's' } }]
                """
            try await Self.environments([Self.wallet("several", accounts)]) { manager in
                let found = try await Self.signIn(manager, with: "several")
                XCTAssertEqual(found.map(\.accountId), ["alice.test", "other.test"], "the one that signed comes first")
                XCTAssertEqual(found.map { $0.signedMessage == nil }, [false, true])
                XCTAssertNil(found[1].publicKey, "an empty key is none")
            }
        }
    }

    func testAnAccountWithoutANameIsNobody() throws {
        try run {
            let code = """
                async signIn() { await window.selector.storage.set("in", "yes"); return [{ accountId: "alice.test" }]; },
                async getAccounts() {
                  return [{ accountId: (await window.selector.storage.get("in")) ? "alice.test" : "", publicKey: "" }];
                },
                async signOut() { await window.selector.storage.remove("in"); },
                async signMessage() { throw new Error("it was asked"); }
                """
            try await Self.environments([WalletCode.manifest(id: "empty", code)]) { manager in
                let asked: JSONValue = ["walletId": "empty"]
                _ = try await manager.requests.perform(.signIn, asked) { _ in }
                let before = try await Self.signedIn(manager)
                XCTAssertEqual(before.accounts, ["alice.test"])
                _ = try await manager.requests.perform(.signOut, asked) { _ in }
                let accounts = try await manager.requests.perform(.accounts, asked) { (reply) throws(NEARError) in
                    guard case .accountList(let accounts, _) = reply else { throw reply.unexpected }
                    return accounts.count
                }
                XCTAssertEqual(accounts, 0)
                do {
                    _ = try await manager.requests.perform(.signMessage, Self.message("empty")) { _ in }
                    XCTFail("it signed for nobody")
                } catch NEARError.notSignedIn {}
            }
        }
    }
}
