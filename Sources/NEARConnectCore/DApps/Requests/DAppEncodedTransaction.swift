// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Reads transactions that a page has encoded itself.
enum DAppEncodedTransaction {
    /// Decodes a transaction: all of it, in the one encoding that there is of it, or not at all.
    static func decode(_ bytes: [UInt8]) throws(DAppError) -> Transaction {
        let transaction: Transaction
        do throws(BorshError) {
            transaction = try Transaction(borsh: bytes)
        } catch {
            throw refused("\(error)")
        }
        guard transaction.borshBytes == bytes else { throw refused(localized("it has another encoding, too")) }
        guard case .v0(let first) = transaction else {
            throw refused(localized("it is of version 1, and dApps get version 0 signed"))
        }
        guard !first.actions.isEmpty else { throw refused(localized("it has no actions")) }
        guard first.actions.count <= DAppAction.countLimit else {
            throw refused(localized("it has more than %1$s actions", "\(DAppAction.countLimit)"))
        }
        return transaction
    }

    /// Returns the error of a transaction that isn't read.
    static func refused(_ reason: String) -> DAppError {
        DAppError(
            .unsupported,
            localized(
                "This wallet signs a transaction only if it can read all of it (%1$s). Name receiverId and actions instead.",
                reason))
    }
}
