// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The public description of one way in which a key is shared: nothing in it is secret.
///
/// The shares are values of a line, y = s + a·x modulo the group's order. Public are the points s·B, which is the
/// account's public key, and a·B (Feldman's commitments), and who has a share. With them each share can be checked
/// alone. No holder's share is zero and no two are equal: a set of which that isn't true can't be made.
public struct ShareSet: Sendable {
    /// The holders, in the order of their places; two or more.
    public private(set) var holders: [ShareHolder]
    /// The key that the shares sign for (ed25519).
    public let publicKey: PublicKey
    /// The secret times the base point, s·B.
    let key: GroupElement
    /// The slope times the base point, a·B.
    let slope: GroupElement
    /// Each possible holder's share times the base point, holder 1 first.
    private let publicShares: [GroupElement]

    /// Makes a description of two points.
    ///
    /// - Throws: ``ShareSetError/holders`` for fewer than two; ``ShareSetError/zeroShare(_:)``.
    init(key: GroupElement, slope: GroupElement, holders: Set<ShareHolder>) throws(ShareSetError) {
        guard holders.count >= 2 else { throw .holders }
        var shares: [GroupElement] = []
        var last = key
        for holder in ShareHolder.allCases {
            guard let share = last + slope else { throw .zeroShare(holder) }
            shares.append(share)
            last = share
        }
        self.key = key
        self.slope = slope
        self.holders = holders.sorted()
        publicShares = shares
        do throws(KeyError) {
            publicKey = try PublicKey(keyType: .ed25519, bytes: key.bytes.array)
        } catch {
            preconditionFailure("an ed25519 key has 32 bytes")
        }
    }

    /// Returns the set with one more holder, on the same line.
    package func adding(_ holder: ShareHolder) -> ShareSet {
        var set = self
        set.holders = Set(holders).union([holder]).sorted()
        return set
    }

    /// Returns a share times the base point, also of a holder who isn't in this set.
    func publicShare(of holder: ShareHolder) -> GroupElement {
        publicShares[Int(holder.rawValue) - 1]
    }
}

extension ShareSet: Hashable {
    /// Compares points and holders, from which everything else follows.
    public static func == (one: ShareSet, other: ShareSet) -> Bool {
        one.key == other.key && one.slope == other.slope && one.holders == other.holders
    }

    /// Hashes points and holders.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(slope)
        hasher.combine(holders)
    }
}
