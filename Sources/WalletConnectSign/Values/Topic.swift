// SPDX-License-Identifier: MIT

package import GuardedMemory
internal import NEARPrimitives

/// The name of a mailbox of the relay: 64 hexadecimal digits.
///
/// They are the SHA-256 of the key that encrypts the messages in it. A topic is no secret: the relay knows it.
///
/// Source: WalletConnect specifications, "Crypto keys".
public struct Topic: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The 64 lower-case digits.
    public let text: String

    /// Creates a topic.
    ///
    /// - Parameter text: 64 lower-case hexadecimal digits; `nil` is returned for anything else.
    public init?(_ text: String) {
        let isDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard text.utf8.count == 64, isDigits else { return nil }
        self.text = text
    }

    /// The topic of a key.
    package init(ofKey key: SecretBytes) {
        text = Hexadecimal.encode(key.withUnsafeBytes { SHA2.sha256(Array($0)) })
    }

    /// The 64 digits.
    public var description: String { text }

    /// Orders by the digits.
    public static func < (lhs: Topic, rhs: Topic) -> Bool { lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8) }
}
