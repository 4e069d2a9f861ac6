// SPDX-License-Identifier: MIT

internal import SafeText

/// A reason for which bytes or holders make no set of shares.
public enum ShareSetError: Error, Hashable, Sendable {
    /// The two points of a set.
    public enum Point: Hashable, Sendable {
        /// The account's public key.
        case key
        /// The other one.
        case slope
    }

    /// The number of bytes isn't ``ShareSet/byteCount``.
    case length(Int)
    /// It was written by a later version of this program.
    case version(UInt8)
    /// There are fewer than two holders, or a bit is set that stands for none.
    case holders
    /// The bytes are no point of the prime-order group, or its identity.
    case invalidPoint(Point)
    /// The holder's share would be zero.
    case zeroShare(ShareHolder)
}

extension ShareSetError: CustomStringConvertible {
    /// A sentence for users.
    public var description: String {
        switch self {
        case .length(let count):
            localized("A set of shares has %1$s bytes, not %2$s.", "\(ShareSet.byteCount)", "\(count)")
        case .version(let version):
            localized(
                "This set of shares has version %1$s, which this program doesn’t know. Update the program.",
                "\(version)")
        case .holders: localized("A shared key has two to seven holders.")
        case .invalidPoint(.key): localized("The set of shares names a public key that is no key.")
        case .invalidPoint(.slope), .zeroShare:
            localized("The set of shares is damaged: its public key and its check value don’t belong together.")
        }
    }
}
