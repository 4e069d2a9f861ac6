// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// A report as JUnit writes it, which build servers read.
package enum JUnitReport {
    /// Returns the XML: a suite for each file, a case for each run.
    package static func xml(of results: [ScenarioResult]) -> String {
        var files: [String] = []
        for result in results where !files.contains(result.file) { files.append(result.file) }
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
        lines.append("<testsuites name=\"near-connect run\" \(counts(results))>")
        for file in files {
            let own = results.filter { $0.file == file }
            lines.append("  <testsuite name=\"\(Markup.attribute(file))\" \(counts(own))>")
            for result in own { lines += testcase(result) }
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func counts(_ results: [ScenarioResult]) -> String {
        let time = results.reduce(Duration.zero) { $0 + $1.duration }
        return "tests=\"\(results.count)\" failures=\"\(results.count { !$0.isSuccess })\" time=\"\(seconds(time))\""
    }

    private static func testcase(_ result: ScenarioResult) -> [String] {
        let name = result.repetition > 1 ? "\(result.name) (\(result.repetition))" : result.name
        let file = Markup.attribute(result.file)
        let line = result.failure?.place?.line ?? result.steps.first?.place.line ?? 1
        let head =
            "    <testcase name=\"\(Markup.attribute(name))\" classname=\"\(file)\" file=\"\(file)\" line=\"\(line)\" time=\"\(seconds(result.duration))\""
        guard let failure = result.failure else { return ["\(head)/>"] }
        let place = failure.place.map { ":\($0.line):\($0.column)" } ?? ""
        let message = Markup.attribute(failure.sentence)
        return [
            "\(head)>",
            "      <failure type=\"\(Markup.attribute(failure.code))\" message=\"\(message)\">\(Markup.text(result.file + place))</failure>",
            "    </testcase>",
        ]
    }

    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.wholeMilliseconds
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }
}
