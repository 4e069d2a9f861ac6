// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import SafeText

/// A signed message as JSON: a wallet's fields, and those of what it has signed.
struct SignedMessageText {
    private let argument: String

    /// - Parameter argument: The JSON; `@file` for a file's, `-` for standard input.
    init(_ argument: String) { self.argument = argument }

    /// Reads the message and what was signed.
    ///
    /// - Throws: `ValidationError`, which names the field.
    func read() throws -> SignedMessageDocument {
        let text = try MessageText.read(argument)
        do throws(SignedMessageDocument.ReadError) {
            return try SignedMessageDocument(text)
        } catch {
            switch error {
            case .notJSON(let error):
                throw ValidationError(
                    localized(
                        "The signed message is no JSON, at %1$s.", JSONPlace(of: error, in: Array(text.utf8)).text))
            case .field(let sentence): throw ValidationError(sentence)
            }
        }
    }
}
