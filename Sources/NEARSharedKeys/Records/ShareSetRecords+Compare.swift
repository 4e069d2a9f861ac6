// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARShares

extension ShareSetRecords {
    /// Compares words with the key of an account that counts, and notes that they are its: the drill.
    ///
    /// - Throws: ``SharedKeyError/noAccount(_:)``; as ``compare(_:with:)``.
    package func prove(
        _ words: ShareWords, of account: AccountId, on network: ExactText
    ) throws(SharedKeyError) {
        let active = try all().last { $0.account == account && $0.network == network && $0.state == .active }
        guard let active else { throw .noAccount(account) }
        try prove(try compare(words.share, with: active.set))
    }

    /// Compares a share with a set; one that isn't of it is named as far as the records know it.
    ///
    /// - Throws: ``SharedKeyError/replaced(_:made:replaced:)``, ``SharedKeyError/otherAccount(_:_:)``,
    ///   ``SharedKeyError/share(_:)``, ``SharedKeyError/storage(reason:)``.
    func compare(_ share: KeyShare, with set: ShareSet) throws(SharedKeyError) -> ProvenShare {
        do throws(KeyShareError) {
            return try ProvenShare(share, of: set)
        } catch {
            let records = try all()
            let own = records.first { $0.id == set.id }
            for record in records where record.id != set.id && share.belongs(to: record.set) {
                guard record.account == own?.account, record.network == own?.network else {
                    throw .otherAccount(share.holder, record.account)
                }
                guard let retired = record.retired, let holding = record.holdings[share.holder] else { break }
                throw .replaced(share.holder, made: holding.since, replaced: retired)
            }
            throw .share(error)
        }
    }

}

extension [ShareSetRecord] {
    /// The retired sets of one account whose key has other shares by now, of which this computer has two seen.
    ///
    /// The key needs none of theirs.
    var refreshed: [ShareSetRecord] {
        enumerated().filter { index, record in
            record.state == .retired
                && self[(index + 1)...].contains { later in
                    later.state == .active && later.set.publicKey == record.set.publicKey
                        && later.provenHolders.count > 1 && later.provenHolders.contains(later.here)
                }
        }.map(\.element)
    }

    /// The keys that an account may have by these records: those of sets that count, or will, and daily keys.
    package var knownKeys: Set<PublicKeyHandle> {
        let daily = flatMap(\.dailyKeys).map(\.publicKey.handle)
        return Set(filter { $0.state != .retired }.map(\.set.publicKey.handle) + daily)
    }

    /// The shared keys that were replaced, and must not be on the account any more.
    package var replacedKeys: Set<PublicKeyHandle> {
        Set(filter { $0.state == .retired }.map(\.set.publicKey.handle)).subtracting(knownKeys)
    }
}
