// SPDX-License-Identifier: MIT

public import NEARConnectCore
internal import SafeText

/// A colour of the program's for links and focus in the wallet list; dialogs have those of the desktop's theme.
public struct AccentColour: Sendable, Hashable {
    /// The colour as CSS writes it: `#` and six hexadecimal digits.
    public let css: String

    /// Takes a colour that reads well on a light and on a dark ground, as both may come.
    ///
    /// - Parameter css: `#` and six hexadecimal digits, for example `#1a5fb4`.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for anything else.
    public init(_ css: String) throws(NEARError) {
        let digits = css.utf8.dropFirst()
        let isHexadecimal = digits.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
        }
        guard css.utf8.first == 0x23, digits.count == 6, isHexadecimal else {
            throw .invalidArgument(
                name: "accent",
                reason: localized(
                    "“%1$s” is no colour such as #1a5fb4", DisplayText.line(String(css.unicodeScalars.prefix(32)))))
        }
        self.css = css
    }
}
