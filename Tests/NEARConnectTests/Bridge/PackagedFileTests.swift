// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// A manager whose packaged files are somewhere else, damaged, or gone.
final class PackagedFileTests: MainLoopTestCase {
    /// Has the files read from a copy that `change` has changed, for as long as `body` runs.
    @MainActor
    static func withCopy(
        _ change: (URL) throws -> Void, _ body: (URL) async throws -> Void
    ) async throws {
        let original = try ResourceFolder.url()
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("packaged \(UUID().uuidString)")
        try FileManager.default.copyItem(at: original, to: copy)
        try change(copy)
        ResourceFolder.use(copy)
        defer { ResourceFolder.use(original) }
        try await body(copy)
        try FileManager.default.removeItem(at: copy)
    }

    func testAnotherFolderServesAManager() throws {
        try run {
            try await Self.withCopy({ _ in }) { _ in
                let environment = try await WalletTestEnvironment.start()
                try await environment.manager.ready()
                try await environment.stop()
            }
        }
    }

    /// Each file that the page can't do without, as soon as it is asked for and not after the deadline.
    func testAMissingFileIsTheReasonWhyThereIsNoBridge() throws {
        try run {
            for name in [
                "Bridge/near-connect-bridge.html", "Bridge/relay.js", "Bridge/bridge.js", "Connector/index.js",
                "Wallets/manifest.json",
            ] {
                try await Self.withCopy({ try FileManager.default.removeItem(at: $0.appendingPathComponent(name)) }) {
                    copy in
                    let missing = copy.appendingPathComponent(name).path
                    let manager = NEARWalletManager(
                        configuration: NEARWalletConfiguration(
                            profile: .ephemeral,
                            deadlines: NEARWalletConfiguration.Deadlines(ready: .seconds(600)), sandbox: .off))
                    await waitUntil("the reason: \(name)") { manager.unavailableReason != nil }
                    let reason = manager.unavailableReason ?? ""
                    XCTAssertTrue(reason.contains(missing), "\(name): \(reason)")
                    do throws(NEARError) {
                        try await manager.ready()
                        XCTFail("\(name): ready")
                    } catch {
                        guard case .bridgeUnavailable = error else { return XCTFail("\(name): \(error)") }
                    }
                    manager.close()
                }
            }
        }
    }

    /// The doctor finds each file that is missing, whichever other one names it.
    func testTheDoctorNamesEachMissingFile() throws {
        try run {
            let context = DoctorContext(
                network: .mainnet, folders: ProfileFolders(root: URL(fileURLWithPath: "/nonexistent")),
                isOffline: true, environment: [:])
            let healthy = await DoctorCheck.files.run(context)
            XCTAssertEqual(healthy.map(\.level), [.ok], "\(healthy)")
            try await Self.withCopy({ _ in }) { copy in
                let names = try FileManager.default.subpathsOfDirectory(atPath: copy.path).filter {
                    $0.contains(".")
                }
                XCTAssertGreaterThan(names.count, 60)
                for name in names {
                    let file = copy.appendingPathComponent(name)
                    let content = try Data(contentsOf: file)
                    try FileManager.default.removeItem(at: file)
                    let findings = await DoctorCheck.files.run(context)
                    XCTAssertEqual(findings.map(\.level), [.fail], name)
                    XCTAssertTrue(findings.allSatisfy { $0.summary.contains(name) }, "\(name): \(findings)")
                    try content.write(to: file)
                }
            }
            let gone = URL(fileURLWithPath: "/nonexistent/files")
            let original = try ResourceFolder.url()
            ResourceFolder.use(gone)
            defer { ResourceFolder.use(original) }
            let findings = await DoctorCheck.files.run(context)
            XCTAssertEqual(findings.first?.level, .fail)
            XCTAssertNotNil(findings.first?.advice)
        }
    }
}
