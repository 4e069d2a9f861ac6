// SPDX-License-Identifier: MIT

import HashTreeCollections
import NEARPrimitives

/// Receipts that wait for data, and data that no receipt has taken yet.
///
/// A part of the state.
struct ReceiptInbox: Sendable {
    private(set) var postponed: TreeDictionary<CryptoHash, Receipt> = [:]
    /// The receipt that waits for each piece of data.
    private var waiting: TreeDictionary<DataKey, CryptoHash> = [:]
    var received: TreeDictionary<DataKey, Arrived> = [:]
    /// The heights at which yielded promises go on without data.
    var deadlines: TreeDictionary<DataKey, UInt64> = [:]

    /// A result that came, or word that there is none.
    struct Arrived: Sendable {
        let data: [UInt8]?
    }

    /// The receipts that wait, in the order of their ids.
    var postponedReceipts: [Receipt] {
        postponed.values.sorted { $0.receiptId.bytes.lexicographicallyPrecedes($1.receiptId.bytes) }
    }

    /// Returns whether the account has a promise that can be resumed by this name.
    func isYielded(_ key: DataKey) -> Bool { deadlines[key] != nil }

    /// The yielded promises whose time is over.
    func overdue(at height: UInt64) -> [DataKey] {
        deadlines.filter { $0.value <= height }.map(\.key)
            .sorted { $0.dataId.bytes.lexicographicallyPrecedes($1.dataId.bytes) }
    }

    /// Takes a receipt: gives the results that it waits for if all of them are there, or keeps it.
    mutating func take(_ receipt: Receipt, yieldDeadline: UInt64) -> [[UInt8]?]? {
        let keys = keys(of: receipt)
        guard keys.contains(where: { received[$0] == nil }) else { return collect(keys) }
        if receipt.action.isPromiseYield {
            for key in keys where received[key] == nil { deadlines[key] = yieldDeadline }
        }
        postpone(receipt)
        return nil
    }

    /// Keeps a receipt until the data has come that it lacks.
    mutating func postpone(_ receipt: Receipt) {
        postponed[receipt.receiptId] = receipt
        for key in keys(of: receipt) where received[key] == nil { waiting[key] = receipt.receiptId }
    }

    /// Takes data: gives the receipt that can be executed now, if there is one, and its results.
    mutating func take(
        _ content: DataReceiptContent, for accountId: AccountId
    ) -> (receipt: Receipt, results: [[UInt8]?])? {
        let key = DataKey(accountId: accountId, dataId: content.dataId)
        guard let id = waiting[key], let receipt = postponed[id] else {
            // Nobody else can resume a promise, and nobody can twice.
            if !content.isPromiseResume { received[key] = Arrived(data: content.data) }
            return nil
        }
        received[key] = Arrived(data: content.data)
        waiting[key] = nil
        deadlines[key] = nil
        let keys = keys(of: receipt)
        guard keys.allSatisfy({ received[$0] != nil }) else { return nil }
        postponed[id] = nil
        return (receipt, collect(keys))
    }

    private func keys(of receipt: Receipt) -> [DataKey] {
        receipt.action.inputDataIds.map { DataKey(accountId: receipt.receiverId, dataId: $0) }
    }

    private mutating func collect(_ keys: [DataKey]) -> [[UInt8]?] {
        keys.map { key in
            defer { received[key] = nil }
            return received[key]?.data
        }
    }
}
