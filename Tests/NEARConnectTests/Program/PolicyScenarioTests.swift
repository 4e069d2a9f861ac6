// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnect
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

/// Each limit of a policy file, attacked by scenarios that stay at it and cross it by the least.
///
/// They stand in `Fixtures/policies`: those of a limit are called like it, with something behind a hyphen or without.
final class PolicyScenarioTests: MainLoopTestCase {
    private static let folder = ScenarioRun.root.appending(path: "Tests/NEARConnectTests/Fixtures/policies")
    /// The time of a sum, which only passes with a clock: `ApprovalSumTests` has one.
    private static let others = ["name", "per"]

    private var runs: ScenarioRun!

    override func setUpWithError() throws { runs = try ScenarioRun() }

    override func tearDownWithError() throws { try runs.end() }

    /// Returns the names of all limits, from the schema: those of a rule, and `sums-` with those of its sums.
    private static func limits() throws -> [String] {
        let schema = try JSONValue.parse(
            Array(try Data(contentsOf: ScenarioRun.root.appending(path: "docs/schemas/policy.schema.json"))))
        let rule = schema["$defs"]?["rule"]?["properties"]
        let sums = rule?["sums"]?["items"]?["properties"]
        let names =
            try XCTUnwrap(rule?.objectValue).keys.map(\.text)
            + XCTUnwrap(sums?.objectValue).keys.map { "sums-\($0.text)" }
        return names.filter { name in !others.contains { name == $0 || name == "sums-\($0)" } }
    }

    /// Copies the scenarios into the folder of the runs, with the chain's genesis and the program's origin.
    private func scenarios() throws -> [String] {
        let runs = try XCTUnwrap(runs)
        let genesis = try run {
            var configuration = DevnetConfiguration()
            configuration.accounts = try ["alice", "bob", "relayer"].map { .init(try AccountId("\($0).test.near")) }
            let devnet = try await Devnet.start(configuration)
            let client = try NEARRPCClient(endpoints: [RPCEndpoint(url: devnet.rpcURL)])
            let status = try await client.status()
            await devnet.stop()
            return "\(try XCTUnwrap(status.genesisHash))"
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        for name in names {
            let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
                .replacing("{genesis}", with: genesis).replacing("{other}", with: "\(CryptoHash.sha256([1]))")
                .replacing("{origin}", with: NEARWalletConfiguration().origin.origin)
            _ = try runs.file(text, named: name)
        }
        return names.filter { $0.hasSuffix(".yaml") }.map { runs.folder.appending(path: $0).path }
    }

    func testEachLimitHoldsToTheLeast() throws {
        let answer = try runs.json(try scenarios() + ["--jobs", "2"])
        let results = answer["scenarios"]?.arrayValue ?? []
        let limits = try Self.limits()
        XCTAssertTrue(limits.contains("deposit") && limits.contains("sums-gas"), "\(limits)")
        for limit in limits {
            let steps = results.filter { result in
                let name = result["name"]?.stringValue ?? ""
                return name == limit || name.hasPrefix("\(limit)-") || (limit == "sums-deposit" && name == "sums")
            }.flatMap { $0["steps"]?.arrayValue ?? [] }
            let (refused, done) = (
                steps.filter { $0["detail"]?.stringValue?.hasPrefix("refused-by-policy: ") == true },
                steps.filter { $0["detail"]?.stringValue?.hasPrefix("refused-by-policy: ") == false }
            )
            XCTAssertFalse(refused.isEmpty, "no scenario crosses “\(limit)”")
            let signs = ["send", "call", "deploy", "sign-message"]
            XCTAssertTrue(
                done.contains { signs.contains($0["step"]?.stringValue ?? "") }, "no scenario stays at “\(limit)”")
        }
    }
}
