// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText

/// A report that people read.
package struct TextReport: Sendable {
    private static let wordWidth = 14
    private let isColored: Bool

    /// Creates a report.
    ///
    /// - Parameter isColored: True for a terminal.
    package init(isColored: Bool) { self.isColored = isColored }

    /// Returns a scenario's lines, one for each step, the place and the reason of the failure behind them.
    package func text(of result: ScenarioResult) -> String {
        let again = result.repetition > 1 ? localized(" (run %1$s)", "\(result.repetition)") : ""
        var lines = [
            "\(mark(result.isSuccess)) \(DisplayText.name(result.name))\(again)  \(Self.time(result.duration))"
        ]
        for step in result.steps {
            let mark = step.end == .skipped ? paint("·", 2) : mark(step.end == .passed)
            let padding = String(repeating: " ", count: max(1, Self.wordWidth - step.word.utf8.count))
            let (shown, hidden) = DisplayText.beginning(of: step.detail, limit: 160)
            let detail = step.end == .failed ? "" : hidden > 0 ? "\(shown)…" : shown
            let line = step.end == .skipped ? step.word : "\(step.word)\(padding)\(Self.time(step.duration))  \(detail)"
            lines.append("    \(mark) \(line)".trimmingSpaces)
        }
        if let failure = result.failure {
            let place = failure.place.map { ":\($0.line):\($0.column)" } ?? ""
            lines.append("    \(result.file)\(place): \(DisplayText.name(failure.sentence))")
        }
        if !result.isSuccess, let folder = result.folder { lines.append(localized("    See %1$s/index.html", folder)) }
        return lines.joined(separator: "\n")
    }

    /// Returns the last line of a run.
    package func summary(of results: [ScenarioResult]) -> String {
        let failed = results.count { !$0.isSuccess }
        let total = results.reduce(Duration.zero) { $0 + $1.duration }
        if failed > 0 {
            return localized("%1$s of %2$s scenarios failed.", "\(failed)", "\(results.count)")
        }
        return localizedPlural(
            "%1$s scenario succeeded in %2$s.", "All %1$s scenarios succeeded in %2$s.", count: results.count,
            "\(results.count)", Self.time(total))
    }

    private func mark(_ isSuccess: Bool) -> String { isSuccess ? paint("✓", 32) : paint("✗", 31) }

    private func paint(_ text: String, _ code: Int) -> String { isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }

    /// Returns a time in milliseconds, or in seconds with one digit behind the point.
    static func time(_ duration: Duration) -> String {
        let milliseconds = duration.wholeMilliseconds
        guard milliseconds >= 1_000 else { return "\(milliseconds) ms" }
        return "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
    }
}

extension Duration {
    /// The milliseconds, cut off.
    var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
