// SPDX-License-Identifier: MIT

package import Logging
package import NEARConnectCore
package import NEARPrimitives
internal import NEARRPC
internal import NEARShares
internal import SafeText

/// The replacement of an account's shared key by another one, in an order in which the account always opens.
///
/// The old key adds the new one; then the new one removes the old one, and with that signature the chain itself
/// proves the new shares. What has happened is the chain's word at each step, so a rotation that was cut off goes on
/// by being run again. Nothing is erased: the old set is retired, and its shares stay; see
/// ``ShareSetRecord/mayBeErased(at:)``. Both transactions are asked for, journaled and verified as every
/// other one of the keystore's.
@MainActor
package final class SharedKeyRotation {
    private let old: SharedKey
    private let new: SharedKey
    private let account: AccountId
    private let nodes: KeystoreNodes
    private let records: ShareSetRecords
    private let wallet: (SharedKey) -> DirectWallet

    /// Prepares a rotation; nothing is asked or sent yet.
    ///
    /// - Parameters:
    ///   - old: The key that the account has.
    ///   - new: The key that is to take its place; three of its holders have shown their share.
    ///   - account: The account.
    ///   - asker: The one in whose name it is asked for and journaled.
    ///   - nodes: The nodes of its network.
    ///   - records: The records of both sets.
    ///   - approval: The policy that approves; both steps are dangerous actions.
    ///   - approver: Asks the user where the policy is to ask.
    ///   - journal: The profile's journal.
    ///   - logger: Says what could not be looked up.
    package init(
        from old: SharedKey, to new: SharedKey, of account: AccountId, asker: Asker, nodes: KeystoreNodes,
        records: ShareSetRecords,
        approval: ApprovalPolicy, approver: (any Approver)?, journal: JournalFile?, logger: Logger
    ) {
        (self.old, self.new, self.account, self.nodes, self.records) = (old, new, account, nodes, records)
        wallet = { key in
            let entry = Keystore.Entry(network: nodes.nodes.network.rawValue, accountId: account, signer: key)
            return DirectWallet(
                nodes: nodes, keystore: Keystore([entry]), account: account,
                asker: asker, approval: approval, approver: approver, journal: journal,
                logger: logger)
        }
    }

    /// Does what is left to do, and returns once the account has the new key alone of the two.
    ///
    /// - Throws: ``SharedKeyError/unproven(_:)`` before anything is sent; ``SharedKeyError/rotation(reason:)`` where it
    ///   can't go on now; ``SharedKeyError/keysGone(_:)``; ``SharedKeyError/storage(reason:)``.
    package func run() async throws(SharedKeyError) {
        let record = try records.record(of: new.set.id)
        guard record.provenHolders.count >= ShareSetRecord.proofs else { throw .unproven(record.provenHolders.count) }
        var proof: CryptoHash?
        // Two steps and the look afterwards; a node that says otherwise each time isn't followed for ever.
        for _ in 0..<3 {
            let keys = try await keys()
            switch (keys.contains(old.publicKey.handle), keys.contains(new.publicKey.handle)) {
            case (true, false):
                let key = AddKeyAction(
                    publicKey: new.publicKey, accessKey: AccessKey(nonce: 0, permission: .fullAccess))
                _ = try await send(.addKey(key), by: old)
            case (true, true):
                proof = try await send(.deleteKey(DeleteKeyAction(publicKey: old.publicKey)), by: new)
            case (false, true): return try records.replace(old.set.id, by: new.set.id, proof: proof)
            case (false, false): throw .keysGone(account)
            }
        }
        throw .rotation(reason: localized("the node doesn’t show what was sent to it."))
    }

    private func keys() async throws(SharedKeyError) -> Set<PublicKeyHandle> {
        do {
            let list = try await nodes.nodes.client().viewAccessKeyList(of: account, at: .final)
            return Set(list.value.keys.map(\.publicKey))
        } catch {
            throw SharedKeyError(changing: error)
        }
    }

    private func send(_ action: Action, by key: SharedKey) async throws(SharedKeyError) -> CryptoHash {
        let request = TransactionRequest(receiverId: account, actions: [action])
        return try await SharedKeyError.sending {
            try await wallet(key).signAndSend(request, waitUntil: .final, deadline: .seconds(60))
        }
    }
}
