// SPDX-License-Identifier: MIT

import FoundationEssentials
import MainLoopTesting
import NEARConnectPeers
import NEARVault
import WalletConnectPlatform
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The doctor's findings about wallets on phones, with a relay on this computer.
final class WalletConnectDoctorTests: MainLoopTestCase {
    /// A profile's folders, and the doctor over them.
    private struct Home: Sendable {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("doctor-\(UUID().uuidString)")
        var folders: ProfileFolders { ProfileFolders(root: root) }

        func remove() throws {
            if FileManager.default.fileExists(atPath: root.path) { try FileManager.default.removeItem(at: root) }
        }

        func write(_ text: String, to file: URL) throws {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data(text.utf8).write(to: file)
        }

        func settings(_ text: String) throws {
            try write(text, to: folders.config.appendingPathComponent("walletconnect.json"))
        }

        @MainActor func findings(
            isOffline: Bool = false, _ variables: [String: String] = [:]
        ) async -> [String: DoctorFinding] {
            let context = DoctorContext(
                network: .mainnet, folders: folders, isOffline: isOffline, timeout: .seconds(5), environment: variables)
            return Dictionary(
                await DoctorCheck.walletConnect.run(context).map { ($0.check, $0) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    func testWhoHasNoPhoneIsToldSoAndNobodyIsAsked() throws {
        let home = Home()
        defer { XCTAssertNoThrow(try home.remove()) }
        try run {
            let found = await home.findings()
            XCTAssertEqual(found.keys.sorted(), ["walletconnect.project"])
            XCTAssertEqual(found["walletconnect.project"]?.level, .ok)
            XCTAssertFalse(FileManager.default.fileExists(atPath: home.root.path))
        }
    }

    func testTheRelayAnswersRefusesOrIsNotThere() throws {
        let home = Home()
        defer { XCTAssertNoThrow(try home.remove()) }
        try run {
            var strict = NEARConnectPeers.RelaySettings()
            strict.projects = ["0123"]
            let relay = try await WalletConnectRelay.start(strict)
            try home.settings(#"{"relay": "\#(relay.address)", "projectId": "0123"}"#)
            var found = await home.findings()
            XCTAssertEqual(found["walletconnect.relay"]?.level, .ok, "\(found)")
            XCTAssertNil(found["walletconnect.clock"])
            try home.settings(
                #"{"relay": "\#(relay.address)", "projectId": "0123", "relayHeaders": ["Origin: https://a.example"]}"#)
            found = await home.findings()
            XCTAssertEqual(found["walletconnect.relay"]?.level, .ok, "\(found)")
            let headers = await relay.openings.map { $0.headers.contains("Origin: https://a.example") }
            XCTAssertEqual(headers, [false, true])
            found = await home.findings(isOffline: true)
            XCTAssertTrue(found["walletconnect.relay"]?.summary.contains("not asked") ?? false, "\(found)")
            // The environment's project goes before the profile's, and this relay doesn't know it.
            found = await home.findings([PhoneSettings.projectVariable: "4567"])
            XCTAssertEqual(found["walletconnect.relay"]?.level, .fail)
            XCTAssertTrue(found["walletconnect.relay"]?.summary.contains("project id") ?? false, "\(found)")
            let address = relay.address
            await relay.stop()
            found = await home.findings()
            XCTAssertEqual(found["walletconnect.relay"]?.level, .fail)
            XCTAssertTrue(found["walletconnect.relay"]?.summary.contains("nothing answers") ?? false, "\(found)")
            XCTAssertTrue(found["walletconnect.relay"]?.summary.contains(address) ?? false, "\(found)")
            try home.settings(#"{"relay": "http://relay.example"}"#)
            found = await home.findings()
            XCTAssertEqual(found["walletconnect.settings"]?.level, .fail)
        }
    }

    func testSessionsThatEndSoonAndAStoreThatIsHeldAreNamed() throws {
        let home = Home()
        defer { XCTAssertNoThrow(try home.remove()) }
        try run {
            let store = FileSignStore(
                home.folders,
                vault: PlainFileVault(
                    VaultFolders(data: home.folders.data.path, state: home.folders.state.path)))
            _ = try await store.load()
            let now = Int(Date().timeIntervalSince1970)
            let folder = home.folders.data.appendingPathComponent("walletconnect")
            try home.write(#"{"expires": \#(now + 3_600)}"#, to: folder.appendingPathComponent("session.0a.json"))
            try home.write(#"{"expires": \#(now + 604_800)}"#, to: folder.appendingPathComponent("session.0b.json"))
            var found = await home.findings()
            XCTAssertEqual(found["walletconnect.sessions"]?.level, .warn)
            XCTAssertTrue(found["walletconnect.sessions"]?.summary.contains("1 of 2") ?? false, "\(found)")
            // Sessions need the public relay, which isn't asked without a project.
            XCTAssertEqual(found["walletconnect.project"]?.level, .warn)
            XCTAssertEqual(found["walletconnect.store"]?.level, .warn)
            XCTAssertTrue(found["walletconnect.store"]?.summary.contains("(process") ?? false, "\(found)")
            await store.close()
            found = await home.findings()
            XCTAssertNil(found["walletconnect.store"])
        }
    }
}
