// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives

/// The record of a daily key; nothing in it is secret.
public struct DailyKeyRecord: Hashable, Sendable {
    /// The most daily keys of one set.
    static let limit = 16

    /// The key (ed25519).
    public let publicKey: PublicKey
    /// The contract that the key may call.
    public let contractId: AccountId
    /// The time from which the key signs nothing any more, in whole seconds.
    public let ends: Date
    /// True if it was to be removed, and the node didn't show it: each login looks for it again.
    public let isHidden: Bool

    init(publicKey: PublicKey, contractId: AccountId, ends: Date, isHidden: Bool = false) {
        (self.publicKey, self.contractId, self.ends) = (publicKey, contractId, ends.wholeSeconds)
        self.isHidden = isHidden
    }
}
