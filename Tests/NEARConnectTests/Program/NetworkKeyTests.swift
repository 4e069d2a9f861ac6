// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import XCTest

/// A node gets the API key of the file from every command, and nobody sees it in a command line.
final class NetworkKeyTests: MainLoopTestCase {
    private static let key = "s3cret-key"
    private static let keystore = ["--wallet", "near-connect-keystore"]

    /// Runs a test with a scene whose node answers 401 without the key.
    ///
    /// - Parameter body: Gets the options that name the network by a file, and those that name the node's address.
    private func withKeyedNode(
        _ body:
            @escaping @MainActor (
                _ scene: SigningScene, _ node: ScriptedNode, _ named: [String], _ bare: [String]
            ) async throws -> Void
    ) throws {
        try withScene { scene in
            let hidden = scene.devnet.rpcURL
            let node = try await ScriptedNode.start(wanting: Self.key) { _, request in
                try await ScriptedNode.forward(request, to: hidden)
            }
            try await body(
                scene, node, try Self.file(naming: node.url, in: scene),
                ["--network", "devnet", "--rpc-url", node.url.absoluteString])
            await node.stop()
        }
    }

    /// Writes a file with a node and its key, and returns the options that name it.
    @MainActor
    private static func file(naming node: URL, in scene: SigningScene) throws -> [String] {
        let file = scene.root.appending(path: "networks-\(UUID().uuidString).json")
        let networks: JSONValue = [
            "version": 1,
            "networks": [
                ["id": "devnet", "nodes": [["url": .string(node.absoluteString), "apiKey": .string(key)]]]
            ],
        ]
        try Data(networks.text.utf8).write(to: file)
        chmod(file.path, 0o600)
        return ["--network", "devnet", "--networks", file.path]
    }

    func testCommandsWithoutAPageSendTheKey() throws {
        try withKeyedNode { scene, _, named, bare in
            let signing = try ["--signer", "alice.test.near"] + scene.policy(deposit: "2 NEAR")
            let send = ["send", "bob.test.near", "1 NEAR"] + signing
            for command in [["status"], ["account", "bob.test.near"], send + ["--dry-run"], send] {
                // No policy signs where no node says which chain it is.
                let expected: Int32 = command.contains("send") && !command.contains("--dry-run") ? 11 : 3
                let refused = try scene.run(command, address: bare)
                XCTAssertEqual(refused.status, expected, "the node wants its key: \(command)")
                _ = try scene.json(command, address: named)
            }
            XCTAssertEqual(try scene.history().map { $0["state"]?.stringValue }, ["confirmed", "not-sent"])
        }
    }

    func testAWalletsPageSendsTheKey() throws {
        try withKeyedNode { scene, node, named, bare in
            let wallet = try Self.keystore + scene.policy(deposit: "2 NEAR")
            _ = try scene.json(["sign-in"] + wallet, address: named)
            let before = try await scene.balance(of: scene.bob)
            XCTAssertNotEqual(try scene.run(["send", "bob.test.near", "1 NEAR"] + wallet, address: bare).status, 0)
            let between = try await scene.balance(of: scene.bob)
            XCTAssertEqual(between, before)
            let asked = node.methods.count
            _ = try scene.json(["send", "bob.test.near", "1 NEAR"] + wallet, address: named)
            XCTAssertTrue(node.methods.dropFirst(asked).contains("send_tx"), "\(node.methods)")
            let after = try await scene.balance(of: scene.bob)
            XCTAssertEqual(after, try before.adding(try NEARToken("1 NEAR")))
            _ = try scene.json(["sign-out"], address: named)
        }
    }

