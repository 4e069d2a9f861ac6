// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import TestSupport
import XCTest

@testable import NEARConnectCore

/// A devnet, keys of it in a folder, a policy in a file, and the program's commands on them.
@MainActor
final class SigningScene {
    let devnet: Devnet
    let client: NEARRPCClient
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("signing-\(UUID().uuidString)")

    var alice: DevnetAccount { devnet.accounts[0] }
    var bob: DevnetAccount { devnet.accounts[1] }
    /// The environment of the commands, with folders of their own.
    var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(
            ["HOME": root.path, "XDG_STATE_HOME": "\(root.path)/state", "XDG_DATA_HOME": "\(root.path)/data"]) { $1 }
    }
    /// The chain, and the keys that near-cli would have stored in the home folder.
    var address: [String] { ["--network", "devnet", "--rpc-url", devnet.rpcURL.absoluteString] }

    init() async throws {
        var configuration = DevnetConfiguration()
        configuration.accounts = try ["alice.test.near", "bob.test.near"].map { .init(try AccountId($0)) }
        devnet = try await Devnet.start(configuration)
        client = try NEARRPCClient(endpoints: [RPCEndpoint(url: devnet.rpcURL)])
        let folder = root.appendingPathComponent(".near-credentials/devnet")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for account in devnet.accounts {
            let file = folder.appendingPathComponent("\(account.id.text).json")
            try Data(Self.credential(of: account).utf8).write(to: file)
            chmod(file.path, 0o600)
        }
    }

    /// Returns an account's key as near-cli writes it.
    static func credential(of account: DevnetAccount) -> String {
        JSONValue.object([
            "account_id": .string(account.id.text), "public_key": .string("\(account.publicKey)"),
            "private_key": .string(account.secretKey.exposedText()),
        ]).text
    }

    /// Ends the chain, and removes the folders.
    func stop() async throws {
        await devnet.stop()
        try FileManager.default.removeItem(at: root)
    }

    /// Writes a policy of one rule for the devnet, and returns the option that names it.
    func policy(deposit: String, _ more: JSONValue.Members = [:]) throws -> [String] {
        let rule: JSONValue.Members = ["name": "ci", "networks": ["devnet"], "deposit": .string(deposit)]
        let file = root.appendingPathComponent("policy-\(UUID().uuidString).json")
        let policy: JSONValue = ["version": 1, "rules": [.object(rule.merging(more) { $1 })]]
        try Data(policy.text.utf8).write(to: file)
        return ["--approve", file.path]
    }

    /// Prepares a command without a terminal, as a pipeline starts it.
    ///
    /// - Parameters:
    ///   - arguments: The command line, without the network.
    ///   - address: The network.
    func process(_ arguments: [String], address: [String]? = nil) throws -> Process {
        let process = try CommandRun.process([], environment)
        // A session of its own has no terminal, whatever these tests run in.
        process.arguments = ["--wait", try CommandRun.executable().path] + arguments + (address ?? self.address)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        return process
    }

    /// Runs a command without a terminal.
    func run(_ arguments: [String], address: [String]? = nil, input: String? = nil) throws -> CommandRun {
        let process = try process(arguments, address: address)
        if let input {
            let pipe = Pipe()
            process.standardInput = pipe
            pipe.fileHandleForWriting.write(Data(input.utf8))
            try pipe.fileHandleForWriting.close()
        }
        return try CommandRun.run(process)
    }

    /// Runs a command in a terminal of its own, where a user types `line`.
    func runInTerminal(
        _ arguments: [String], address: [String]? = nil, typing line: String
    ) throws -> CommandRun {
        let words = [try CommandRun.executable().path] + arguments + (address ?? self.address)
        let command = words.map { "'\($0)'" }.joined(separator: " ")
        let process = try CommandRun.process([], environment)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
        process.arguments = ["--quiet", "--return", "--command", command, "/dev/null"]
        let pipe = Pipe()
        process.standardInput = pipe
        pipe.fileHandleForWriting.write(Data("\(line)\n".utf8))
        defer { XCTAssertNoThrow(try pipe.fileHandleForWriting.close()) }
        return try CommandRun.run(process)
    }

    /// Runs a command with `--json`, and looks whether its schema takes the answer.
    func json(
        _ arguments: [String], address: [String]? = nil, status: Int32 = 0, file: StaticString = #filePath,
        line: UInt = #line
    ) throws -> JSONValue {
        let run = try run(arguments + ["--json"], address: address)
        XCTAssertEqual(run.status, status, run.errors, file: file, line: line)
        let answer = try XCTUnwrap(try run.json().first, run.errors, file: file, line: line)
        XCTAssertTrue(try Self.isDescribed(answer, of: arguments), answer.text, file: file, line: line)
        return answer
    }

    /// Returns whether a command's schema takes its answer.
    static func isDescribed(_ answer: JSONValue, of arguments: [String]) throws -> Bool {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var name = ["keys", "sites"].contains(arguments[0]) ? "\(arguments[0])-\(arguments[1])" : arguments[0]
        if arguments.contains("--dry-run") { name = "dry-run" }
        let text = try Data(contentsOf: root.appendingPathComponent("docs/schemas/\(name).schema.json"))
        return try JSONSchema(try JSONValue.parse(Array(text))).accepts(answer)
    }

    func balance(of account: DevnetAccount) async throws -> NEARToken {
        try await client.viewAccount(account.id).value.amount
    }

    func nonce(of account: DevnetAccount) async throws -> UInt64 {
        try await client.viewAccessKey(account.publicKey, of: account.id).value.nonce
    }

    /// The journal's entries, the newest first.
    func history() throws -> [JSONValue] {
        try CommandRun.run(["history", "--json"], environment).json()
    }
}

extension MainLoopTestCase {
    /// Runs a test with a scene of its own, which ends with it, however it ends.
    ///
    /// A command's test starts dozens of processes, and has three minutes on a machine with other work.
    func withScene(
        name: String = #function, _ body: @escaping @MainActor (SigningScene) async throws -> Void
    ) throws {
        try run(timeout: 180, name: name) {
            let scene = try await SigningScene()
            do {
                try await body(scene)
            } catch {
                try await scene.stop()
                throw error
            }
            try await scene.stop()
        }
    }
}
