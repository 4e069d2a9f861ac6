// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The doctor's findings, over real folders, a real chain and this machine.
final class DoctorTests: MainLoopTestCase {
    private struct Home {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("doctor-\(UUID().uuidString)")
        var folders: ProfileFolders { ProfileFolders(root: root) }

        func write(_ text: String, to file: URL) throws {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data(text.utf8).write(to: file)
        }

        var environment: [String: String] { ["HOME": root.path, "PATH": "/usr/bin:/bin"] }

        @MainActor func run(_ check: DoctorCheck) async -> [String: DoctorFinding] {
            let context = DoctorContext(network: .mainnet, folders: folders, isOffline: true, environment: environment)
            let findings = await check.run(context)
            return Dictionary(findings.map { ($0.check, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    func testAHealthyProfileIsOkAndNothingIsMade() throws {
        try run {
            let home = Home()
            var found = await home.run(.profile)
            XCTAssertEqual(Set(found.values.map(\.level)), [.ok])
            XCTAssertFalse(FileManager.default.fileExists(atPath: home.root.path))
            try home.write("{}", to: home.folders.data.appendingPathComponent("account.json"))
            try home.write("{}\n{}\n", to: home.folders.state.appendingPathComponent("journal.jsonl"))
            found = await home.run(.profile)
            XCTAssertEqual(Set(found.values.map(\.level)), [.ok])
            XCTAssertEqual(found["profile.journal.jsonl"]?.summary, "2 records")
            XCTAssertEqual(found["profile.data"]?.summary, "~/data", "the user's name is in the home folder's")
            try FileManager.default.removeItem(at: home.root)
        }
    }

    func testDamageIsToldAndLeftAsItIs() throws {
        try run {
            let home = Home()
            let account = home.folders.data.appendingPathComponent("account.json")
            try home.write("{\"accountId\": \"ali", to: account)
            try home.write("{}\n{\"cut", to: home.folders.state.appendingPathComponent("journal.jsonl"))
            try home.write("x", to: home.folders.data.appendingPathComponent("account.json.corrupt-1"))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.folders.data.path)
            try home.write("x", to: home.folders.cache)
            let found = await home.run(.profile)
            XCTAssertEqual(found["profile.account.json"]?.level, .fail)
            XCTAssertEqual(found["profile.journal.jsonl"]?.level, .warn)
            XCTAssertEqual(found["profile.set-aside"]?.level, .warn)
            XCTAssertEqual(found["profile.data"]?.level, .warn)
            XCTAssertEqual(found["profile.cache"]?.level, .fail)
            XCTAssertEqual(found["profile.data"]?.mend, .makePrivate(folder: home.folders.data))
            XCTAssertEqual(found["profile.set-aside"]?.mend, .show(folder: home.folders.data))
            for finding in found.values where finding.level != .ok {
                XCTAssertNotNil(finding.advice, finding.check)
                XCTAssertFalse(finding.summary.contains("ali"), "no content of the account's file")
            }
            XCTAssertEqual(try String(contentsOf: account, encoding: .utf8), "{\"accountId\": \"ali")
            try FileManager.default.removeItem(at: home.root)
        }
    }

    func testAFolderIsMadePrivateAndNothingElse() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID().uuidString)")
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
        }
        XCTAssertThrowsError(try PrivateFolder.close(folder), "there is none")
        try Data().write(to: folder)
        XCTAssertThrowsError(try PrivateFolder.close(folder), "it is a file")
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (before, after) in [(0o755, 0o700), (0o577, 0o500)] {
            try FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: folder.path)
            try PrivateFolder.close(folder)
            XCTAssertEqual(try mode(), after)
        }
        try FileManager.default.removeItem(at: folder)
        // Root's folders aren't the user's; root itself can give one away.
        var other = URL(filePath: "/usr")
        if getuid() == 0 {
            other = folder
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            XCTAssertEqual(chown(other.path, 65_534, 65_534), 0)
        }
        XCTAssertThrowsError(try PrivateFolder.close(other)) { error in
            XCTAssertEqual(error as? FolderModeError, .init(path: other.path, reason: "it belongs to another user"))
        }
        if getuid() == 0 { try FileManager.default.removeItem(at: other) }
    }

    func testCommandsAreOfferedWhereTheyWork() throws {
        let home = Home()
        func context(path: String) -> DoctorContext {
            DoctorContext(network: .mainnet, folders: home.folders, isOffline: true, environment: ["PATH": path])
        }
        XCTAssertEqual(
            DoctorMend.install("xvfb", in: context(path: "/usr/bin")), .copy(command: "sudo apt-get install xvfb"))
        XCTAssertNil(DoctorMend.install("xvfb", in: context(path: "/nowhere")), "there is no apt-get")
    }

