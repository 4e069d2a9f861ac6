// SPDX-License-Identifier: MIT

internal import SafeText

/// The doctor's findings as a text that a user may attach to a report.
enum ReportText {
    /// Returns the text.
    ///
    /// - Parameters:
    ///   - findings: The findings; none names an account or a key.
    ///   - version: The program's version, if it has said it.
    ///   - aborted: The time of a window that ended without being closed; `nil` for none.
    static func of(_ findings: [DoctorFinding], version: String?, aborted: String? = nil) -> String {
        var lines = [version.map { "\(ShellIdentity.name) \($0)" } ?? ShellIdentity.name]
        if let aborted {
            lines.append(localized("A window that was opened on %1$s ended without being closed.", aborted))
        }
        for finding in findings {
            lines.append("\(finding.level.rawValue)  \(finding.check)  \(DisplayText.line(finding.summary))")
            if let advice = finding.advice { lines.append("      \(DisplayText.line(advice))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
