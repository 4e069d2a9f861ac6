// SPDX-License-Identifier: MIT

internal import CSodium
internal import GuardedMemory

/// Further shares of the same key, from two of them and without the key.
extension SharePair {
    /// Makes a share for a further holder; the shares that others have stay good.
    ///
    /// - Parameter holders: Who may be that holder, the preferred one first. Who has a share is passed over, and so is
    ///   whose share would be a valid seed phrase.
    /// - Returns: The share, with the set that has its holder among the others.
    /// - Throws: ``KeyShareError/seedPhrase`` if that was the reason for one of them at least;
    ///   ``KeyShareError/holderTaken(_:)`` of the first if all have a share.
    public func adding(firstOf holders: [ShareHolder]) throws(KeyShareError) -> ProvenShare {
        precondition(!holders.isEmpty, "nobody was named to get a share")
        var reason = KeyShareError.holderTaken(holders[0])
        for holder in holders where !set.holders.contains(holder) {
            let share = try share(of: holder)
            do throws(ShareWordsError) {
                _ = try ShareWords(share)
            } catch {
                reason = .seedPhrase
                continue
            }
            return try ProvenShare(share, of: set.adding(holder))
        }
        throw reason
    }

    /// Computes the share of every holder of the set again: the same ones, for a holder whose share hasn't arrived.
    ///
    /// - Throws: ``KeyShareError/notAScalar``, ``KeyShareError/seedPhrase``, which sets that were dealt don't lead to.
    public func allShares() throws(KeyShareError) -> DealtShares {
        let shares = try set.holders.map { holder throws(KeyShareError) in try share(of: holder) }
        guard let dealt = DealtShares(shares, of: set) else { throw .seedPhrase }
        return dealt
    }

    /// Makes other shares of the same key, on another random line; the earlier ones don't go together with them.
    ///
    /// Two earlier shares still sign for the key: only another key on the account ends that.
    ///
    /// - Parameter holders: Who gets a share, two to seven; earlier holders may be left out and others added.
    /// - Throws: ``ShareSetError/holders``.
    public func refreshed(for holders: Set<ShareHolder>) throws(ShareSetError) -> DealtShares {
        guard holders.count >= 2 else { throw .holders }
        return DealtShares.dealt {
            withGuardedScratch(count: SecretScalar.count) { change in
                crypto_core_ed25519_scalar_random(change)
                return refreshed(by: change, for: holders)
            }
        }
    }

    /// Adds a number times the place to each share.
    ///
    /// - Parameter change: The secret by which the slope grows, canonical and not zero; the caller wipes it.
    /// - Returns: `nil` if one of the shares can't be given out.
    func refreshed(by change: UnsafePointer<UInt8>, for holders: Set<ShareHolder>) -> DealtShares? {
        guard let slope = set.slope + GroupElement(baseTimes: change) else { return nil }
        do {
            let set = try ShareSet(key: set.key, slope: slope, holders: holders)
            return DealtShares(try set.holders.map { try share(of: $0, slopeGrownBy: change) }, of: set)
        } catch {
            return nil
        }
    }

    /// Computes the share that any holder has, or would have.
    ///
    /// A holder's place is never zero, so the key isn't among the results.
    ///
    /// - Throws: ``KeyShareError/notAScalar`` for a share of zero, which no set has.
    func share(
        of holder: ShareHolder, slopeGrownBy change: UnsafePointer<UInt8>? = nil
    ) throws(KeyShareError) -> KeyShare {
        let scalar = withGuardedScratch(count: 3 * SecretScalar.count) { sum in
            let (one, other) = (sum + SecretScalar.count, sum + 2 * SecretScalar.count)
            Self.multiply(first, beside: second, at: holder, into: one)
            Self.multiply(second, beside: first, at: holder, into: other)
            crypto_core_ed25519_scalar_add(sum, one, other)
            if let change {
                Scalar(holder.rawValue).bytes.withBytes { crypto_core_ed25519_scalar_mul(one, change, $0) }
                crypto_core_ed25519_scalar_add(sum, sum, one)
            }
            return SecretScalar(copying: sum)
        }
        guard let scalar else { throw .notAScalar }
        return KeyShare(holder: holder, scalar: scalar)
    }

    private static func multiply(
        _ share: ProvenShare, beside other: ProvenShare, at place: ShareHolder,
        into product: UnsafeMutablePointer<UInt8>
    ) {
        Lagrange.weight(share.holder, beside: other.holder, at: place).bytes.withBytes { weight in
            share.share.scalar.withBytes { crypto_core_ed25519_scalar_mul(product, $0, weight) }
        }
    }
}
