// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import TestSupport
import XCTest

@testable import NEARConnectCore

/// `view`, `tx`, `block`, `status` and `account` against a devnet: exit codes, both forms of output, and bad input.
final class ChainVerbTests: MainLoopTestCase {
    /// A chain with a guest book and two transactions, of which the second has failed.
    @MainActor
    private struct Scene {
        let devnet: Devnet
        let alice: DevnetAccount
        let book: AccountId
        let client: NEARRPCClient

        static func start() async throws -> Scene {
            var configuration = DevnetConfiguration()
            configuration.accounts = try ["alice.test.near", "book.test.near"].map { .init(try AccountId($0)) }
            let devnet = try await Devnet.start(configuration)
            try await devnet.deploy(.guestBook, to: devnet.accounts[1].id)
            return Scene(
                devnet: devnet, alice: devnet.accounts[0], book: devnet.accounts[1].id,
                client: try NEARRPCClient(endpoints: [RPCEndpoint(url: devnet.rpcURL)]))
        }

        var address: [String] { ["--network", "devnet", "--rpc-url", devnet.rpcURL.absoluteString] }

        func run(_ arguments: [String]) throws -> CommandRun {
            try CommandRun.run(arguments + address, ProcessInfo.processInfo.environment)
        }

        /// Runs a verb with `--json`, and looks whether its schema takes the answer.
        func json(
            _ arguments: [String], status: Int32 = 0, file: StaticString = #filePath, line: UInt = #line
        ) throws -> JSONValue {
            let run = try run(arguments + ["--json"])
            XCTAssertEqual(run.status, status, run.errors, file: file, line: line)
            let answer = try XCTUnwrap(try run.json().first, run.errors, file: file, line: line)
            let isDescribed = try ChainVerbTests.schema(arguments[0]).accepts(answer)
            XCTAssertTrue(isDescribed, answer.text, file: file, line: line)
            if let said = answer["status"] { XCTAssertEqual(said, .integer(Int128(status)), file: file, line: line) }
            return answer
        }

