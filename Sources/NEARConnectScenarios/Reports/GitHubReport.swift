// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// Annotations, which GitHub shows beside the lines of the scenario files.
package enum GitHubReport {
    /// Returns a line for each failure, empty where nothing failed.
    package static func annotations(of results: [ScenarioResult]) -> [String] {
        results.compactMap { result in
            guard let failure = result.failure else { return nil }
            let place = failure.place.map { ",line=\($0.line),col=\($0.column)" } ?? ""
            let title = property(result.name)
            return "::error file=\(property(result.file))\(place),title=\(title)::\(message(failure.sentence))"
        }
    }

    private static func message(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
