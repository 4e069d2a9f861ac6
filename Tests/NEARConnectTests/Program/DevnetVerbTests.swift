// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import NEARRPC
import TestSupport
import XCTest

/// `devnet` for programs: what it prints, and the file that says that it is there.
final class DevnetVerbTests: MainLoopTestCase {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("devnet-\(UUID().uuidString)")

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

    private static func schema() throws -> JSONSchema {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("docs/schemas/devnet.schema.json")
        return JSONSchema(try JSONValue.parse(Array(try Data(contentsOf: file))))
    }

    private var arguments: [String] { ["devnet", "--json", "--credentials", folder.appending(path: "keys").path] }

    /// Returns the first line that a process prints; empty if it ends before.
    private static func firstLine(_ pipe: Pipe) throws -> String {
        var line = Data()
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]) { line += byte }
        return String(decoding: line, as: UTF8.self)
    }

    /// Two programs know the command, and only one of them reads the arguments.
    func testBothProgramsSayTheSameOfWrongArguments() throws {
        let environment = ProcessInfo.processInfo.environment
        let program = try CommandRun.executable()
        let chain = program.deletingLastPathComponent().appending(path: "near-connect-devnet")
        // A copy that has no other program beside it reads the arguments itself.
        let alone = folder.appending(path: "near-connect")
        try FileManager.default.copyItem(at: program, to: alone)
        for words in [["--bogus"], ["--help"], ["--block-time", "x"], ["--json", "--bogus"], ["more"]] {
            let own = try CommandRun.run(["devnet"] + words, environment)
            let other = try CommandRun.run(["devnet"] + words, environment, program: chain)
            let parsed = try CommandRun.run(["devnet"] + words, environment, program: alone)
            XCTAssertEqual(own.status, words == ["--help"] ? 0 : 64, "\(words)")
            for run in [other, parsed] {
                XCTAssertEqual(run.status, own.status, "\(words)")
                XCTAssertEqual(run.output, own.output, "\(words)")
                XCTAssertEqual(run.errors, own.errors, "\(words)")
            }
        }
        let missing = try CommandRun.run(["devnet"], environment, program: alone)
        XCTAssertEqual(missing.status, 1)
        XCTAssertTrue(missing.errors.contains("This needs near-connect-devnet"), missing.errors)
    }

    func testItSaysWhereItIsAndTheFileStandsForAsLongAsItAnswers() throws {
        let (arguments, folder) = (arguments, folder)
        try run {
            let file = folder.appending(path: "ready")
            // An earlier devnet that was killed has left one.
            try Data("old".utf8).write(to: file)
            let environment = ProcessInfo.processInfo.environment
            let process = try CommandRun.process(arguments + ["--ready-file", file.path], environment)
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let said = try JSONValue.parse(try Self.firstLine(output))
            XCTAssertTrue(try Self.schema().accepts(said), said.text)
            XCTAssertEqual(try JSONValue.parse(Array(try Data(contentsOf: file))), said)
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            XCTAssertEqual(mode, 0o600)
            XCTAssertEqual(said["processId"], .integer(Int128(process.processIdentifier)))

            let client = try NEARRPCClient(url: try XCTUnwrap(said["rpcUrl"]?.stringValue))
            let accounts = try XCTUnwrap(said["accounts"]?.arrayValue)
            XCTAssertEqual(accounts.count, 3)
            for account in accounts {
                let id = try AccountId(try XCTUnwrap(account["accountId"]?.stringValue))
                let secret = try SecretKey(try XCTUnwrap(account["secretKey"]?.stringValue))
                XCTAssertEqual(account["publicKey"]?.stringValue, "\(secret.publicKey)")
                _ = try await client.viewAccessKey(secret.publicKey, of: id)
            }

            process.terminate()
            process.waitForEnd()
            XCTAssertEqual(process.terminationStatus, 0)
            XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
        }
    }

    func testWithQuietOnlyTheFileSaysWhereItIs() throws {
        let folder = folder
        try run {
            let file = folder.appending(path: "ready")
            let process = try CommandRun.process(
                ["devnet", "--quiet", "--credentials", folder.path, "--ready-file", file.path],
                ProcessInfo.processInfo.environment)
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            await waitUntil("the file is there") { FileManager.default.fileExists(atPath: file.path) }
            process.terminate()
            process.waitForEnd()
            XCTAssertEqual(process.terminationStatus, 0)
            XCTAssertEqual(try output.fileHandleForReading.readToEnd() ?? Data(), Data())
        }
    }

    func testAFailureIsJSONAndLeavesNoFile() throws {
        let file = folder.appending(path: "ready")
        // A folder where the chain's database should be.
        let state = folder.appending(path: "state")
        try FileManager.default.createDirectory(
            at: state.appending(path: "devnet.sqlite"), withIntermediateDirectories: true)
        let run = try CommandRun.run(
            arguments + ["--state", state.path, "--ready-file", file.path], ProcessInfo.processInfo.environment)
        let said = try XCTUnwrap(try run.json().first, run.errors)
        XCTAssertTrue(try Self.schema().accepts(said), said.text)
        XCTAssertEqual(said["status"], .integer(Int128(run.status)))
        XCTAssertNotEqual(run.status, 0)
        XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
    }

    func testAReadyFileThatCannotBeOneIsAFaultOfTheCommandLine() throws {
        let environment = ProcessInfo.processInfo.environment
        let link = folder.appending(path: "link")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/etc/hostname")
        for path in [folder.path, link.path, "/proc/ready"] {
            let run = try CommandRun.run(arguments + ["--ready-file", path], environment)
            XCTAssertEqual(run.status, 64, path)
            let said = try XCTUnwrap(try run.json().first, run.errors)
            XCTAssertTrue(try Self.schema().accepts(said), said.text)
            XCTAssertTrue(said["message"]?.stringValue?.contains("--ready-file") ?? false, said.text)
        }
        XCTAssertTrue(FileManager.default.fileExists(atPath: "/etc/hostname"))
    }
}
