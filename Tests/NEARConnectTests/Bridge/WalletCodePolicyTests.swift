// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Code that a wallet's frame loads from elsewhere or makes of a text, through the bridge page's own policy.
final class WalletCodePolicyTests: MainLoopTestCase {
    private static let host = "library.localhost"
    /// A library as a server sends it: to whoever may run it, it reports to that server.
    private static let library = "fetch('RAN', { mode: 'no-cors', keepalive: true }); globalThis.library = 1;"

    /// The ways to run a library whose address is `address`, as JavaScript that gives a promise.
    ///
    /// The nonce is the one that a wallet finds in its own document.
    private static let ways: [String: String] = [
        "import": "import(address)",
        "element": "load({ src: address })",
        "element with the nonce": "load({ src: address, nonce })",
        "module with the nonce": "load({ src: address, nonce, type: 'module' })",
        "function": "fetch(address).then((response) => response.text()).then((text) => new Function(text)())",
        "eval": "fetch(address).then((response) => response.text()).then((text) => (0, eval)(text))",
        "timer":
            "fetch(address).then((response) => response.text()).then((text) => { setTimeout(text, 0); throw new EvalError('a text'); })",
        "blob":
            "fetch(address).then((response) => response.blob()).then((blob) => load({ src: URL.createObjectURL(blob), nonce }))",
        "blob's import":
            "fetch(address).then((response) => response.blob()).then((blob) => import(URL.createObjectURL(new Blob([blob], { type: 'text/javascript' }))))",
    ]

    private static func wallet(
        _ way: String, _ address: String, id: String = "loader", permissions: JSONValue = ["storage": true]
    ) -> String {
        let code = """
            const address = "\(address)";
            const { nonce } = document.querySelector("style");
            const load = (fields) => new Promise((resolve, reject) => {
              document.head.append(Object.assign(document.createElement("script"), { onload: resolve, onerror: reject }, fields));
            });
            (async () => {
              await \(way);
              window.selector.ready({ async signIn() { return [{ accountId: "alice.test.near" }]; } });
            })();
            """
        let escaped = code.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return WalletCode.manifest(
            id: id, "",
            changes: ["executor": .string("data:text/javascript,\(escaped)"), "permissions": permissions])
    }

    @MainActor
    private static func site() throws -> LoopbackSite {
        try LoopbackSite { request in
            let ran = "https://\(request.host):\(request.port)/ran"
            let headers = [
                (name: "Access-Control-Allow-Origin", value: "*"), (name: "Content-Type", value: "text/javascript"),
            ]
            return LoopbackSite.Reply(library.replacing("RAN", with: ran), headers: headers)
        }
    }

    func testNoWayLeadsToCodeThatIsNotTheWalletsOwnAndEachEndsAtOnce() throws {
        try run(timeout: 120) {
            for (name, way) in Self.ways.sorted(by: { $0.key < $1.key }) {
                let site = try Self.site()
                let environment = try await WalletTestEnvironment.start {
                    $0.additionalManifests = [Self.wallet(way, site.url(Self.host, "/library.js"))]
                    $0.deadlines.walletReady = .seconds(8)
                }
                let manager = environment.manager
                try await manager.ready()
                site.trust(in: try XCTUnwrap(manager.coordinator).context, for: Self.host)
                do {
                    _ = try await manager.requests.perform(.signIn, ["walletId": "loader"]) { _ in }
                    XCTFail("\(name): it signed in")
                } catch NEARError.walletError(let reason) {
                    XCTAssertTrue(reason.contains("only the wallet's own code runs here"), "\(name): \(reason)")
                    XCTAssertFalse(reason.contains("nonce"), "\(name): \(reason)")
                }
                XCTAssertFalse(site.requests.contains { $0.path == "/ran" }, "\(name): it ran")
                site.stop()
                try await environment.stop()
            }
        }
    }

    /// Signs in with each of these wallets, and returns the ids of those that could.
    @MainActor
    private static func signingIn(
        _ wallets: [(id: String, way: String, permissions: JSONValue)], _ connector: ConnectorSource = .embedded
    ) async throws -> [String] {
        let site = try site()
        let address = site.url(host, "/library.js")
        let environment = try await WalletTestEnvironment.start {
            $0.connector = connector
            $0.additionalManifests = wallets.map { wallet($0.way, address, id: $0.id, permissions: $0.permissions) }
            $0.deadlines.interactive = .seconds(8)
        }
        let manager = environment.manager
        try await manager.ready()
        site.trust(in: try XCTUnwrap(manager.coordinator).context, for: host)
        var signedIn: [String] = []
        for (id, _, _) in wallets {
            do {
                _ = try await manager.requests.perform(.signIn, ["walletId": .string(id)]) { _ in }
                signedIn.append(id)
            } catch NEARError.walletError(let reason) {
                XCTAssertTrue(reason.contains("only the wallet's own code runs here"), "\(id): \(reason)")
            } catch NEARError.timedOut {
                // Upstream's connector says nothing of it.
            }
        }
        site.stop()
        try await environment.stop()
        return signedIn
    }

    func testAPermissionInAManifestOfTheProgramsOwnLetsThatWalletAloneRunCodeFromElsewhere() throws {
        try run(timeout: 120) {
            let allowed: JSONValue = ["foreignCode": true]
            let ways = ["element", "function", "eval", "blob"]
            var wallets: [(id: String, way: String, permissions: JSONValue)] = []
            for (index, name) in ways.enumerated() {
                let way = try XCTUnwrap(Self.ways[name])
                wallets.append((id: "allowed-\(index)", way: way, permissions: allowed))
                wallets.append((id: "other-\(index)", way: way, permissions: [:]))
                wallets.append((id: "denied-\(index)", way: way, permissions: ["foreignCode": false]))
            }
            let found = try await Self.signingIn(wallets)
            XCTAssertEqual(found, ways.indices.map { "allowed-\($0)" })
        }
    }

    /// Another connector makes the frames itself, so it could keep no other wallet from what one is allowed.
    func testWithAnotherConnectorNobodyIsAllowedIt() throws {
        try run {
            let way = try XCTUnwrap(Self.ways["function"])
            let found = try await Self.signingIn(
                [(id: "allowed", way: way, permissions: ["foreignCode": true])], .file(ConnectorLoaderTests.reference))
            XCTAssertEqual(found, [])
        }
    }
}
