// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GTKToolkit
internal import NEARPrimitives
internal import NEARSharedKeys
internal import QRCode
internal import SafeText

/// The sheet with recovery words: for paper, or a file to keep elsewhere.
@MainActor
enum RecoverySheet {
    /// Returns the sheet.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - account: The account.
    ///   - network: The network's id.
    ///   - set: The set of which they are a share, for the public code.
    ///   - day: The day on which it is made.
    static func make(
        _ words: ShareWords, of account: AccountId, on network: String, set: ShareSet, day: Date = Date()
    ) -> PrintedSheet {
        PrintedSheet(name: localized("Sheet"), parts: parts(words, of: account, on: network, set: set, day: day))
    }

    /// The words, numbered.
    static func numbered(_ words: ShareWords) -> [String] {
        words.exposedText().split(separator: " ").enumerated().map { "\($0 + 1). \($1)" }
    }

    private static func parts(
        _ words: ShareWords, of account: AccountId, on network: String, set: ShareSet, day: Date
    ) -> [PrintedSheet.Part] {
        let code = Base58.encode(set.bytes)
        var parts: [PrintedSheet.Part] = [
            .title(localized("Recovery words")),
            .text(localized("Account %1$s on %2$s", account.text, network)),
            .text(localized("Written on %1$s", day.formatted(.iso8601.year().month().day()))),
            .columns(numbered(words), count: 3),
            .text(
                localized(
                    "What this is: one of three shares of the account’s key. Any two open the account: these words with your login, or these words with your computer."
                )),
            .text(
                localized(
                    "What it isn’t: a seed phrase. These words alone open nothing, and no wallet takes them. Whoever has them and your login or your computer has the account."
                )),
            .text(
                localized(
                    "Lost, or seen by somebody? Replace the key: “Lost something?” in the window, or “near-connect shares rotate”. This sheet is worthless then."
                )),
        ]
        parts.append(
            .text(
                localized(
                    "Should this program no longer exist: two shares and the page “When near-connect is no more” of its documents (docs/emergency.md) open the account with its two Python scripts. Keep a copy of the page and of both with this sheet."
                )))
        if let symbol = QRSymbol(code) {
            parts.append(.code(size: symbol.size, isDark: { symbol.isDark(x: $0, y: $1) }))
        }
        parts.append(
            .text(
                localized(
                    "The code is public and opens nothing: it names the key, so that shares can be compared with it. %1$s",
                    code)))
        return parts
    }
}
