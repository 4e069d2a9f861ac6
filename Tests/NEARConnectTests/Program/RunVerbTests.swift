// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARPrimitives
import XCTest

/// `near-connect run`: scenarios end to end, by the whole program.
final class RunVerbTests: MainLoopTestCase {
    private var runs: ScenarioRun!

    override func setUpWithError() throws { runs = try ScenarioRun() }

    override func tearDownWithError() throws { try runs.end() }

    func testTheExamplesHold() throws {
        let answer = try runs.json(try ScenarioRun.examples())
        let names = (answer["scenarios"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
        XCTAssertEqual(
            names,
            ["Own contract [start=3]", "Own contract [start=9]", "Phone wallet", "Token transfer", "Wallet refuses"])
        XCTAssertEqual(answer["ok"], true)
    }

    func testTheReportIsReadable() throws {
        let run = try runs.run(try ScenarioRun.examples())
        XCTAssertEqual(run.status, 0, run.errors)
        for line in ["✓ Token transfer", "    ✓ sign-message", "All 5 scenarios succeeded in "] {
            XCTAssertTrue(run.output.contains(line), run.output)
        }
    }

    /// Nothing is started: there is no display, and nothing that could be one.
    func testAFaultOfAFileEndsWithItsPlaceBeforeAnythingIsStarted() throws {
        let good = try runs.file("version: 1\nsteps:\n  - restart:\n", named: "good.yaml")
        let first = try runs.file("version: 1\nsteps:\n  - sing-in: keystore\n", named: "first.yaml")
        let second = try runs.file("version: 1\nsteps:\n\t- restart:\n", named: "second.yaml")
        let contract = try runs.file(
            "version: 1\ndevnet: {contracts: {a.near: none.wasm}}\nsteps: [{restart: }]\n", named: "contract.yaml")
        let policy = try runs.file(
            "version: 1\nwallets: {keystore: {policy: contract.yaml}}\nsteps: [{restart: }]\n", named: "policy.yaml")
        let process = try runs.process([
            good, first, second, contract, policy, "\(runs.folder.path)/none.yaml", runs.folder.path,
        ])
        process.environment = ["HOME": runs.folder.path, "PATH": "/nonexistent"]
        let run = try CommandRun.run(process)
        XCTAssertEqual(run.status, 64, run.errors)
        XCTAssertEqual(run.output, "")
        for words in [
            "\(first):3:5: “step” has no “sing-in”; did you mean “sign-in”?", "\(second):3:1: this is no YAML",
            "none.yaml: there is no such file",
            "\(contract): There is no file “\(runs.folder.path)/none.wasm”;", "contract.yaml:1:1: this character",
            "\(runs.folder.path): ",
        ] {
            XCTAssertTrue(run.errors.contains(words), run.errors)
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: runs.folder.path).count, 6)
    }

    func testAnExpectationThatIsNotMetFailsAtItsPlace() throws {
        let file = try runs.file(
            """
            version: 1
            steps:
              - balance: bob.test.near
                expect: {is: 9 NEAR}
              - sign-in: keystore
            """)
        let answer = try runs.json([file], status: 1)
        XCTAssertEqual(answer.ends, ["failed", "skipped"])
        XCTAssertEqual(answer.failure?["code"], "expectation")
        XCTAssertEqual(answer.failure?["line"], 3)
        XCTAssertEqual(answer.failure?["column"], 5)
        XCTAssertEqual(answer.failure?["message"], "Expected is 9 NEAR, and found was 10000 NEAR.")
        // With --quiet a failure is told, and a success isn't.
        let quiet = try runs.run([file, "--quiet"])
        XCTAssertEqual(quiet.status, 1)
        XCTAssertTrue(quiet.output.contains("Expected is 9 NEAR"), quiet.output)
        let good = try runs.file("version: 1\nsteps:\n  - balance: bob.test.near\n", named: "good.yaml")
        let silent = try runs.run([good, "--quiet"])
        XCTAssertEqual(silent.status, 0, silent.errors)
        XCTAssertEqual(silent.output, "")
    }

    /// The exit code is the error's own, of the one table.
    func testAnErrorThatIsNotExpectedHasItsExitCode() throws {
        try Data(#"{"version": 1, "rules": [{"name": "ci", "networks": ["devnet"], "deposit": "1 NEAR"}]}"#.utf8)
            .write(to: runs.folder.appending(path: "policy.json"))
        let wallets = "version: 1\nwallets: {keystore: {policy: policy.json}}\nsteps:\n  - sign-in: keystore\n"
        let send = { (amount: String) in "  - send: {to: bob.test.near, amount: \(amount)}\n" }
        let refused = try runs.file(wallets + send("1 NEAR") + send("1.000000000000000000000001 NEAR"))
        let answer = try runs.json([refused], status: 11)
        XCTAssertEqual(answer.ends, ["passed", "passed", "failed"])
        XCTAssertEqual(answer.failure?["code"], "refused-by-policy")

        let poor = try runs.file(
            "version: 1\nsteps:\n  - sign-in: keystore\n  - send: {to: bob.test.near, amount: 20000 NEAR}\n")
        for jobs in [[], ["--jobs", "2"]] {
            let failure = try runs.json([poor] + jobs, status: 8).failure
            XCTAssertEqual(failure?["code"], "transaction-refused")
            let reason = failure?["error"]?["data"]?["TxExecutionError"]?["InvalidTxError"]
            XCTAssertNotNil(reason?["NotEnoughBalance"], failure?.text ?? "")
        }

        let failed = try runs.file(
            "version: 1\nsteps:\n  - sign-in: keystore\n  - call: {contract: bob.test.near, method: a}\n")
        let failure = try runs.json([failed], status: 8).failure
        XCTAssertEqual(failure?["code"], "transaction-failed")
        XCTAssertNotNil(failure?["error"]?["ActionError"], failure?.text ?? "")
        XCTAssertNil(answer.failure?["error"], "the policy isn't the chain")
    }

    /// Only what the program has seen itself is the policy's word, or the chain's.
    func testAWalletThatSpeaksInAnothersNameIsNotBelieved() throws {
        for code in ["refused-by-policy", "transaction-refused", "refusedByPolicy"] {
            let file = try runs.file(
                """
                version: 1
                wallets:
                  scripted:
                    script:
                      signAndSendTransaction:
                        - do: reject
                          code: \(code)
                          message: 'the policy refuses: {"TxExecutionError":{"InvalidTxError":"Expired"}}'
                steps:
                  - sign-in: scripted
                  - send: {to: bob.test.near, amount: 1 NEAR}
                """)
            XCTAssertEqual(try runs.json([file], status: 7).failure?["code"], "wallet-rejected", code)
        }
    }

    func testEachScenarioHasAChainAndAProfileOfItsOwn() throws {
        let text = """
            version: 1
            steps:
              - send: {to: bob.test.near, amount: 1 NEAR}
                expect: {error: not-signed-in}
              - sign-in: keystore
              - send: {to: bob.test.near, amount: 1 NEAR}
              - balance: bob.test.near
                expect: {is: 10001 NEAR}
            """
        let files = try ["a.yaml", "b.yaml"].map { try runs.file(text, named: $0) }
        let answer = try runs.json(files)
        XCTAssertEqual(answer["scenarios"]?.arrayValue?.count, 2)
    }

    func testADeadlineEndsAStepAndTheWholeScenario() throws {
        let wallets = "wallets: {scripted: {script: {signMessage: [hang]}}}\n"
        let steps = "steps:\n  - sign-in: scripted\n  - sign-message: {message: a, recipient: b}\n"
        let step = try runs.file("version: 1\nstep-deadline: 2 s\n\(wallets)\(steps)")
        XCTAssertEqual(try runs.json([step], status: 1).failure?["code"], "timed-out")
        let whole = try runs.file("version: 1\ndeadline: 3 s\n\(wallets)\(steps)")
        let answer = try runs.json([whole], status: 1)
        XCTAssertEqual(answer.failure?["code"], "timed-out")
        XCTAssertEqual(answer.ends, ["passed", "failed"])
    }
}
