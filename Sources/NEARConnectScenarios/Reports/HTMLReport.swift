// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText

/// A page that shows a failure: steps, picture, trace and the scenario file.
///
/// It has no scripts and needs no server.
package struct HTMLReport: Sendable {
    /// The failed scenario.
    package let result: ScenarioResult
    /// The scenario file's text.
    package let source: String
    /// The log.
    package let trace: [TraceEntry]
    /// The picture's file beside the page; `nil` where there is none.
    package let picture: String?
    /// The folder of the devnet's state beside the page; `nil` where there is none.
    package let state: String?

    package init(result: ScenarioResult, source: String, trace: [TraceEntry], picture: String?, state: String?) {
        self.result = result
        self.source = source
        self.trace = trace
        self.picture = picture
        self.state = state
    }

    /// The page.
    package var html: String {
        let title = Markup.text(DisplayText.name(result.name))
        let sections = [
            "<h1>\(title)</h1>", failure, steps, pictureSection, stateSection, file, traceSection,
        ]
        return """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(title)</title><style>\(Self.style)</style></head>
            <body>
            \(sections.filter { !$0.isEmpty }.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private static let style = """
        body { font: 15px/1.4 sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #222; \
        background: #fff } table { border-collapse: collapse } td { padding: .2em .8em .2em 0; vertical-align: top } \
        pre { background: #f5f5f5; padding: 1em; overflow-x: auto } img { max-width: 100%; border: 1px solid #ccc } \
        .failed { color: #a00; font-weight: bold } .skipped { color: #666 } mark { background: #fdd }
        """

    private var failure: String {
        guard let failure = result.failure else { return "" }
        let place = failure.place.map { ":\($0.line):\($0.column)" } ?? ""
        return
            "<p class=\"failed\">\(Markup.text(failure.sentence))</p>\n<p>\(Markup.text(result.file + place)) · \(Markup.text(failure.code))</p>"
    }

    private var steps: String {
        let rows = result.steps.map { step in
            let time = step.end == .skipped ? "" : TextReport.time(step.duration)
            return
                "<tr class=\"\(step.end.rawValue)\"><td>\(step.place.line)</td><td>\(Markup.text(step.word))</td><td>\(step.end.rawValue)</td><td>\(time)</td><td>\(Markup.text(step.detail))</td></tr>"
        }
        let title = Markup.text(localized("Steps"))
        return "<h2>\(title)</h2>\n<table>\n\(rows.joined(separator: "\n"))\n</table>"
    }

    private var pictureSection: String {
        guard let picture else { return "" }
        let text = Markup.attribute(localized("The page at the failure"))
        return "<h2>\(text)</h2>\n<img src=\"\(Markup.attribute(picture))\" alt=\"\(text)\">"
    }

    private var stateSection: String {
        guard let state else { return "" }
        let title = Markup.text(localized("The chain at the failure"))
        return "<h2>\(title)</h2>\n<pre>near-connect devnet --state \(Markup.text(state))</pre>"
    }

    private var file: String {
        let failed = result.failure?.place?.line
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            let text = Markup.text(String(line))
            return index + 1 == failed ? "<mark>\(text)</mark>" : text
        }
        let title = Markup.text(localized("The scenario"))
        return "<h2>\(title)</h2>\n<pre>\(lines.joined(separator: "\n"))</pre>"
    }

    private var traceSection: String {
        let lines = trace.map { entry in
            let time = "\(entry.time.wholeMilliseconds)"
            let padding = String(repeating: " ", count: max(0, 7 - time.utf8.count))
            return Markup.text("\(padding)\(time) ms  \(DisplayText.name(entry.text))")
        }
        let title = Markup.text(localized("The trace"))
        return "<h2>\(title)</h2>\n<pre>\(lines.joined(separator: "\n"))</pre>"
    }
}
