// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARPrimitives
import SafeText

/// A secret key from a file or from the terminal: a key, a seed phrase, or a credential file.
enum SecretText {
    /// Reads the key.
    ///
    /// - Parameter path: The file; `-` for standard input; `nil` to ask in the terminal.
    /// - Throws: `ValidationError`, which never quotes what was read.
    static func read(_ path: String?) throws -> SecretKey {
        guard let path else { return try key(of: try asked()) }
        return try SigningKeyFile(path).credential(orPhrase: true).secretKey
    }

    /// Reads a text as a secret key or as a seed phrase.
    static func key(of text: String) throws -> SecretKey {
        do throws(CredentialError) {
            return try Credential(text: Array(text.utf8)).secretKey
        } catch .secretKey(let error) {
            throw ValidationError(localized("The key can’t be used: %1$s.", "\(error)"))
        } catch .seedPhrase(let error) {
            throw ValidationError(localized("The seed phrase can’t be used: %1$s.", "\(error)"))
        } catch {
            throw ValidationError(localized("The key can’t be used: %1$s.", "\(error)"))
        }
    }

    /// Asks on the terminal, which doesn't show what is typed.
    private static func asked() throws -> String {
        guard isatty(STDERR_FILENO) == 1 else {
            throw ValidationError(localized("Nobody is there to type the key: name a file with --key."))
        }
        guard var line = HiddenLine.ask(localized("Secret key or seed phrase: ")) else {
            throw ValidationError(localized("There is no terminal to ask in: name a file with --key."))
        }
        defer { line.wipe() }
        return String(decoding: line, as: UTF8.self)
    }
}
