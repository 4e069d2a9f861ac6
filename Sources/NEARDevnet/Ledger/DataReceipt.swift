// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The result of a receipt, on its way to a receipt that waits for it (nearcore: `DataReceipt`).
final class DataReceipt: Sendable {
    /// The account whose result it is.
    let predecessorId: AccountId
    /// The account whose receipt waits.
    let receiverId: AccountId
    /// The receipt's own id.
    let receiptId: CryptoHash
    let content: DataReceiptContent

    init(predecessorId: AccountId, receiverId: AccountId, receiptId: CryptoHash, content: DataReceiptContent) {
        self.predecessorId = predecessorId
        self.receiverId = receiverId
        self.receiptId = receiptId
        self.content = content
    }
}

/// The content of a data receipt.
struct DataReceiptContent: Sendable {
    /// The name that the data is waited for by.
    let dataId: CryptoHash
    /// The result, or `nil` where what was waited for has failed.
    let data: [UInt8]?
    /// True if a contract resumes a promise that it had yielded.
    var isPromiseResume = false
}

/// Data by the account that waits for it and by its name.
struct DataKey: Sendable, Hashable {
    let accountId: AccountId
    let dataId: CryptoHash
}
