// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A message between accounts, executed at its receiver in the block after the one that made it (nearcore: `Receipt`).
///
/// A class, so that the chain's index of receipts holds references: a receipt never changes.
final class Receipt: Sendable {
    /// The account that the actions come from; `system` for refunds.
    let predecessorId: AccountId
    /// The account that the actions are executed at.
    let receiverId: AccountId
    /// The receipt's own id.
    let receiptId: CryptoHash
    /// The actions to be executed, and who asked for them.
    let action: ActionReceipt

    init(predecessorId: AccountId, receiverId: AccountId, receiptId: CryptoHash, action: ActionReceipt) {
        self.predecessorId = predecessorId
        self.receiverId = receiverId
        self.receiptId = receiptId
        self.action = action
    }

    /// True if this gives back gas or a deposit.
    ///
    /// Refunds are free and make no refunds of their own.
    var isRefund: Bool { predecessorId == .system }

    /// True if the receipt is executed right after the one that made it, and not in the next block.
    ///
    /// Those are promises that are yielded, and accounts that are only deleted (nearcore: `is_instant_receipt`, since
    /// protocol version 83).
    var isInstant: Bool {
        if action.isPromiseYield { return true }
        guard action.inputDataIds.isEmpty, action.actions.count == 1, case .deleteAccount = action.actions[0] else {
            return false
        }
        return true
    }
}

/// Actions to execute, all or nothing (nearcore: `ActionReceipt`).
struct ActionReceipt: Sendable {
    /// The account that signed the transaction which all this began with.
    var signerId: AccountId
    /// The key it was signed with.
    var signerPublicKey: PublicKey
    /// YoctoNEAR that a unit of the receipt's gas was bought for.
    var gasPrice: UInt128
    /// The actions that are executed.
    var actions: [Action]
    /// The receivers that wait for the result.
    var outputDataReceivers: [DataReceiver] = []
    /// The data that the receipt waits for before it is executed.
    var inputDataIds: [CryptoHash] = []
    /// True if the data comes when a contract resumes the receipt, or doesn't come in time.
    var isPromiseYield = false
    /// The account that gets deposits back, if it isn't the predecessor.
    var refundTo: AccountId?
}

/// An account that waits for a receipt's result (nearcore: `DataReceiver`).
struct DataReceiver: Sendable, Hashable {
    /// The name that the result is waited for by.
    let dataId: CryptoHash
    /// The account whose receipt waits.
    let receiverId: AccountId
}

/// A receipt that has no id yet: ids come from the receipt that made it, its place, and the block.
struct NewReceipt: Sendable {
    let predecessorId: AccountId
    let receiverId: AccountId
    var action: ActionReceipt

    /// Gives back tokens that were not used.
    static func balanceRefund(to receiver: AccountId, amount: UInt128) -> NewReceipt {
        refund(to: receiver, amount: amount, signerId: .system, publicKey: .none)
    }

    /// Gives back gas that was not used, and the access key's allowance with it.
    static func gasRefund(to signer: AccountId, amount: UInt128, publicKey: PublicKey) -> NewReceipt {
        refund(to: signer, amount: amount, signerId: signer, publicKey: publicKey)
    }

    private static func refund(
        to receiver: AccountId, amount: UInt128, signerId: AccountId, publicKey: PublicKey
    ) -> NewReceipt {
        let transfer = TransferAction(deposit: NEARToken(yoctoNEAR: amount))
        return NewReceipt(
            predecessorId: .system, receiverId: receiver,
            action: ActionReceipt(
                signerId: signerId, signerPublicKey: publicKey, gasPrice: 0, actions: [.transfer(transfer)]))
    }

    /// The receipt itself, once its id is known.
    func with(id: CryptoHash) -> Receipt {
        Receipt(predecessorId: predecessorId, receiverId: receiverId, receiptId: id, action: action)
    }
}
