// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectLocal
import NEARConnectShell
import NEARPrimitives
import SafeText

/// Prints the steps of a scenario, a line each, as text or as JSON.
@MainActor
final class ScenarioPrinter {
    private let json: Bool
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var steps = 0
    private var total = Duration.zero

    init(json: Bool) {
        self.json = json
    }

    func start() {
        guard !json else { return }
        write(localized("near-connect demo: a wallet’s whole way on an embedded chain"))
    }

    func report(_ report: ScenarioReport) {
        steps += 1
        total += report.duration
        if json {
            var fields: JSONValue.Members = [
                "step": .string(report.step.rawValue), "ok": .bool(report.isSuccess),
                "milliseconds": .number(Self.milliseconds(report.duration)), "detail": .string(report.detail),
            ]
            if let hash = report.hash { fields["hash"] = .string(hash.description) }
            write(JSONValue.object(fields).text)
        } else {
            let mark = report.isSuccess ? paint("✓", 32) : paint("✗", 31)
            let time = String(format: "%6.0f ms", Self.milliseconds(report.duration))
            let title = report.step.title.padding(toLength: 42, withPad: " ", startingAt: 0)
            write("\(mark) \(title) \(time)  \(report.detail)")
            if let hash = report.hash { write("    \(paint(localized("transaction %1$s", hash.description), 2))") }
        }
    }

    func end(succeeded: Bool) {
        if json {
            write(
                JSONValue.object([
                    "ok": .bool(succeeded), "steps": .integer(Int128(steps)),
                    "milliseconds": .number(Self.milliseconds(total)),
                ]).text)
        } else if succeeded {
            let seconds = String(format: "%.1f", Self.milliseconds(total) / 1000)
            write(localized("All %1$s steps succeeded in %2$s s.", "\(steps)", seconds))
        } else {
            write(localized("Step %1$s of %2$s failed.", "\(steps)", "\(ScenarioStep.allCases.count)"))
        }
    }

    private func paint(_ text: String, _ code: Int) -> String {
        isTerminal ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        Double((duration / .microseconds(10)).rounded()) / 100
    }

    private func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