    /// The key goes to the page's process by its standard input: any user of the machine can read command lines.
    func testNoProcessHasTheKeyInItsCommandLine() throws {
        try withKeyedNode { scene, _, named, _ in
            let wallet = try Self.keystore + scene.policy(deposit: "2 NEAR")
            _ = try scene.json(["sign-in"] + wallet, address: named)
            // The page waits for a node that never answers.
            let silent = try SilentNode()
            let process = try CommandRun.process(
                ["send", "bob.test.near", "1 NEAR"] + wallet + Self.file(naming: silent.url, in: scene),
                scene.environment)
            process.standardError = FileHandle.nullDevice
            try process.run()
            await waitUntil("the page's process") {
                !ProcessTree.children(named: "near-connect-vi", of: process.processIdentifier).isEmpty
            }
            let view = try XCTUnwrap(
                ProcessTree.children(named: "near-connect-vi", of: process.processIdentifier).first)
            for identifier in [process.processIdentifier, view] {
                for file in ["cmdline", "environ"] {
                    let text = try Data(contentsOf: URL(filePath: "/proc/\(identifier)/\(file)"))
                    XCTAssertFalse(String(decoding: text, as: UTF8.self).contains(Self.key))
                }
            }
            process.terminate()
            process.waitForEnd()
        }
    }

    func testHistoryDoctorForgetAndScenariosSendTheKey() throws {
        try withKeyedNode { scene, node, named, bare in
            try await scene.beginUnsentRequest()
            // The table's code for a node that doesn't answer; what isn't known stays so.
            let silent = try CommandRun.run(["history", "--reconcile"] + bare, scene.environment)
            XCTAssertEqual(silent.status, 3, silent.errors)
            let told = try CommandRun.run(["history", "--reconcile", "--json"] + named, scene.environment)
            XCTAssertEqual(told.status, 0, told.errors)
            XCTAssertEqual(try told.json().first?["state"]?.stringValue, "not-sent")

            let doctor = try CommandRun.run(["doctor", "--json"] + named, scene.environment)
            let checks = try XCTUnwrap(try doctor.json().first?["checks"]?.arrayValue)
            XCTAssertEqual(checks.filter { $0["check"] == "network" }.map { $0["level"] }, ["ok"], doctor.output)

            let forgotten = try CommandRun.run(["forget", "near-connect-keystore"] + named, scene.environment)
            XCTAssertEqual(forgotten.status, 0, forgotten.errors)

            let scenario = scene.root.appending(path: "balance.yaml")
            let text = """
                version: 1
                network: {id: devnet}
                wallets: {keystore: {policy: \(URL(filePath: try scene.policy(deposit: "0")[1]).lastPathComponent)}}
                steps:
                  - balance: bob.test.near
                    expect: {is: 10000 NEAR}
                """
            try Data(text.utf8).write(to: scenario)
            let results = ["--results", scene.root.appending(path: "results").path]
            let asked = node.methods.count
            for more in [[], ["--jobs", "2"]] {
                let run = try CommandRun.run(
                    ["run", scenario.path] + results + named.dropFirst(2) + more, scene.environment)
                XCTAssertEqual(run.status, 0, run.output + run.errors)
            }
            XCTAssertGreaterThan(node.methods.count, asked)
            let unnamed = try CommandRun.run(["run", scenario.path] + results, scene.environment)
            XCTAssertEqual(unnamed.status, 64)
            XCTAssertTrue(unnamed.errors.contains("--networks"), unnamed.errors)
        }
    }

    func testTheWindowReadsTheFile() throws {
        try withScene { scene in
            for command in [["shell"], ["open", "https://app.example"], ["browse", "http://localhost:1"]] {
                let run = try CommandRun.run(
                    command + ["--network", "devnet", "--networks", "/nonexistent"], scene.environment)
                XCTAssertEqual(run.status, 64, run.errors)
                XCTAssertTrue(run.errors.contains("There is no file"), run.errors)
            }
        }
    }
}

extension SigningScene {
    /// Leaves a request in the journal whose process was killed before anything was sent.
    func beginUnsentRequest() async throws {
        let node = try SilentNode()
        let process = try CommandRun.process(
            ["send", "bob.test.near", "1 NEAR", "--signer", "alice.test.near"] + policy(deposit: "2 NEAR")
                + ["--network", "devnet", "--rpc-url", node.url.absoluteString], environment)
        try process.run()
        while process.isRunning, try history().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        kill(process.processIdentifier, SIGKILL)
        process.waitForEnd()
    }
}