    func testNodesAreAskedEachForItself() throws {
        try run {
            let devnet = try await Devnet.start(DevnetConfiguration())
            let silent = try XCTUnwrap(URL(string: "http://127.0.0.1:1/secret-key"))
            let network = NEARWalletManager.Network.custom(
                try NEARWalletManager.CustomNetwork(id: devnet.chainId, rpcURLs: [devnet.rpcURL, silent]))
            let home = Home()
            let context = DoctorContext(
                network: network, folders: home.folders, isOffline: false, environment: home.environment)
            let findings = await DoctorCheck.network.run(context)
            XCTAssertEqual(findings.map(\.level), [.ok, .warn], "one that answers is enough")
            XCTAssertFalse(findings.contains { $0.summary.contains("secret-key") })
            await devnet.stop()
            let none = await DoctorCheck.network.run(context)
            XCTAssertEqual(none.map(\.level), [.fail, .fail])
        }
    }

    func testANodeOfAnotherChainOrWithAnotherClockIsTold() throws {
        try run {
            let endpoint = RPCEndpoint(url: try XCTUnwrap(URL(string: "https://node.example/key")))
            let status = try StatusView(
                json: JSONValue.parse(
                    """
                    {"chain_id":"testnet","genesis_hash":"\(ChainIdentity.testnetGenesis)","protocol_version":80,"latest_protocol_version":80,"version":{"version":"2.9.0"},
                    "sync_info":{"latest_block_hash":"11111111111111111111111111111111","latest_block_height":7,
                    "latest_block_time":"2026-01-01T00:00:00.123456789Z","syncing":false}}
                    """))
            let time = try Date("2026-01-01T00:00:00Z", strategy: .iso8601)
            func judge(_ network: NEARWalletManager.Network, _ lag: TimeInterval) -> DoctorFinding.Level {
                DoctorCheck.judge(status, of: endpoint, expecting: network, at: time + lag).level
            }
            XCTAssertEqual(judge(.testnet, 5), .ok)
            XCTAssertEqual(judge(.mainnet, 5), .fail)
            XCTAssertEqual(judge(.testnet, 3600), .warn)
            XCTAssertEqual(judge(.testnet, -3600), .warn)
        }
    }

    func testADriverIsOfTheLibrarysVersion() throws {
        let list = FileManager.default.temporaryDirectory.appendingPathComponent("status-\(UUID().uuidString)")
        let text = "Package: a\nVersion: 1.0-1\n\nPackage: webkit2gtk-driver\nVersion: 2.50.6-1~deb12u2\n"
        try Data(text.utf8).write(to: list)
        let version = DoctorCheck.packagedVersion(in: list.path)
        XCTAssertEqual(version, "2.50.6")
        try FileManager.default.removeItem(at: list)
        XCTAssertNil(DoctorCheck.packagedVersion(in: list.path))
        XCTAssertEqual(DoctorCheck.finding("/usr/bin/d", version: version, library: "2.50.6").level, .ok)
        XCTAssertEqual(DoctorCheck.finding("/usr/bin/d", version: nil, library: "2.50.6").level, .ok)
        let other = DoctorCheck.finding("/usr/bin/d", version: version, library: "2.52.0")
        XCTAssertEqual(other.level, .warn)
        XCTAssertEqual(other.summary, "/usr/bin/d has version 2.50.6, and WebKitGTK 2.52.0")
        XCTAssertEqual(DoctorCheck.finding(nil, version: nil, library: "2.50.6").level, .warn)
    }

    func testTheSandboxsProblemIsPassedOnWithItsAdvice() throws {
        try run {
            let home = Home()
            let context = DoctorContext(
                network: .mainnet, folders: home.folders, isOffline: true,
                environment: [SandboxFacts.environmentSwitch: "1"])
            let findings = await DoctorCheck.sandbox.run(context)
            XCTAssertEqual(findings.map(\.level), [.warn])
            XCTAssertEqual(findings.first?.advice, SandboxProblem.environment.advice)
        }
    }

    func testEveryCheckSpeaksAndProblemsComeWithAdvice() throws {
        try run {
            let home = Home()
            var reported: [DoctorFinding] = []
            let findings = await Doctor(folders: home.folders, environment: home.environment).run {
                reported.append($0)
            }
            XCTAssertEqual(findings, reported)
            for check in Doctor.checks {
                XCTAssertTrue(
                    findings.contains { $0.check.hasPrefix(check.name.prefix(4)) || check.name == "session-bus" })
            }
            for finding in findings where finding.level == .fail { XCTAssertNotNil(finding.advice) }
            XCTAssertFalse(findings.contains { "\($0)".contains(home.root.lastPathComponent) })
        }
    }

    func testAnOldWebKitIsAWarning() throws {
        try run {
            XCTAssertEqual(DoctorCheck.webKit("2.50.6").level, .ok)
            XCTAssertEqual(DoctorCheck.webKit("2.36.0").level, .warn)
            XCTAssertEqual(DoctorCheck.webKit("unknown").level, .warn)
            XCTAssertLessThan(DoctorFinding.Level.ok, .warn)
        }
    }
}
