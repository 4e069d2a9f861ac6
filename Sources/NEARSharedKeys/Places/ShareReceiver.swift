// SPDX-License-Identifier: MIT

public import NEARShares

/// A place that takes one holder's share.
///
/// A share that was taken is there for good: also after a crash, and also if the caller never hears of it.
public protocol ShareReceiver: Sendable {
    /// The holder whose share it takes.
    var holder: ShareHolder { get }

    /// Stores a share, reads it back and compares it with its set.
    ///
    /// It takes the place of one that was stored of the same set.
    ///
    /// - Throws: ``SharedKeyError/vault(_:)``, ``SharedKeyError/missing(_:)``, ``SharedKeyError/share(_:)``.
    func store(_ share: ProvenShare) async throws(SharedKeyError)
}
