// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Delegate actions of other accounts.
extension DirectWallet {
    /// Checks the delegate actions in a request, as far as a node can tell.
    ///
    /// The account that sends a transaction pays for it also where the chain refuses a delegate action in it.
    ///
    /// - Throws: ``DirectSigningError/refusedByChain(reason:)``; ``NEARError``.
    func checkDelegateActions(in request: TransactionRequest) async throws {
        for case .delegate(let signed) in request.actions {
            let action = signed.delegateAction
            do {
                try action.publicKey.keyType.requireAvailable()
                guard signed.verify() else {
                    throw NEARError.signatureInvalid(reason: localized("a delegate action’s signature is wrong"))
                }
                try await timed { try await self.verifier.confirm([action], of: action.senderId) }
            } catch NEARError.signatureInvalid(let reason) {
                throw DirectSigningError.refusedByChain(reason: reason)
            } catch let error as KeyError {
                throw DirectSigningError.refusedByChain(reason: error.description)
            }
        }
    }
}
