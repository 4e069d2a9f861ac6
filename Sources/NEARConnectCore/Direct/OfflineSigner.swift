// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// Signs a transaction that another computer has prepared, without asking any node.
///
/// Nobody says here which chain the transaction is for, so a user approves it, and no policy does.
@MainActor
package struct OfflineSigner {
    private let key: SecretKey
    private let network: String
    private let asker: Asker
    private let approver: any Approver

    /// - Parameters:
    ///   - key: The key.
    ///   - network: The network's name, as it is shown.
    ///   - asker: The one who asks.
    ///   - approver: Asks the user.
    package init(_ key: SecretKey, network: String, asker: Asker, approver: any Approver) {
        self.key = key
        self.network = network
        self.asker = asker
        self.approver = approver
    }

    /// Has a transaction approved, and signs it.
    ///
    /// - Throws: ``DirectSigningError/refusedByKeystore(reason:)``, ``NEARError/userCancelled``.
    package func sign(_ transaction: Transaction) async throws -> SignedTransaction {
        guard transaction.publicKey == key.publicKey else {
            throw DirectSigningError.refusedByKeystore(
                reason: localized(
                    "the transaction is for the key %1$s, and the key here is %2$s", "\(transaction.publicKey)",
                    "\(key.publicKey)"))
        }
        let request = TransactionRequest(receiverId: transaction.receiverId, actions: transaction.actions)
        let asked = ApprovalRequest(
            network: network, chain: nil, asker: asker,
            subject: .transactions([request], signerId: transaction.signerId), coveringKey: nil)
        switch await approver.approve(asked) {
        case .approved, .approvedAccounts: break
        case .cancelled: throw NEARError.userCancelled
        case .refused(let reason): throw DirectSigningError.refusedByKeystore(reason: reason)
        }
        return try SignedTransaction.sign(transaction, with: key)
    }
}
