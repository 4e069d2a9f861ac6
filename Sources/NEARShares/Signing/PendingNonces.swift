// SPDX-License-Identifier: MIT

internal import Synchronization

/// The pairs of nonces of a signer who answers others.
///
/// Each is made in one call and used in a later one, at most once.
///
/// They are in memory only. After a restart none of them is there, and their signatures have to be begun anew. Safe to
/// use on any thread; of two calls for one pair one is refused.
public final class PendingNonces: Sendable {
    /// The most pairs that wait at once.
    public let limit: Int
    private let pairs = Mutex<[SigningCommitment: NoncePair]>([:])

    /// Makes an empty store.
    public init(limit: Int = 64) {
        precondition(limit > 0, "a store without room")
        self.limit = limit
    }

    /// The number of pairs that wait.
    public var count: Int { pairs.withLock { $0.count } }

    /// Makes a pair for one digest and returns its public half.
    ///
    /// - Throws: ``CoSigningError/tooManyNonces(limit:)``. Whoever asks can't make room by it: waiting pairs stay until
    ///   they are used or discarded.
    public func commit(by share: ProvenShare, to digest: SubjectDigest) throws(CoSigningError) -> SigningCommitment {
        guard count < limit else { throw .tooManyNonces(limit: limit) }
        let pair = NoncePair(by: share, for: digest)
        let isKept = pairs.withLock { pairs in
            guard pairs.count < limit else { return false }
            pairs[pair.commitment] = pair
            return true
        }
        guard isKept else { throw .tooManyNonces(limit: limit) }
        return pair.commitment
    }

    /// Makes the package of a list that one of these pairs is in.
    ///
    /// It takes less time than from the list alone: the pair's own part of R comes of its nonces.
    ///
    /// - Parameter own: The public half of the pair; one that is gone costs time, and changes nothing.
    /// - Throws: What ``SigningPackage/init(_:for:of:)`` throws.
    public func signingPackage(
        _ list: [SigningCommitment], for digest: SubjectDigest, of set: ShareSet, with own: SigningCommitment
    ) throws(CoSigningError) -> SigningPackage {
        let pair = pairs.withLock { $0[own] }
        return try SigningPackage(list, for: digest, of: set) { commitment, factor in
            guard let pair, commitment == pair.commitment else { return commitment.bound(by: factor) }
            return pair.bound(by: factor)
        }
    }

    /// Signs with the pair whose public half this is; the pair is gone afterwards, also where this throws.
    ///
    /// - Throws: ``CoSigningError/noNonces`` for a pair that was used, discarded or never here, and what
    ///   ``SigningNonces/sign(_:)`` throws.
    public func sign(
        _ package: SigningPackage, with commitment: SigningCommitment
    ) throws(CoSigningError) -> SignatureShare {
        guard let pair = pairs.withLock({ $0.removeValue(forKey: commitment) }) else { throw .noNonces }
        return try pair.sign(package)
    }

    /// Wipes one pair; does nothing if it isn't there.
    public func discard(_ commitment: SigningCommitment) {
        pairs.withLock { $0.removeValue(forKey: commitment) }?.discard()
    }

    /// Wipes all pairs.
    public func discardAll() {
        let pairs = pairs.withLock { pairs in
            defer { pairs = [:] }
            return pairs
        }
        for pair in pairs.values { pair.discard() }
    }
}
