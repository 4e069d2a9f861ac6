// SPDX-License-Identifier: MIT

internal import Logging
public import NEARConnectCore
public import NEARPrimitives

extension NEARWalletManager {
    /// Signed delegate actions, as near-connect-ios returns them.
    public struct DelegateActionResult: Sendable {
        /// Each signed delegate action as Base64 of its Borsh form, ready for a relayer.
        public let signedDelegateActions: [String]
        /// The same, typed; their signatures have been verified.
        public let verifiedDelegateActions: [SignedDelegateAction]
    }

    /// Signs NEP-366 delegate actions of the signed-in account without sending them. A relayer brings them to the chain and pays.
    ///
    /// - Parameter delegateActions: Receiver and actions of each, at least one.
    /// - Returns: The signed delegate actions in order. Sender, receiver, actions, signature and nonce of each have been verified, and against
    ///   the chain, when a node answers, the key's rights, the nonce and the expiry.
    /// - Throws: ``NEARError``; ``NEARError/signatureInvalid(reason:)`` when the wallet signed something else.
    public func signDelegateActions(_ delegateActions: [TransactionRequest]) async throws -> [SignedDelegateAction] {
        try Self.check(delegateActions)
        var parameters = signerParameters()
        parameters["delegateActions"] = .array(try delegateActions.map { try $0.json() })
        return try await performRecorded(.signDelegateActions, .object(parameters), delegateActions) {
            reply, recorder in
            guard case .delegateActionResult(let texts) = reply else { throw reply.unexpected }
            return try await recorder.delegateActions(texts, verifiedBy: self.verifier)
        }
    }
}
