// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect

/// Features that a program asks for decide which wallets a real page offers.
final class WalletFeatureTests: MainLoopTestCase {
    /// A wallet that signs in, with `features` in its manifest.
    private static func wallet(_ id: String, _ features: JSONValue.Members) -> String {
        let code =
            """
            async signIn() { return [{ accountId: "alice.test.near" }]; },
            async getAccounts() { return [{ accountId: "alice.test.near" }]; },
            async signOut() {}
            """
        return WalletCode.manifest(
            id: id, code,
            changes: ["features": .object(["testnet": true, "customNetworks": true].merging(features) { $1 })])
    }

    private static let wallets = [
        wallet("both", ["signMessage": true, "signDelegateActions": true]),
        wallet("messages", ["signMessage": true]),
        wallet("denies", ["signMessage": true, "signDelegateActions": false]),
        wallet("similar", ["signMessage": true, "signDelegateaction": true, "delegate": true]),
    ]

    /// Opens the wallet list and returns the ids of its entries.
    @MainActor
    private static func listed(_ manager: NEARWalletManager) async throws -> [String] {
        manager.connect()
        let view = try XCTUnwrap(manager.coordinator?.view)
        let ids = try await view.call(
            """
            const entries = () => [...document.querySelectorAll("dialog[open] [data-wallet]")];
            for (let turn = 0; turn < 3000 && entries().length === 0; turn++) await new Promise((go) => setTimeout(go, 10));
            return entries().map((entry) => entry.dataset.wallet).join(" ");
            """)
        manager.cancelPendingOperation()
        await waitUntil("the end of the list") { !manager.isBusy }
        return ids.split(separator: " ").map(String.init).sorted()
    }

    @MainActor
    private static func offered(_ manager: NEARWalletManager) async throws -> [String] {
        try await manager.wallets().map(\.id).sorted()
    }

    func testOnlyWalletsWithTheFeaturesAreListed() throws {
        try run {
            // The packaged keystore wallet has all of them.
            let cases: [([String: Bool], [String])] = [
                ([:], ["both", "denies", "messages", "near-connect-keystore", "similar"]),
                (["signMessage": true, "signDelegateActions": true], ["both", "near-connect-keystore"]),
                (["signDelegateActions": false], ["both", "denies", "messages", "near-connect-keystore", "similar"]),
                (["flight": true], []),
            ]
            for (features, expected) in cases {
                let environment = try await WalletTestEnvironment.start {
                    $0.additionalManifests = Self.wallets
                    $0.features = features
                }
                let offered = try await Self.offered(environment.manager)
                XCTAssertEqual(offered, expected, "\(features)")
                if !expected.isEmpty {
                    let listed = try await Self.listed(environment.manager)
                    XCTAssertEqual(listed, expected, "\(features)")
                }
                try await environment.stop()
            }
        }
    }

    func testAnotherConnectorIsAskedForTheFeaturesToo() throws {
        try run {
            let environment = try await WalletTestEnvironment.start {
                $0.additionalManifests = Self.wallets
                $0.features = ["signDelegateActions": true]
                $0.connector = .file(ConnectorLoaderTests.plain)
            }
            let offered = try await Self.offered(environment.manager)
            XCTAssertEqual(offered, ["both", "near-connect-keystore"])
            try await environment.stop()
        }
    }

    func testAWalletThatTheProgramNamesNeedsNoFeatures() throws {
        try run {
            let environment = try await WalletTestEnvironment.start {
                $0.additionalManifests = Self.wallets
                $0.features = ["signDelegateActions": true]
            }
            let account = try await environment.manager.signIn(walletId: "messages")
            XCTAssertEqual(account.walletId, "messages")
            try await environment.stop()
        }
    }

    func testAManagerIsMadeOfFeatures() throws {
        try run {
            let manager = NEARWalletManager(features: ["signMessage": true])
            XCTAssertEqual(manager.configuration.features, ["signMessage": true])
            XCTAssertEqual(NEARWalletConfiguration().features, [:])
            manager.close()
        }
    }
}
