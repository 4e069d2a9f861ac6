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
struct DoctorCommand: JSONCommand {
    static let configuration = DoctorOptions.command

    @OptionGroup var options: DoctorOptions

    var printsJSON: Bool { options.output.json }
    var subject: JSONValue.Members { ["network": .string(options.network)] }

    func run() throws {
        Diagnostics.start(verbose: options.output.verbose)
        let chain = try NetworkChoice.network(options.network, rpcURLs: options.rpcURL, file: options.networks)
        let findings = try MainActor.assumeIsolated {
            let trial: Doctor.DriverTrial = { await DriverTrial.problem(with: $0) }
            let doctor = try Doctor(
                profile: options.profile, network: chain, isOffline: options.offline,
                timeout: options.timeout.duration, driverTrial: options.driver ? trial : nil)
            return try MainLoop.run { await doctor.run { options.output.write([Self.line($0)], nil) } }
        }
        let failures = findings.filter { $0.level == .fail }
        options.output.write([], document(findings, failures: failures))
        guard !failures.isEmpty else { return }
        if options.output.quiet { failures.forEach { StandardError.write(Self.line($0)) } }
        throw ExitCode.failure
    }

    private static func line(_ finding: DoctorFinding) -> String {
        let level = finding.level.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0)
        let check = finding.check.padding(toLength: max(21, finding.check.count), withPad: " ", startingAt: 0)
        let advice = finding.advice.map { "\n\(String(repeating: " ", count: 29))\($0)" } ?? ""
        return "\(level)  \(check) \(finding.summary)\(advice)"
    }

    private func document(_ findings: [DoctorFinding], failures: [DoctorFinding]) -> JSONValue {
        let checks = findings.map { finding in
            var fields: JSONValue.Members = [
                "check": .string(finding.check), "level": .string(finding.level.rawValue),
                "summary": .string(finding.summary),
            ]
            if let advice = finding.advice { fields["advice"] = .string(advice) }
            return JSONValue.object(fields)
        }
        var fields = subject
        fields["ok"] = .bool(failures.isEmpty)
        fields["outcome"] = failures.isEmpty ? "done" : "failed"
        fields["checks"] = .array(checks)
        if !failures.isEmpty {
            fields["code"] = "check-failed"
            fields["message"] = .string(failures.map(\.summary).joined(separator: "; "))
            fields["status"] = .integer(Int128(ExitStatus.failure.rawValue))
        }
        return .answer(of: "doctor", fields)
    }
}
