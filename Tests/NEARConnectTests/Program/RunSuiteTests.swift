// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import TestSupport
import XCTest

@testable import GLibRuntime

/// `near-connect run` with many scenarios: parts, repetitions, processes, and what is kept of failures.
final class RunSuiteTests: MainLoopTestCase {
    private var runs: ScenarioRun!

    override func setUpWithError() throws { runs = try ScenarioRun() }

    override func tearDownWithError() throws { try runs.end() }

    /// A scenario with a matrix of which two combinations of four fail.
    private func suite() throws -> String {
        try runs.file(
            """
            version: 1
            name: Suite
            matrix: {n: [1, 2, 3, 4], }
            let: {sum: "1000${n} NEAR"}
            steps:
              - sign-in: keystore
              - send: {to: bob.test.near, amount: "${n} NEAR"}
              - balance: bob.test.near
                expect: {at-least: "${sum}", at-most: 10002 NEAR}
            """)
    }

    private static func names(_ answer: JSONValue) -> [String] {
        (answer["scenarios"]?.arrayValue ?? []).map { result in
            let name = result["name"]?.stringValue ?? ""
            return "\(name.suffix(4)) \(result["repetition"]?.text ?? "") \(result["ok"]?.text ?? "")"
        }
    }

    func testProcessesReportInTheOrderOfTheFile() throws {
        let answer = try runs.json([try suite(), "--jobs", "2", "--repeat", "2"], status: 1)
        let expected = (1...2).flatMap { run in (1...4).map { "n=\($0)] \(run) \($0 <= 2)" } }
        XCTAssertEqual(Self.names(answer), expected)
    }

    /// Chains that are used again begin as new ones do, to the last hash.
    func testEachRepetitionBeginsWithTheSameChain() throws {
        let file = try runs.file(
            """
            version: 1
            matrix: {greeting: [hello, good day]}
            devnet:
              accounts: [alice.test.near, bob.test.near]
              contracts: {book.test.near: guest-book}
              state: [{of: book.test.near, key: greeting, value: "${greeting}"}]
            steps:
              - state: {of: book.test.near, key: greeting}
                expect: {value: "${greeting}"}
              - view: {contract: book.test.near, method: total_messages}
                expect: {value: 0}
              - sign-in: keystore
                as: session
              - patch-state: {of: book.test.near, key: greeting, value: bye}
              - fast-forward: 1000
              - call: {contract: book.test.near, method: add_message, args: {text: hi}, deposit: 1 yoctoNEAR}
              - send: {to: bob.test.near, amount: 1 NEAR}
              - key: {of: alice.test.near, public-key: "${session.publicKey}"}
              - balance: alice.test.near
            """)
        let answer = try runs.json([file, "--repeat", "4"])
        let scenarios = answer["scenarios"]?.arrayValue ?? []
        XCTAssertEqual(scenarios.count, 8)
        let findings = scenarios.map { scenario in
            (scenario["steps"]?.arrayValue ?? []).map { $0["detail"]?.stringValue ?? "" }
        }
        for (index, finding) in findings.enumerated() { XCTAssertEqual(finding, findings[index % 2]) }
        XCTAssertEqual(findings.first?.count, 9)
    }

    /// Runs with and without a process of their own are reported in one order.
    func testAProcessOfItsOwnChangesNoOrder() throws {
        let file = try runs.file("version: 1\nprocess: own\nsteps:\n  - sign-in: keystore\n", named: "own.yaml")
        for jobs in ["1", "2"] {
            let answer = try runs.json([
                try suite(), file, "--only", "n=2", "--only", "own", "--repeat", "2", "--jobs", jobs,
            ])
            XCTAssertEqual(Self.names(answer), ["n=2] 1 true", "own 1 true", "n=2] 2 true", "own 2 true"])
        }
        XCTAssertEqual(try runs.temporaryFiles(), [])
    }

