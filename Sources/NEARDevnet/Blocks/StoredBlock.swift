// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A block as it is stored: its transactions, and the hashes of its results.
///
/// Everything else in a block, its outcomes, receipts and the state after it, follows from these and the blocks before.
struct StoredBlock: Sendable {
    let height: UInt64
    let hash: CryptoHash
    let stateRoot: CryptoHash
    /// Nanoseconds since 1970.
    let timestamp: UInt64
    /// The transactions that were accepted, in their order.
    let transactions: [PendingTransaction]
    /// The changes of the state that no transaction made.
    let patches: [StateChangeValue]
}

extension StoredBlock {
    init(_ block: Block) {
        self.init(
            height: block.height, hash: block.hash, stateRoot: block.stateRoot, timestamp: block.header.timestamp,
            transactions: block.transactions,
            patches: block.changes.filter { $0.cause == .sandboxPatch }.map(\.value))
    }
}

/// A stored block led to another result than the first time.
struct ReplayError: Error {
    let height: UInt64
}
