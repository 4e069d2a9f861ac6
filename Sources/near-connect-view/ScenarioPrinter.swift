// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCommandLine
import NEARConnectLocal
import NEARConnectShell
import NEARPrimitives
import SafeText

/// Prints the steps of a scenario, a line each, as text or as JSON.
@MainActor
final class ScenarioPrinter {
    private let output: OutputOptions
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var steps = 0
    private var total = Duration.zero

    init(_ output: OutputOptions) { self.output = output }

    func start() { write([localized("near-connect demo: a wallet’s whole way on an embedded chain")], nil) }

    func report(_ report: ScenarioReport) {
        steps += 1
        total += report.duration
        var fields: JSONValue.Members = [
            "step": .string(report.step.rawValue), "ok": .bool(report.isSuccess),
            "milliseconds": .number(Self.milliseconds(report.duration)), "detail": .string(report.detail),
        ]
        if let hash = report.hash { fields["hash"] = .string(hash.description) }
        let lines = lines(of: report)
        write(lines, fields)
        // With --quiet a failure is told all the same.
        if output.quiet, !report.isSuccess { lines.forEach(StandardError.write) }
    }

    private func lines(of report: ScenarioReport) -> [String] {
        let mark = report.isSuccess ? paint("✓", 32) : paint("✗", 31)
        let time = String(format: "%6.0f ms", Self.milliseconds(report.duration))
        let title = report.step.title.padding(toLength: 42, withPad: " ", startingAt: 0)
        let hash = report.hash.map { "    \(paint(localized("transaction %1$s", $0.description), 2))" }
        return ["\(mark) \(title) \(time)  \(report.detail)"] + (hash.map { [$0] } ?? [])
    }

    func end(succeeded: Bool, of count: Int) {
        let seconds = String(format: "%.1f", Self.milliseconds(total) / 1000)
        write(
            [
                succeeded
                    ? localized("All %1$s steps succeeded in %2$s s.", "\(steps)", seconds)
                    : localized("Step %1$s of %2$s failed.", "\(steps)", "\(count)")
            ],
            [
                "ok": .bool(succeeded), "steps": .integer(Int128(steps)),
                "milliseconds": .number(Self.milliseconds(total)),
            ])
    }

    private func paint(_ text: String, _ code: Int) -> String {
        isTerminal ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        Double((duration / .microseconds(10)).rounded()) / 100
    }

    private func write(_ lines: @autoclosure () -> [String], _ fields: JSONValue.Members?) {
        output.write(lines(), fields.map { .answer(of: "demo", $0) })
        // Whoever reads a pipe sees each step when it is done.
        StandardOutput.flush()
    }
}
