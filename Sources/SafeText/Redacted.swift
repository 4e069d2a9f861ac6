// SPDX-License-Identifier: MIT

/// Texts without secrets.
package enum Redacted {
    /// The fewest characters of Base58 that 32 secret bytes have.
    ///
    /// A public key has at most 44, or 88 of secp256k1.
    private static let secretLength = 43

    /// Returns a text in which `ed25519:` and `secp256k1:` stand without their keys wherever these could be secret.
    ///
    /// A secret key of ed25519 has 64 bytes; one of secp256k1 has as many characters as a public key of ed25519.
    package static func text(_ text: String) -> String {
        var result = text
        for (prefix, length) in [("ed25519:", 2 * secretLength), ("secp256k1:", secretLength)] {
            var pieces = result.components(after: prefix)
            for index in pieces.indices.dropFirst() {
                let key = pieces[index].prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
                if key.count >= length, prefix == "ed25519:" || key.count < 80 {
                    pieces[index] = "…" + pieces[index].dropFirst(key.count)
                }
            }
            result = pieces.joined(separator: prefix)
        }
        return result
    }
}

extension String {
    /// The pieces between the places of a text.
    fileprivate func components(after separator: String) -> [String] {
        var pieces: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            pieces.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return pieces + [String(rest)]
    }
}
