// SPDX-License-Identifier: MIT

public import NEARPrimitives

extension ShareSet {
    /// Computes the set of an account's key that a share would be of.
    ///
    /// For a computer that has no record of the set: the slope follows from the key and one share's point. Any share
    /// gives some set for any key, so a second share, or its holder, has to fit.
    ///
    /// - Parameters:
    ///   - key: A key of the account (ed25519).
    ///   - share: The share.
    ///   - holders: The holders, of whom the share's is one.
    /// - Returns: `nil` for another kind of key, for one that no shares have, and where the holder isn't named.
    public init?(of key: PublicKey, by share: KeyShare, holders: Set<ShareHolder>) {
        guard key.keyType == .ed25519, holders.contains(share.holder), let point = GroupElement(key.bytes),
            let negative = point.times(-Scalar(1)), let rise = share.publicShare() + negative,
            let inverse = Scalar(share.holder.rawValue).inverse, let slope = rise.times(inverse)
        else { return nil }
        do throws(ShareSetError) {
            try self.init(key: point, slope: slope, holders: holders)
        } catch {
            return nil
        }
    }
}
