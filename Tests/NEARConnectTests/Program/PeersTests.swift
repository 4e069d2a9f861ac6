// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import NEARConnectTestKit
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The program near-connect-peers: a scripted wallet in a process of its own.
final class PeersTests: MainLoopTestCase {
    /// The program, started, with its first line.
    private struct Peer {
        let process = Process()
        let input = Pipe()
        let output = Pipe()

        init(_ arguments: [String]) throws {
            process.executableURL = try CommandRun.executable().deletingLastPathComponent()
                .appendingPathComponent("near-connect-peers")
            process.arguments = ["wallet"] + arguments
            // WebKit's processes inherit what they can, and would keep standard input open.
            _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        /// Reads one line of JSON.
        func line() throws -> JSONValue {
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
                line.append(byte)
            }
            return try JSONValue.parse(line)
        }

        func write(_ text: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
        }

        /// Ends standard input and waits for the program's end.
        func end() throws -> Int32 {
            try input.fileHandleForWriting.close()
            process.waitForEnd()
            return process.terminationStatus
        }
    }

    /// A manager that has the peer's manifest, as it is served now.
    @MainActor
    private static func environment(_ manifest: String) async throws -> WalletTestEnvironment {
        let url = try XCTUnwrap(URL(string: manifest))
        let file = try await Downloader(environment: [:], allowsPlainLoopback: true).file(at: url, limit: 1 << 20)
        return try await WalletTestEnvironment.start {
            $0.additionalManifests = [String(decoding: file.body, as: UTF8.self)]
        }
    }

    func testAWalletOfAnotherProcessSignsInAndSends() throws {
        try run {
            let peer = try Peer(["--account", "alice.test.near"])
            let first = try peer.line()
            XCTAssertEqual(first["wallet"]?.stringValue, ScriptedWallet.id)
            let environment = try await Self.environment(try XCTUnwrap(first["manifest"]?.stringValue))
            let account = try await environment.manager.signIn(walletId: ScriptedWallet.id)
            XCTAssertEqual(account.accountId, "alice.test.near")
            _ = try await environment.manager.sendNEAR(to: environment.accounts[1].id, amount: .near(1))
            // What has been fetched goes on when the peer is gone.
            XCTAssertEqual(try peer.end(), 0)
            _ = try await environment.manager.sendNEAR(to: environment.accounts[1].id, amount: .near(1))
            try await environment.stop()
        }
    }

    func testALineIsTheNextScript() throws {
        try run {
            let peer = try Peer([])
            let manifest = try XCTUnwrap(try peer.line()["manifest"]?.stringValue)
            for line in ["", "x", "[]", "null", "{\"a\":", "{} {}", "\u{0}"] {
                try peer.write(line)
                XCTAssertNotNil(try peer.line()["error"]?.stringValue, line)
            }
            try peer.write(#"{"signIn": [{"do": "reject", "message": "not today"}]}"#)
            XCTAssertEqual(try peer.line()["script"]?.stringValue, "served")
            let environment = try await Self.environment(manifest)
            do {
                _ = try await environment.manager.signIn(walletId: ScriptedWallet.id)
                XCTFail("signed in")
            } catch {
                XCTAssertTrue("\(error)".contains("not today"), "\(error)")
            }
            XCTAssertEqual(try peer.end(), 0)
            try await environment.stop()
        }
    }

    func testALineThatNeverEndsEndsTheProgram() throws {
        let peer = try Peer([])
        _ = try peer.line()
        // The last piece is the first byte too many: nothing is written to a program that is gone.
        for count in Array(repeating: 65_536, count: 16) + [2] {
            try peer.input.fileHandleForWriting.write(contentsOf: Data(repeating: 0x61, count: count))
        }
        XCTAssertNotNil(try peer.line()["error"]?.stringValue)
        peer.process.waitForEnd()
        XCTAssertEqual(peer.process.terminationStatus, 0)
    }

    /// The programs of the product have no scripted wallet in them, neither its code nor its file.
    func testTheProductHasNoPeers() throws {
        let folder = try CommandRun.executable().deletingLastPathComponent()
        for name in ["near-connect", "near-connect-view", "near-connect-devnet"] {
            let program = try Data(contentsOf: folder.appendingPathComponent(name), options: .alwaysMapped)
            for word in ["The test wallet rejects", "NEARConnectPeers"] {
                XCTAssertNil(program.range(of: Data(word.utf8)), "\(name) has “\(word)”")
            }
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: ResourceFolder.url().path)
        XCTAssertFalse(files.contains { $0.contains("test-wallet") || $0.contains("test-manifest") })
        let peers = try Data(contentsOf: folder.appendingPathComponent("near-connect-peers"), options: .alwaysMapped)
        XCTAssertNotNil(peers.range(of: Data("NEARConnectPeers".utf8)), "the search finds what is there")
    }

    /// A program that linked the tests' process would have its main loop chosen for it.
    func testOnlyTestsLinkTheTestProcess() throws {
        let hook = Data("swift_task_asyncMainDrainQueue_hook".utf8)
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        for name in ["near-connect", "near-connect-view", "near-connect-devnet", "near-connect-peers"] {
            let file = tests.deletingLastPathComponent().appendingPathComponent(name)
            XCTAssertNil(try Data(contentsOf: file, options: .alwaysMapped).range(of: hook), name)
        }
        XCTAssertNotNil(try Data(contentsOf: tests, options: .alwaysMapped).range(of: hook), "the search finds it")
    }
}
