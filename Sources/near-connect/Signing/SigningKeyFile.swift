// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// A file with one key: a credential file of near-cli's, or the key alone as text.
///
/// Keys don't stand in command lines, which other users of the machine can see.
struct SigningKeyFile {
    /// The help of `--key` where a key signs.
    static let signingHelp = help(
        "A file with the key, in place of ~/.near-credentials; - for standard input, fd:3 for descriptor 3.",
        valueName: "file")
    /// The help of `--key` where a key is stored.
    static let storingHelp = help(
        "A file with the key; - for standard input, fd:3 for descriptor 3.", valueName: "file")

    private static let limit = 64 << 10

    private let path: String

    /// - Parameter path: The file's path; `-` for standard input, `fd:3` for a descriptor.
    init(_ path: String) { self.path = path }

    /// Makes sure that an option's value can name a key, and that no child process inherits its descriptor.
    ///
    /// - Throws: `ValidationError`.
    static func check(_ path: String?) throws(ValidationError) {
        if let path { _ = try SecretDescriptor(path) }
    }

    /// Reads the key.
    ///
    /// - Parameter orPhrase: True if the file may have a seed phrase alone, too.
    /// - Throws: `ValidationError`, which never quotes the file.
    func credential(orPhrase: Bool = false) throws -> Credential {
        let bytes = try bytes()
        do throws(CredentialError) {
            return try Credential(json: bytes)
        } catch .notJSON, .notAnObject {
            // Not JSON: the key alone.
            let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if orPhrase, text.contains(" ") {
                return Credential(accountId: nil, secretKey: try SecretText.key(of: text))
            }
            do throws(KeyError) {
                return Credential(accountId: nil, secretKey: try SecretKey(text))
            } catch {
                throw unusable("\(error)")
            }
        } catch {
            throw unusable("\(error)")
        }
    }

    private func bytes() throws -> [UInt8] {
        if let descriptor = try SecretDescriptor(path) {
            do throws(SecretDescriptor.ReadError) {
                let bytes = try descriptor.read(limit: Self.limit)
                guard bytes.count <= Self.limit else { throw SecretDescriptor.ReadError(number: EFBIG) }
                return bytes
            } catch {
                throw unusable(error.number == EFBIG ? localized("it is too long") : error.words)
            }
        }
        guard path != "-" else {
            let bytes = Array(try FileHandle.standardInput.read(upToCount: Self.limit + 1) ?? Data())
            guard bytes.count <= Self.limit else { throw unusable(localized("it is too long")) }
            return bytes
        }
        do {
            guard let bytes = try RegularFile.read(URL(filePath: path), limit: Self.limit, followsLinks: true) else {
                throw ValidationError(
                    localized("There is no key file %1$s. Check --key.", DisplayText.quotation(path, limit: 200)))
            }
            var facts = stat()
            if stat(path, &facts) == 0, facts.st_mode & 0o077 != 0 {
                StandardError.say(
                    localized(
                        "other users can read the key in %1$s: run “chmod 600” on it", DisplayText.quotation(path)))
            }
            return bytes
        } catch let error as ValidationError {
            throw error
        } catch {
            throw unusable(ErrorReport(error).sentence)
        }
    }

    private func unusable(_ reason: String) -> ValidationError {
        ValidationError(
            localized(
                "The key of %1$s can’t be used: %2$s", DisplayText.quotation(path, limit: 200), reason))
    }
}
