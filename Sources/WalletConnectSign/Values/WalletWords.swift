// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A refusal in a wallet's own words.
///
/// Wallets give many codes for one reason, and some none at all; the words are untrusted text.
public struct WalletWords: Sendable, Hashable, CustomStringConvertible {
    /// The wallet's code, where it gave one.
    public let code: Int?
    /// The wallet's words, cut off after 1,024 bytes; not fit to be shown as they are.
    public let message: String

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - code: The wallet's code.
    ///   - message: The wallet's words.
    public init(code: Int?, message: String) {
        self.code = code
        self.message = String(boundedTo: SignLimits.words, message)
    }

    /// The words as a quotation and the code, fit to be shown.
    public var description: String {
        let words = message.isEmpty ? localized("no reason given") : DisplayText.quotation(message)
        return code.map { localized("%1$s (code %2$s)", words, "\($0)") } ?? words
    }
}

extension String {
    /// The beginning of `text` in at most `limit` bytes of UTF-8, cut between characters.
    init(boundedTo limit: Int, _ text: String) {
        guard text.utf8.count > limit else {
            self = text
            return
        }
        var scalars = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            if count > limit { break }
            scalars.append(scalar)
        }
        self = String(scalars)
    }
}
