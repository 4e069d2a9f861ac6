// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectShell
import NEARPrimitives

/// Checks what near-connect needs of this machine.
struct DoctorCommand: ParsableCommand {
    static let configuration = DoctorOptions.command

    @OptionGroup var options: DoctorOptions

    func run() throws {
        Diagnostics.start(verbose: false)
        let chain = try NetworkChoice.network(options.network, rpcURLs: options.rpcURL)
        let findings = try MainActor.assumeIsolated {
            let trial: Doctor.DriverTrial = { await DriverTrial.problem(with: $0) }
            let doctor = try Doctor(
                profile: options.profile, network: chain, isOffline: options.offline,
                driverTrial: options.driver ? trial : nil)
            return try MainLoop.run { await doctor.run { if !options.json { print(Self.line($0)) } } }
        }
        let failures = findings.count { $0.level == .fail }
        if options.json { print(Self.document(findings, isHealthy: failures == 0)) }
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
