// SPDX-License-Identifier: MIT

internal import SafeText

/// An action in lines, for a terminal or a plain text.
package struct ActionLines {
    /// The action's title, then its facts, its arguments and its danger.
    package let lines: [String]

    package init(_ action: ActionText) {
        var lines = [action.title]
        lines += action.facts.map { "\($0.name): \($0.value)" }
        if let code = action.code {
            lines.append("\(code.name):")
            lines += code.text.split(separator: "\n").map { "  \(DisplayText.lines(String($0)))" }
        }
        if let warning = action.warning { lines.append(localized("Warning: %1$s", warning)) }
        self.lines = lines
    }
}
