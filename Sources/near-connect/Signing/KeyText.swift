// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARPrimitives
import SafeText

/// A public key on the command line.
///
/// It is read after the command line is: the parser repeats values that it can't read, and somebody may have pasted a
/// secret key.
enum KeyText {
    /// Reads a key as `ed25519:…`.
    ///
    /// - Throws: `ValidationError`, which doesn't repeat the text.
    static func read(_ text: String) throws -> PublicKey {
        do throws(KeyError) {
            return try PublicKey(text)
        } catch {
            throw ValidationError(
                localized("That is no public key: %1$s. A public key begins with “ed25519:”.", "\(error)"))
        }
    }
}