        /// Adds a message to the book; without a text the contract panics.
        func add(_ arguments: String, gas: Gas = .tera(30)) async throws -> CryptoHash {
            let view = try await client.viewAccessKey(alice.publicKey, of: alice.id, at: .optimistic)
            let call = FunctionCallAction(
                methodName: "add_message", args: Array(arguments.utf8), gas: gas, deposit: .zero)
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: alice.id, publicKey: alice.publicKey, nonce: view.value.nonce + 1, receiverId: book,
                    blockHash: view.blockHash, actions: [.functionCall(call)]))
            let signed = try SignedTransaction.sign(transaction, with: alice.secretKey)
            _ = try await client.sendTransaction(signed, waitUntil: .final)
            return signed.hash
        }
    }

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func schema(_ verb: String) throws -> JSONSchema {
        let file = root.appendingPathComponent("docs/schemas/\(verb).schema.json")
        return JSONSchema(try JSONValue.parse(Array(try Data(contentsOf: file))))
    }

    func testEachVerbTellsTheChainsOwnState() throws {
        try run {
            let scene = try await Scene.start()
            let hash = try await scene.add(#"{"text":"hello"}"#)
            let head = try await scene.client.block(.final)

            let account = try scene.json(["account", scene.alice.id.text])
            let state = try await scene.client.viewAccount(scene.alice.id).value
            XCTAssertEqual(account["balance"]?.stringValue, "\(state.amount.yoctoNEAR)")
            XCTAssertEqual(account["spendable"]?.stringValue, "\(state.spendable().yoctoNEAR)")
            XCTAssertEqual(account["contract"], .null)
            let key = account["keys"]?.arrayValue?.first
            XCTAssertEqual(key?["publicKey"]?.stringValue, "\(scene.alice.publicKey)")
            XCTAssertEqual(key?["permission"]?.stringValue, "full-access")
            XCTAssertNotEqual(try scene.json(["account", scene.book.text])["contract"], .null)

            let block = try scene.json(["block"])
            XCTAssertEqual(block["hash"]?.stringValue, "\(head.header.hash)")
            for name in ["\(head.header.height)", "\(head.header.hash)"] {
                XCTAssertEqual(try scene.json(["block", name]), block)
            }
            XCTAssertEqual(try scene.json(["block", "0"])["height"], 0)
            let status = try scene.json(["status"])
            XCTAssertEqual(status["chainId"]?.stringValue, scene.devnet.chainId)
            XCTAssertEqual(status["block"]?["hash"], block["hash"])

            let messages = try scene.json(["view", scene.book.text, "get_messages", #"{"from_index":"0","limit":10}"#])
            XCTAssertEqual(messages["result"]?.arrayValue?.first?["text"]?.stringValue, "hello")
            // Before the message, by the block.
            let none = try scene.json([
                "view", scene.book.text, "total_messages", "--block", "\(head.header.height - 3)",
            ])
            XCTAssertEqual(none["result"]?.text, "0")
            let text = try scene.run(["view", scene.book.text, "total_messages", "--finality", "optimistic"])
            XCTAssertEqual(text.output, "1\n")

            let sent = try scene.json(["tx", "\(hash)", "--signer", scene.alice.id.text, "--wait-until", "final"])
            XCTAssertEqual(sent["state"]?.stringValue, "succeeded")
            XCTAssertEqual(sent["progress"]?.stringValue, "FINAL")
            XCTAssertEqual(sent["logs"], ["alice.test.near signed the guest book"])
            XCTAssertEqual(sent["answer"]?["transaction"]?["hash"]?.stringValue, "\(hash)")
            await scene.devnet.stop()
        }
    }

    func testWhatTheChainRefusesIsToldInWordsAndWithItsStatus() throws {
        try run {
            let scene = try await Scene.start()
            let panicked = try await scene.add("{}")
            let signer = ["--signer", scene.alice.id.text]
            let failed = try scene.json(["tx", "\(panicked)"] + signer, status: 8)
            XCTAssertEqual(failed["code"]?.stringValue, "transaction-failed")
            XCTAssertNotNil(failed["answer"]?["status"]?["Failure"])
            let told = try scene.run(["tx", "\(panicked)"] + signer)
            XCTAssertEqual(told.status, 8)
            XCTAssertTrue(told.errors.contains("It says: “A string is missing from the arguments”."), told.errors)
            XCTAssertFalse(told.errors.contains("{"), told.errors)

            let starved = try await scene.add(#"{"text":"x"}"#, gas: Gas(gas: 1_000_000_000))
            let gas = try scene.run(["tx", "\(starved)"] + signer)
            XCTAssertEqual(gas.status, 8)
            XCTAssertTrue(gas.errors.contains("The transaction attached 0.001 Tgas and burnt "), gas.errors)

            for (arguments, status, words) in [
                (["account", "nobody.test.near"], 8, "nobody.test.near doesn’t exist"),
                (["view", scene.alice.id.text, "m"], 8, "alice.test.near has no contract"),
                (["view", scene.book.text, "no_such_method"], 8, "no such method"),
                (["view", scene.book.text, "add_message", #"{"text":"x"}"#], 8, "a view call may not"),
                (["block", "999999"], 8, "archival"),
                (["tx", "\(CryptoHash.sha256([1]))"] + signer, 9, "Check its hash"),
            ] as [([String], Int32, String)] {
                let run = try scene.run(arguments)
                XCTAssertEqual(run.status, status, run.errors)
                XCTAssertTrue(run.errors.contains(words), run.errors)
                XCTAssertEqual(run.output, "")
                let json = try scene.json(arguments, status: status)
                XCTAssertEqual(json["outcome"]?.stringValue, "failed")
                XCTAssertNotNil(json["error"]?.objectValue, json.text)
            }
            await scene.devnet.stop()
            for verb in [["status"], ["view", "a.near", "m"]] {
                _ = try scene.json(verb + ["--timeout", "1"], status: 3)
            }
        }
    }

    func testArgumentsComeFromAFileAndFromStandardInput() throws {
        try run {
            let scene = try await Scene.start()
            _ = try await scene.add(#"{"text":"hello"}"#)
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("args-\(UUID().uuidString).json")
            defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: file)) }
            try Data("{\"from_index\": \"0\",\n \"limit\": 10}\n".utf8).write(to: file)
            let view = ["view", scene.book.text, "get_messages"]
            let wanted = try scene.run(view + [#"{"from_index":"0","limit":10}"#]).output
            XCTAssertTrue(wanted.contains("hello"))
            XCTAssertEqual(try scene.run(view + ["@\(file.path)"]).output, wanted)
            let process = try CommandRun.process(view + ["-"] + scene.address, ProcessInfo.processInfo.environment)
            process.standardInput = try FileHandle(forReadingFrom: file)
            XCTAssertEqual(try CommandRun.run(process).output, wanted)
            try Data("{\"from_index\": \"0\",\n \"limit\" 10}".utf8).write(to: file)
            let broken = try scene.run(view + ["@\(file.path)"])
            XCTAssertEqual(broken.status, 64)
            XCTAssertTrue(broken.errors.contains("line 2, column 10"), broken.errors)
            await scene.devnet.stop()
        }
    }

    func testNetworksComeFromAFileWithTheirKeys() throws {
        try run {
            let scene = try await Scene.start()
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("nets-\(UUID().uuidString).json")
            defer { XCTAssertNoThrow(try FileManager.default.removeItem(at: file)) }
            let environment = ProcessInfo.processInfo.environment
            func status(_ text: String, _ network: String = "mine") throws -> CommandRun {
                try Data(text.utf8).write(to: file)
                chmod(file.path, 0o600)
                return try CommandRun.run(["status", "--network", network, "--networks", file.path], environment)
            }
            let url = scene.devnet.rpcURL.absoluteString
            let good = #"{"version":1,"networks":[{"id":"mine","nodes":[{"url":"\#(url)","apiKey":"s3cret"}]}]}"#
            XCTAssertTrue(try Self.schema("networks").accepts(try JSONValue.parse(good)))
            let run = try status(good)
            XCTAssertEqual(run.status, 0, run.errors)
            XCTAssertEqual(run.errors, "")
            chmod(file.path, 0o644)
            let open = try CommandRun.run(["status", "--network", "mine", "--networks", file.path], environment)
            XCTAssertTrue(open.errors.contains("chmod 600"), open.errors)
            // Under a public network's name the nodes have to serve it.
            let wrong = try status(good.replacing("mine", with: "testnet"), "testnet")
            XCTAssertEqual(wrong.status, 1)
            XCTAssertTrue(wrong.errors.contains("another chain"), wrong.errors)
            for (text, place) in [
                ("", "line 1, column 1"), ("{\n\"version\":1,}", "line 2, column 13"), ("[]", "write an object"),
                (good.replacing("1,", with: "2,"), "version"), (good.replacing("apiKey", with: "apikey"), "apiKey"),
                (good.replacing("http:", with: "file:"), "networks[0].nodes[0].url"),
                (good.replacing("s3cret", with: "a\\r\\nHost: b"), "networks[0].nodes[0].apiKey"),
                (good.replacing("\"mine\"", with: "7"), "networks[0].id"),
                (#"{"version":1,"networks":[]}"#, "networks"),
                (good.replacing("\"mine\"", with: "\"a/b\""), "networks[0]"),
                (
                    good.replacing("}]}]}", with: "}]},{\"id\":\"mine\",\"nodes\":[{\"url\":\"http://a\"}]}]}"),
                    "networks[1].id"
                ),
            ] {
                let run = try status(text)
                XCTAssertEqual(run.status, 64, "\(text): \(run.errors)")
                XCTAssertTrue(run.errors.contains(place), run.errors)
                XCTAssertFalse(run.errors.contains("s3cret"), run.errors)
            }
            let missing = try status(good, "theirs")
            XCTAssertTrue(missing.status == 64 && missing.errors.contains("but: mine"), missing.errors)
            await scene.devnet.stop()
        }
    }

    /// Each fault ends the command before a node is asked: port 1 answers nobody, which would be status 3.
    func testBadInputEndsWith64AndNamesIt() throws {
        let address = ["--network", "devnet", "--rpc-url", "http://127.0.0.1:1"]
        let hash = "11111111111111111111111111111111"
        let big = "[" + String(repeating: "1,", count: 40_000) + "1"
        for (arguments, words) in [
            (["view", "A!", "m"], "A!"), (["view", "a.near"], "method"), (["view", "a.near", ""], "method"),
            (["view", "a.near", "m", "{"], "line 1, column 2"),
            (["view", "a.near", "m", "{'a':1}"], "line 1, column 2"),
            (["view", "a.near", "m", big], "column 80003"),
            (["view", "a.near", "m", "@/nowhere.json"], "/nowhere.json"),
            (["view", "a.near", "m", "@/"], "“/”"), (["view", "a.near", "m", "--finality", "maybe"], "“maybe”"),
            (["view", "a.near", "m", "--finality", "final", "--block", "1"], "leave one out"),
            (["view", "a.near", "m", "--block", "99999999999999999999"], "no block"),
            (["tx", "zz", "--signer", "a.near"], "“zz”"), (["tx", hash], "--signer"),
            (["tx", hash, "--signer", "?"], "?"),
            (["tx", hash, "--signer", "a.near", "--wait-until", "soon"], "“soon”"),
            (["block", "-1"], "-1"), (["block", "0x10"], "0x10"),
            (["block", "1", "--finality", "final"], "leave one out"),
            (["account"], "account-id"), (["account", "a..near"], "a..near"), (["status", "extra"], "extra"),
            (["status", "--timeout", "0"], "“0”"), (["status", "--timeout", "nan"], "“nan”"),
            (["status", "--timeout", "1e9"], "“1e9”"), (["status", "--networks", "/nowhere.json"], "leave one out"),
        ] as [([String], String)] {
            let run = try CommandRun.run(arguments + address, ProcessInfo.processInfo.environment)
            XCTAssertEqual(run.status, 64, "\(arguments.map { $0.prefix(40) }): \(run.errors.prefix(400))")
            XCTAssertTrue(run.errors.contains(words), "\(words): \(run.errors.prefix(400))")
            XCTAssertEqual(run.output, "")
        }
        for (arguments, words) in [
            (["status", "--network", "mine"], "--rpc-url"),
            (["status", "--rpc-url", "gopher://x"], "http or https"),
            (["status", "--networks", "/nowhere.json"], "no file"),
        ] {
            let run = try CommandRun.run(arguments, ProcessInfo.processInfo.environment)
            XCTAssertEqual(run.status, 64, run.errors)
            XCTAssertTrue(run.errors.contains(words), run.errors)
        }
    }
}