    /// A run whose processes can't be spoken with ends with a sentence, and leaves nothing.
    func testAFolderWhosePathIsTooLongForASocketStaysEmpty() throws {
        let folder = runs.folder.appending(path: String(repeating: "a", count: 110))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = try runs.process([try suite(), "--jobs", "2"])
        process.environment = runs.environment.merging(["TMPDIR": folder.path]) { $1 }
        let run = try CommandRun.run(process)
        XCTAssertEqual(run.status, 1, run.errors)
        XCTAssertTrue(run.errors.contains("use a shorter folder"), run.errors)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [])
    }

    func testPartsAndNamesChooseScenarios() throws {
        let file = try suite()
        XCTAssertEqual(
            Self.names(try runs.json([file, "--shard", "2/2"], status: 1)), ["n=2] 1 true", "n=4] 1 false"])
        XCTAssertEqual(Self.names(try runs.json([file, "--only", "n=1"])), ["n=1] 1 true"])
        XCTAssertEqual(Self.names(try runs.json([file, "--only", "n=1", "--shard", "2/2"])), [])
        for arguments in [
            ["--shard", "3/2"], ["--only", "Siute"], ["--repeat", "0"], ["--jobs", "0"], ["--jobs", "100"],
            ["--quiet", "--tap"], ["--repeat", "x"],
        ] {
            let run = try runs.run([file] + arguments)
            XCTAssertEqual(run.status, 64, "\(arguments)")
            XCTAssertEqual(run.output, "")
        }
        XCTAssertEqual(try runs.json([file, "--tap"], status: 64)["code"], "usage")
        XCTAssertTrue(try runs.run([file, "--only", "Siute"]).errors.contains("Did you mean “Suite”?"))
    }

    func testReportsForMachines() throws {
        let report = runs.folder.appending(path: "report.xml")
        let run = try runs.run([try suite(), "--tap", "--github", "--junit", report.path])
        XCTAssertEqual(run.status, 1)
        XCTAssertTrue(run.output.hasPrefix("TAP version 14\n1..4\nok 1 - Suite [n=1]\n"), run.output)
        XCTAssertEqual(run.output.components(separatedBy: "\n::error file=").count, 3, run.output)
        let xml = try XMLCheck.root(of: try Data(contentsOf: report))
        XCTAssertEqual(xml, "testsuites tests=4 failures=2")
    }

    /// The folder of a failure has a page, a picture that isn't empty, a trace, and a chain that opens.
    func testAFailureIsKept() throws {
        let folder = runs.results
        let answer = try runs.json([try suite(), "--only", "n=3", "--results", folder.path], status: 1)
        let kept = URL(filePath: try XCTUnwrap(answer["scenarios"]?[0]?["folder"]?.stringValue))
        XCTAssertEqual(kept.lastPathComponent, "suite-n-3")
        let page = try String(contentsOf: kept.appending(path: "index.html"), encoding: .utf8)
        for words in ["Expected is at most 10002 NEAR", "<img src=\"page.png\"", "--state devnet", "<mark>  - balance"]
        {
            XCTAssertTrue(page.contains(words), words)
        }
        XCTAssertGreaterThan(try Data(contentsOf: kept.appending(path: "page.png")).count, 8_000)
        let trace = try String(contentsOf: kept.appending(path: "trace.jsonl"), encoding: .utf8)
        let texts = try trace.split(separator: "\n").map { try JSONValue.parse(String($0))["text"]?.stringValue ?? "" }
        for words in ["step send in line 7", "method=send_tx", "block height=2", "failed: Expected is at most"] {
            XCTAssertTrue(texts.contains { $0.contains(words) }, "\(words): \(trace)")
        }
        try run {
            var configuration = DevnetConfiguration()
            configuration.stateDirectory = kept.appending(path: "devnet")
            let devnet = try await Devnet.start(configuration)
            let client = try NEARRPCClient(endpoints: [RPCEndpoint(url: devnet.rpcURL)])
            let balance = try await client.viewAccount(try AccountId("bob.test.near")).value.amount
            XCTAssertEqual(balance, try .near(10_003))
            await devnet.stop()
        }
        // A second failure of the same name gets a folder of its own.
        let second = try runs.json([try suite(), "--only", "n=3", "--results", folder.path], status: 1)
        XCTAssertEqual(
            second["scenarios"]?[0]?["folder"]?.stringValue, folder.appending(path: "suite-n-3-2").path)
    }

    func testAPictureIsTakenWhereAStepAsksForIt() throws {
        let file = try runs.file("version: 1\nsteps:\n  - sign-in: keystore\n  - screenshot: signed-in.png\n")
        let answer = try runs.json([file, "--results", runs.results.path])
        let path = try XCTUnwrap(answer["scenarios"]?[0]?["steps"]?[1]?["detail"]?.stringValue)
        XCTAssertEqual(path, runs.results.appending(path: "case/signed-in.png").path)
        XCTAssertGreaterThan(try Data(contentsOf: URL(filePath: path)).count, 8_000)
        XCTAssertFalse(FileManager.default.fileExists(atPath: runs.results.appending(path: "case/index.html").path))
    }

    func testAScenarioWorksOnANetworkWithKeysOfAFolder() throws {
        let runs = try XCTUnwrap(runs)
        try run {
            let scene = try await SigningScene()
            let rules = #"{"version": 1, "rules": [{"name": "ci", "networks": ["devnet"], "deposit": "1 NEAR"}]}"#
            try Data(rules.utf8).write(to: runs.folder.appending(path: "policy.json"))
            let file = try runs.file(
                """
                version: 1
                network: {id: devnet, nodes: ["\(scene.devnet.rpcURL)"]}
                wallets: {keystore: {policy: policy.json, accounts: [bob.test.near]}}
                steps:
                  - sign-in: keystore
                    expect: {account: bob.test.near}
                  - send: {to: alice.test.near, amount: 1 NEAR}
                  - send: {to: alice.test.near, amount: 2 NEAR}
                    expect: {error: refused-by-policy}
                  - balance: alice.test.near
                    expect: {is: 10001 NEAR}
                """)
            let process = try runs.process([file])
            process.environment = scene.environment
            let ended = try CommandRun.run(process)
            XCTAssertEqual(ended.status, 0, ended.output + ended.errors)
            let balance = try await scene.balance(of: scene.alice)
            XCTAssertEqual(balance, try .near(10_001))
            try await scene.stop()
        }
    }

    /// Ctrl-C and the death of a process of `--jobs` end a run with nothing left of it, also no folder.
    func testAnInterruptedRunLeavesNothing() throws {
        let steps = "steps:\n  - sign-in: scripted\n  - sign-message: {message: a, recipient: b}\n"
        let wallets = "wallets: {scripted: {script: {signMessage: [hang]}}}\n"
        let shared = try runs.file("version: 1\n\(wallets)\(steps)")
        let own = try runs.file("version: 1\nprocess: own\n\(wallets)\(steps)", named: "own.yaml")
        for (file, jobs, signal, isWorker) in [
            (shared, "1", SIGINT, false), (shared, "2", SIGTERM, false), (shared, "2", SIGKILL, false),
            (shared, "2", SIGKILL, true), (own, "1", SIGINT, false), (own, "1", SIGKILL, false),
        ] {
            let process = try runs.process([file, "--headless", "--jobs", jobs, "--repeat", isWorker ? "5" : "1"])
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            let identifier = process.processIdentifier
            // The page is up, so that the scenario is in the midst of its work.
            wait("a page of \(jobs)") { !ProcessTree.descendants(named: "WebKitWebProces", of: identifier).isEmpty }
            let children = ProcessTree.descendants(of: identifier)
            let workers = ProcessTree.children(named: "near-connect", of: identifier)
            XCTAssertEqual(workers.isEmpty, file == shared && jobs == "1", "a process of its own")
            if isWorker {
                let worker = try XCTUnwrap(workers.first)
                kill(worker, SIGKILL)
                wait("another process") {
                    ProcessTree.children(named: "near-connect", of: identifier).contains { !children.contains($0) }
                }
            }
            kill(identifier, isWorker ? SIGTERM : signal)
            process.waitForEnd()
            wait("the end of all processes") { children.allSatisfy { kill($0, 0) != 0 } }
            if signal == SIGINT { XCTAssertEqual(process.terminationStatus, 130) }
            // A process that was killed leaves its folder to the next run.
            if signal != SIGKILL || isWorker { XCTAssertEqual(try runs.temporaryFiles(), [], "\(signal)") }
        }
        _ = try runs.json([try runs.file("version: 1\nsteps:\n  - restart:\n", named: "next.yaml")])
        XCTAssertEqual(try runs.temporaryFiles(), [])
    }

    /// Turns the main loop until something holds; the test ends where it never does.
    private func wait(_ what: String, until holds: @escaping @Sendable () -> Bool) {
        do {
            try run { while !holds() { await MainLoop.turn() } }
        } catch {
            XCTFail("\(what): \(error)")
        }
    }

    /// Each block of the documentation that has steps is a scenario that holds.
    func testTheScenariosOfTheDocumentationHold() throws {
        let manual = try String(contentsOf: ScenarioRun.root.appending(path: "docs/scenarios.md"), encoding: .utf8)
        let blocks = manual.components(separatedBy: "```yaml\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }.filter { $0.contains("steps:\n") }
        XCTAssertGreaterThanOrEqual(blocks.count, 4)
        let files = try blocks.enumerated().map { number, block in
            try runs.file(block.hasPrefix("version") ? block : "version: 1\n" + block, named: "block-\(number).yaml")
        }
        XCTAssertEqual(try runs.json(files + ["--results", runs.results.path])["ok"], true)
    }

    /// Runs the examples often; `Scripts/soak scenarios` does so two hundred times.
    func testTheExamplesHoldEachTime() throws {
        let count = SoakCount.full(or: 6)
        let process = try runs.process(
            try ScenarioRun.examples() + ["--repeat", "\(count)", "--jobs", "2", "--tap"])
        // It prints more than a pipe holds.
        let output = runs.folder.appending(path: "output.tap")
        XCTAssertTrue(FileManager.default.createFile(atPath: output.path, contents: nil))
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        // Five scenarios each time, on a machine that may have other work.
        process.waitForEnd(limit: Double(60 + 12 * count))
        let text = try String(contentsOf: output, encoding: .utf8)
        XCTAssertEqual(process.terminationStatus, 0, text)
        XCTAssertTrue(text.contains("\n1..\(5 * count)\n"), text)
    }
}

/// Reads XML as build servers do.
private final class XMLCheck {
    /// Returns the name and the counts of the root.
    static func root(of data: Data) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            "import sys, xml.etree.ElementTree as t; r = t.parse(sys.stdin.buffer).getroot(); "
                + "print(r.tag, 'tests=' + r.get('tests'), 'failures=' + str(len(r.findall('.//failure'))), end='')",
        ]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: data)
        try input.fileHandleForWriting.close()
        process.waitForEnd()
        return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
