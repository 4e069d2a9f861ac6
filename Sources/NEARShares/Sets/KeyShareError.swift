// SPDX-License-Identifier: MIT

internal import SafeText

/// A reason for which something is no share, or not the one that is needed.
///
/// Holds no part of a share.
public enum KeyShareError: Error, Hashable, Sendable {
    /// A share has ``KeyShare/byteCount`` bytes; this has another number of them.
    case length(Int)
    /// It names no holder: its place is zero, where the key lies.
    case noHolder
    /// The number isn't below the group's order, or it is zero.
    case notAScalar
    /// The set has no such holder.
    case notAHolder(ShareHolder)
    /// It is not this holder's share of the set: it belongs to another set, or it is damaged.
    case foreign(ShareHolder)
    /// Two shares of the same holder were given; two different ones are needed.
    case sameHolder(ShareHolder)
    /// The two shares belong to two sets.
    case otherSet
    /// The holder has a share already.
    case holderTaken(ShareHolder)
    /// Every share that could be given out would also be a valid seed phrase.
    ///
    /// The next free holder, or a refreshed set, helps.
    case seedPhrase
}

extension KeyShareError: CustomStringConvertible {
    /// A sentence for users.
    public var description: String {
        switch self {
        case .length(let count):
            localized("A share has %1$s bytes, not %2$s.", "\(KeyShare.byteCount)", "\(count)")
        case .noHolder: localized("This is no share: it doesn’t say whose it is.")
        case .notAScalar: localized("This is no share: its number is out of range.")
        case .notAHolder(let holder):
            localized("The account’s key has no share of %1$s. It may have been replaced.", "\(holder)")
        case .foreign(let holder):
            localized(
                "This is not the share of %1$s that belongs to the account’s key. It may be an older one.", "\(holder)")
        case .sameHolder(let holder):
            localized("Both shares are those of %1$s. Two different ones are needed.", "\(holder)")
        case .otherSet: localized("These two shares don’t belong together: they are of two sets.")
        case .holderTaken(let holder): localized("%1$s already has a share.", "\(holder)")
        case .seedPhrase:
            localized("This share would also be a valid seed phrase. Choose another holder, or refresh the shares.")
        }
    }
}
