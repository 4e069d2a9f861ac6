// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARShares

/// Shares that are at hand on a computer without records: their set isn't known yet.
struct GivenShares {
    /// The most shares of one place that are looked at: each is compared with each key of the account.
    private static let limit = 256

    /// The shares of each source, of which one is wanted; words are one share, a sealed file may have several.
    private let sources: [(holder: ShareHolder, shares: [KeyShare])]

    /// The number of sources.
    var count: Int { sources.count }
    /// The holder of the first one.
    var firstHolder: ShareHolder? { sources.first?.holder }

    /// Asks each source for its shares; what names no set isn't asked.
    ///
    /// - Throws: ``SharedKeyError/share(_:)`` for two of one holder, ``SharedKeyError/missing(_:)`` for a place without
    ///   any; what the source throws.
    init(_ given: [any ShareSource]) async throws(SharedKeyError) {
        var sources: [(holder: ShareHolder, shares: [KeyShare])] = []
        for source in given {
            switch source {
            case let handed as HandedShare:
                sources.append((handed.holder, [try await handed.share(of: ShareSetID(hash: .sha256([])))]))
            case let place as VaultShare:
                sources.append((place.holder, Array(try await place.allShares().suffix(Self.limit))))
            default: continue
            }
            guard sources.dropLast().allSatisfy({ $0.holder != source.holder }) else {
                throw .share(.sameHolder(source.holder))
            }
        }
        self.sources = sources
    }

    /// Returns the last one of these sets of which every source has a share, with those shares.
    func fitting(_ sets: [ShareSet]) -> (set: ShareSet, shares: [KeyShare])? {
        for set in sets.reversed() {
            if let shares = shares(of: set) { return (set, shares) }
        }
        return nil
    }

    /// Returns the set of one of these keys of which every source has a share, of two sources or more.
    func fitting(_ keys: [PublicKeyHandle], holders: Set<ShareHolder>) -> (set: ShareSet, shares: [KeyShare])? {
        // The one with the fewest shares spans the sets, the others are compared.
        guard count > 1, let narrowest = sources.min(by: { $0.shares.count < $1.shares.count }) else { return nil }
        for case .key(let key) in keys {
            for share in narrowest.shares {
                guard let set = ShareSet(of: key, by: share, holders: holders), let shares = shares(of: set) else {
                    continue
                }
                return (set, shares)
            }
        }
        return nil
    }

    /// Returns one share of each source; `nil` where a source has none of the set, and without any source.
    private func shares(of set: ShareSet) -> [KeyShare]? {
        let fitting = sources.compactMap { source in
            source.shares.first { $0.belongs(to: set) }
        }
        return fitting.isEmpty || fitting.count < sources.count ? nil : fitting
    }
}
