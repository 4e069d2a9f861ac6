// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import XCTest

/// `near-connect wallets` as a person or a pipeline runs it, against a server with TLS.
final class WalletsCommandTests: XCTestCase {
    private static func run(_ arguments: [String], _ site: SecureSite, _ root: URL) throws -> CommandRun {
        try CommandRun.run(
            ["wallets"] + arguments + ["--list", "\(site.origin)/manifest.json"],
            site.environment.merging([
                "HOME": root.path, "XDG_DATA_HOME": "\(root.path)/data", "XDG_CACHE_HOME": "\(root.path)/cache",
                "XDG_STATE_HOME": "\(root.path)/state", "PATH": "/usr/bin:/bin",
            ]) { $1 })
    }

    private func entry(_ site: SecureSite, _ changes: [String: JSONValue] = [:]) -> JSONValue {
        .object(
            [
                "id": "example-wallet", "name": "Example Wallet", "version": "1.0.0", "type": "sandbox",
                "executor": .string("\(site.origin)/code.js"), "features": ["signMessage": true],
                "permissions": ["storage": true, "allowsOpen": ["https://wallet.example"]],
            ].merging(changes) { $1 })
    }

    func testAWalletsWholeLife() throws {
        let site = try SecureSite()
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("wallets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: root) } catch { XCTFail("\(error)") }
        }
        try site.serve(manifest: [entry(site)])
        try site.serve("code.js", "window.selector.ready({});")

        let empty = try Self.run(["list"], site, root)
        XCTAssertEqual(empty.status, 0, empty.errors)
        XCTAssertEqual(empty.output.split(separator: "\n").count, 1, empty.output)

        XCTAssertEqual(try Self.run(["update"], site, root).status, 0)
        let listed = try Self.run(["list", "--json"], site, root).json()
        XCTAssertEqual(listed.map { $0["state"] }, ["packaged", "listed"])

        let trusted = try Self.run(["trust", "example-wallet", "--json"], site, root)
        XCTAssertEqual(trusted.status, 0, trusted.errors)
        XCTAssertEqual(try trusted.json().first?["accepted"]?["bytes"], 26)

        try site.serve(
            manifest: [
                entry(
                    site,
                    [
                        "version": "0.9.0",
                        "permissions": [
                            "storage": true, "clipboardRead": true, "allowsOpen": ["https://evil.example"],
                        ],
                    ])
            ])
        try site.serve("code.js", "steal();")
        let update = try Self.run(["update"], site, root)
        XCTAssertEqual(update.status, 2, update.errors)
        for text in [
            "version 1.0.0 → 0.9.0, which is older", "may now: read the clipboard", "may now open https://evil.example",
            "may no longer open https://wallet.example", "code 26 → 8 bytes",
        ] { XCTAssertTrue(update.output.contains(text), "\(text) is not in \(update.output)") }
        let shown = try Self.run(["show", "example-wallet"], site, root)
        XCTAssertTrue(shown.output.contains("May open     https://wallet.example"), shown.output)
        XCTAssertTrue(shown.output.contains("  may now: read the clipboard"), shown.output)

        let refused = try Self.run(["trust", "example-wallet"], site, root)
        XCTAssertEqual(refused.status, 1)
        XCTAssertTrue(refused.errors.contains("--allow-downgrade"), refused.errors)
        XCTAssertEqual(try Self.run(["trust", "example-wallet", "--allow-downgrade"], site, root).status, 0)

        XCTAssertEqual(try Self.run(["remove", "example-wallet"], site, root).status, 0)
        let again = try Self.run(["remove", "example-wallet"], site, root)
        XCTAssertEqual(again.status, 1)
        XCTAssertTrue(again.errors.contains("nothing to remove"), again.errors)
        let named = try Self.run(["show", "Example Wallet"], site, root)
        XCTAssertTrue(named.errors.contains("Did you mean \u{201C}example-wallet\u{201D}?"), named.errors)

        try site.serve(manifest: [entry(site, ["executor": "http://wallet.example/code.js"])])
        let faulty = try Self.run(["update"], site, root)
        XCTAssertEqual(faulty.status, 0, faulty.errors)
        XCTAssertTrue(faulty.output.contains("example-wallet: \u{201C}executor\u{201D} has to be"), faulty.output)
        let told = try Self.run(["update", "--json"], site, root).json()
        XCTAssertEqual(told.map { $0["outcome"] }, ["refused"])

        site.stop()
        let offline = try Self.run(["update", "--json"], site, root)
        XCTAssertEqual(offline.status, 1)
        XCTAssertTrue(offline.errors.contains("No wallet list could be fetched"), offline.errors)
        let unknown = try Self.run(["show", "nobody"], site, root)
        XCTAssertEqual(unknown.status, 1)
        XCTAssertTrue(unknown.errors.contains("No wallet list names"), unknown.errors)
    }
}
