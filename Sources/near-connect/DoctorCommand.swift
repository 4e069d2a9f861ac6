// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARPrimitives

/// Looks at everything that near-connect needs of this machine.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what works on this machine, what doesn\u{2019}t, and what to do about it.",
        discussion: """
            Looks at the versions, the display, the graphics, WebKit\u{2019}s sandbox, the session bus, programs that open links, the \
            profile\u{2019}s files, the kept code of wallets and the chain\u{2019}s nodes. It changes nothing. What it prints names no account and no key: it can be \
            attached to a report.

            The exit code is 1 if something doesn\u{2019}t work, and 0 if everything does, warnings or not.
            """)

    @Option(help: "mainnet, testnet, or the id of another chain together with --rpc-url.")
    var network = "mainnet"

    @Option(help: NetworkChoice.urlHelp)
    var rpcURL: [String] = []

    @Option(help: "The profile to look at.")
    var profile = "default"

    @Flag(help: "Ask no node.")
    var offline = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        Diagnostics.start(verbose: false)
        let chain = try NetworkChoice.network(network, rpcURLs: rpcURL)
        let findings = try MainActor.assumeIsolated {
            let doctor = try Doctor(profile: profile, network: chain, isOffline: offline)
            return try MainLoop.run { await doctor.run { if !json { print(Self.line($0)) } } }
        }
        let failures = findings.count { $0.level == .fail }
        if json { print(Self.document(findings, isHealthy: failures == 0)) }
        if failures > 0 { throw ExitCode.failure }
    }

    private static func line(_ finding: DoctorFinding) -> String {
        let level = finding.level.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0)
        let check = finding.check.padding(toLength: max(21, finding.check.count), withPad: " ", startingAt: 0)
        let advice = finding.advice.map { "\n\(String(repeating: " ", count: 29))\($0)" } ?? ""
        return "\(level)  \(check) \(finding.summary)\(advice)"
    }

    private static func document(_ findings: [DoctorFinding], isHealthy: Bool) -> String {
        let checks = findings.map { finding in
            var fields: JSONValue.Members = [
                "check": .string(finding.check), "level": .string(finding.level.rawValue),
                "summary": .string(finding.summary),
            ]
            if let advice = finding.advice { fields["advice"] = .string(advice) }
            return JSONValue.object(fields)
        }
        return JSONValue.object(["ok": .bool(isHealthy), "checks": .array(checks)]).text
    }
}
