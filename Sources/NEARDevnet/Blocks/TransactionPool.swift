// SPDX-License-Identifier: MIT

import HashTreeCollections
import NEARPrimitives

/// Transactions that wait for a block.
///
/// A value of persistent trees, as the chain is.
struct TransactionPool: Sendable {
    /// The transactions by the order in which they came.
    private var transactions: TreeDictionary<Int, PendingTransaction> = [:]
    private var hashes: TreeSet<CryptoHash> = []
    private var lastNonces: TreeDictionary<Key, UInt64> = [:]

    /// True if nothing waits.
    var isEmpty: Bool { transactions.isEmpty }

    /// Returns whether this transaction waits.
    func contains(_ hash: CryptoHash) -> Bool { hashes.contains(hash) }

    /// Lets a transaction wait; twice is once.
    mutating func append(_ transaction: PendingTransaction) {
        guard hashes.insert(transaction.hash).inserted else { return }
        transactions[transactions.count] = transaction
        let key = Key(transaction)
        lastNonces[key] = max(lastNonces[key] ?? 0, transaction.nonce)
    }

    /// The greatest nonce of a key that waits, or `nil` where none does.
    func lastNonce(of key: Key) -> UInt64? { lastNonces[key] }

    /// The transactions in the order in which a block takes them.
    ///
    /// That is as they came, but those of one key by their nonces, so that none shuts out another that it overtook on
    /// the way.
    var ordered: [PendingTransaction] {
        let transactions = (0..<transactions.count).compactMap { self.transactions[$0] }
        guard transactions.count > 1 else { return transactions }
        let places = Dictionary(grouping: transactions.indices) { Key(transactions[$0]) }
        var ordered = transactions
        for indices in places.values where indices.count > 1 {
            let sorted = indices.sorted { transactions[$0].nonce < transactions[$1].nonce }
            for (place, index) in zip(indices, sorted) { ordered[place] = transactions[index] }
        }
        return ordered
    }

    /// Whose nonces a transaction belongs to.
    struct Key: Hashable, Sendable {
        let signerId: AccountId
        let publicKey: PublicKey
        /// The place of the nonce among a gas key's.
        let nonceIndex: UInt16?

        init(_ transaction: PendingTransaction) {
            signerId = transaction.signed.transaction.signerId
            publicKey = transaction.signed.transaction.publicKey
            nonceIndex = transaction.signed.transaction.nonce.index
        }
    }
}
