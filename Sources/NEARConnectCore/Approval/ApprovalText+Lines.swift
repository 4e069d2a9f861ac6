// SPDX-License-Identifier: MIT

internal import SafeText

extension ApprovalText {
    /// The facts of the request, one a line, for who has no widgets for them.
    package var lines: [String] {
        var lines = facts.map { "\($0.name): \($0.value)" }
        if let warning = chainWarning { lines += Self.lines(ofWarning: warning) }
        if let message {
            lines.append(localized("Message:"))
            // As much as the dialog shows, with what would change the reading of it written out.
            lines += ArgumentText.cut(message).split(separator: "\n", omittingEmptySubsequences: false).map {
                "  \($0)"
            }
        }
        for intent in intents {
            lines.append(localized("To: %1$s", DisplayText.name(intent.receiver)))
            for action in intent.actions {
                let words = ActionLines(action).lines
                lines.append("- \(words[0])")
                lines += words.dropFirst().map { "  \($0)" }
            }
        }
        if let total { lines.append(localized("In all: %1$s", total)) }
        return lines
    }

    fileprivate static func lines(ofWarning warning: String) -> [String] {
        warning.split(separator: "\n").map { localized("Warning: %1$s", "\($0)") }
    }
}

extension OutlookText {
    /// A node's word, a fact a line, for who has no widgets for them.
    ///
    /// None where there is nothing to say.
    package var lines: [String] {
        warnings.flatMap(ApprovalText.lines(ofWarning:)) + facts.map { "\($0.name): \($0.value)" }
            + [note].compactMap(\.self)
    }
}
