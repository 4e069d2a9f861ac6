// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// A report in the Test Anything Protocol, version 14.
package enum TAPReport {
    /// Returns the lines.
    package static func text(of results: [ScenarioResult]) -> String {
        var lines = ["TAP version 14", "1..\(results.count)"]
        for (index, result) in results.enumerated() {
            let again = result.repetition > 1 ? " (\(result.repetition))" : ""
            lines.append("\(result.isSuccess ? "ok" : "not ok") \(index + 1) - \(escaped(result.name))\(again)")
            // Texts of JSON are texts of YAML.
            lines.append("  ---")
            lines.append("  duration_ms: \(result.duration.wholeMilliseconds)")
            if let failure = result.failure {
                lines.append("  code: \(JSONValue.string(failure.code).text)")
                lines.append("  message: \(JSONValue.string(failure.sentence).text)")
                let place = failure.place.map { ":\($0.line):\($0.column)" } ?? ""
                lines.append("  at: \(JSONValue.string(result.file + place).text)")
            }
            lines.append("  ...")
        }
        return lines.joined(separator: "\n")
    }

    /// Escapes what begins a directive.
    private static func escaped(_ name: String) -> String {
        DisplayText.name(name).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }
}
