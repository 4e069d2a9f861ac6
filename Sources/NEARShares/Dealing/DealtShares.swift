// SPDX-License-Identifier: MIT

/// A new set with all of its shares, for as long as it takes to bring them to their holders.
public struct DealtShares: Sendable {
    /// The set.
    public let set: ShareSet
    /// A share for each holder, in the order of ``ShareSet/holders``; each is compared with the set.
    public let shares: [ProvenShare]

    /// Takes shares as they were computed.
    ///
    /// - Returns: `nil` if one isn't the set's, or would also be a valid seed phrase.
    init?(_ shares: [KeyShare], of set: ShareSet) {
        var proven: [ProvenShare] = []
        for share in shares {
            do {
                proven.append(try ProvenShare(share, of: set))
                _ = try ShareWords(share)
            } catch {
                return nil
            }
        }
        self.set = set
        self.shares = proven
    }

    /// Deals until no share would be a valid seed phrase, which one in 37 sets of seven holders has.
    ///
    /// - Parameter attempt: A function that deals once; it fails for some random numbers.
    static func dealt(_ attempt: () -> DealtShares?) -> DealtShares {
        for _ in 0..<256 {
            if let dealt = attempt() { return dealt }
        }
        preconditionFailure("256 sets of random shares were refused: the random generator is broken")
    }
}

extension DealtShares: CustomReflectable {
    /// The set's name and no more.
    public var customMirror: Mirror { Mirror(self, children: ["set": set.id]) }
}
