// SPDX-License-Identifier: MIT

internal import SafeText

/// The doctor's findings as a text that a user may attach to a report.
enum ReportText {
    /// Returns the text.
    ///
    /// - Parameters:
    ///   - findings: The findings; none names an account or a key.
    ///   - version: The program's version, if it has said it.
    static func of(_ findings: [DoctorFinding], version: String?) -> String {
        var lines = [version.map { "\(ShellIdentity.name) \($0)" } ?? ShellIdentity.name]
        for finding in findings {
            lines.append("\(finding.level.rawValue)  \(finding.check)  \(DisplayText.line(finding.summary))")
            if let advice = finding.advice { lines.append("      \(DisplayText.line(advice))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
