// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import TestSupport
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Other connectors than the packaged one, in the same page and behind the same manager.
final class ConnectorLoaderTests: MainLoopTestCase {
    /// A connector of the published ones' shape.
    static let plain = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/plain-connector.js")
    /// The reference of the conformance suite: what upstream's bundle does, in several files.
    static let reference = plain.deletingLastPathComponent()
        .appendingPathComponent("../../ConnectorTesting/Fixtures/Reference/index.js").standardizedFileURL

    @MainActor
    private static func expectWork(_ environment: WalletTestEnvironment) async throws {
        let manager = environment.manager
        let wallets = try await manager.wallets()
        XCTAssertEqual(wallets.first?.id, "near-connect-keystore")
        _ = try await manager.signIn(walletId: "near-connect-keystore")
        let signed = try await manager.sign(message: "hello", recipient: "app.example")
        XCTAssertEqual(signed.accountId, environment.accounts[0].id)
        _ = try await manager.sendNEAR(to: environment.accounts[1].id, amount: .near(1))
        try await manager.signOut()
        XCTAssertNil(manager.currentAccount)
    }

    @MainActor
    private static func expectUnavailable(
        _ source: ConnectorSource, says text: String, _ environment: [String: String] = [:], line: UInt = #line
    ) async throws {
        let environment = try await WalletTestEnvironment.start {
            $0.connector = source
            $0.environment = environment
        }
        do {
            try await environment.manager.ready()
            _ = try await environment.manager.wallets()
            XCTFail("it worked", line: line)
        } catch NEARError.bridgeUnavailable(let reason) {
            XCTAssertTrue(reason.contains(text), reason, line: line)
        } catch NEARError.walletError(let reason) {
            XCTAssertTrue(reason.contains(text), reason, line: line)
        }
        try await environment.stop()
    }

    func testAFileThatImportsOthersOfItsFolder() throws {
        try run {
            let connector = try PackagedFile.url("Connector/index.js")
            let environment = try await WalletTestEnvironment.start {
                $0.connector = .file(connector)
            }
            try await Self.expectWork(environment)
            try await environment.stop()
        }
    }

    func testAFileOfThePublishedConnectorsShape() throws {
        try run {
            let environment = try await WalletTestEnvironment.start { $0.connector = .file(Self.plain) }
            try await Self.expectWork(environment)
            try await environment.stop()
        }
    }

    /// The start verifies the session while the wallet signs already.
    ///
    /// These are two requests, and this connector can't say which of them asks.
    func testAStoredSessionSignsAtOnceWithAConnectorThatKnowsNoSignals() throws {
        try run {
            let environment = try await WalletTestEnvironment.start { $0.connector = .file(Self.plain) }
            _ = try await environment.manager.signIn(walletId: "near-connect-keystore")
            for _ in 0..<3 {
                environment.restartManager()
                async let signed = environment.manager.sign(message: "hello", recipient: "app.example")
                let session = try await environment.manager.checkSession()
                XCTAssertEqual(session, .restored(isVerified: true))
                let account = try await signed.accountId
                XCTAssertEqual(account, environment.accounts[0].id)
            }
            try await environment.stop()
        }
    }

    func testAnAddressWithItsHashIsFetchedOnce() throws {
        try run {
            let site = try SecureSite()
            let code = try String(contentsOf: Self.plain, encoding: .utf8)
            try site.serve("connector.js", code)
            let url = try site.url("connector.js")
            let integrity = ContentHash(.sha384, of: [UInt8](code.utf8)).integrity
            let environment = try await WalletTestEnvironment.start {
                $0.connector = .url(url, integrity: integrity)
                $0.environment = site.environment
            }
            try await Self.expectWork(environment)
            site.stop()
            environment.restartManager()
            try await Self.expectWork(environment)
            try await environment.stop()
        }
    }

    func testOtherCodeAtTheAddressIsNotRun() throws {
        try run {
            let site = try SecureSite()
            try site.serve("connector.js", "export class NearConnector {}")
            let wanted = ContentHash(.sha384, of: [1]).integrity
            let source = ConnectorSource.url(try site.url("connector.js"), integrity: wanted)
            try await Self.expectUnavailable(
                source, says: "not the one that was asked for", site.environment)
        }
    }

    func testAnAddressWithoutAHashWorksWhenItIsAskedFor() throws {
        try run {
            let site = try SecureSite()
            try site.serve("connector.js", try String(contentsOf: Self.plain, encoding: .utf8))
            let url = try site.url("connector.js")
            let environment = try await WalletTestEnvironment.start {
                $0.connector = .insecureURL(url)
                $0.environment = site.environment
            }
            try await Self.expectWork(environment)
            try await environment.stop()
        }
    }

    func testWhatIsWrongIsSaidInWords() throws {
        try run {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("connector-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let empty = folder.appendingPathComponent("empty.js")
            try Data("export const other = 1;".utf8).write(to: empty)
            let broken = folder.appendingPathComponent("broken.js")
            try Data("export class {".utf8).write(to: broken)
            try await Self.expectUnavailable(
                .file(folder.appendingPathComponent("missing.js")), says: "there is no such file")
            try await Self.expectUnavailable(.file(empty), says: "exports no class NearConnector")
            try await Self.expectUnavailable(.file(broken), says: "The connector could not be loaded")
            let nowhere = try XCTUnwrap(URL(string: "https://127.0.0.1:1/connector.js"))
            try await Self.expectUnavailable(
                .url(nowhere, integrity: ContentHash(.sha384, of: []).integrity), says: "could not be fetched")
            try FileManager.default.removeItem(at: folder)
        }
    }

    func testAWalletOfAListMayNotReachTheHostThroughThePage() throws {
        try run {
            let thief = WalletCode.manifest(
                id: "thief",
                """
                async signIn() {
                  return [{ accountId: await window.selector.external("nearConnectKeystore", "accounts", {}) }];
                }
                """,
                changes: ["permissions": ["external": ["nearConnectKeystore"]]])
            for source in [ConnectorSource.file(Self.plain), .embedded] {
                let environment = try await WalletTestEnvironment.start {
                    $0.connector = source
                    $0.additionalManifests = [thief]
                }
                do {
                    _ = try await environment.manager.signIn(walletId: "thief")
                    XCTFail("it reached the keystore")
                } catch let error as NEARError {
                    let text = error.errorDescription ?? ""
                    XCTAssertTrue(text.contains("Permission denied") || text.contains("nearConnectKeystore"), text)
                }
                try await environment.stop()
            }
        }
    }
}
