// SPDX-License-Identifier: MIT

/// Two proven shares of different holders of one set: what it takes to sign, and to make further shares.
///
/// They are never put together to the key: no function of this module takes a share and the place zero.
public struct SharePair: Sendable {
    let first: ProvenShare
    let second: ProvenShare

    /// The set of both.
    public var set: ShareSet { first.set }

    /// Takes two shares, in either order.
    ///
    /// - Throws: ``KeyShareError/sameHolder(_:)``, ``KeyShareError/otherSet``.
    public init(_ one: ProvenShare, _ other: ProvenShare) throws(KeyShareError) {
        guard one.set == other.set else { throw .otherSet }
        guard one.holder != other.holder else { throw .sameHolder(one.holder) }
        (first, second) = one.holder < other.holder ? (one, other) : (other, one)
    }
}
