// SPDX-License-Identifier: MIT

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
    /// - Returns: The signed delegate actions in order. Sender, receiver, actions and signature of each have been verified.
    /// - Throws: ``NEARError``; ``NEARError/signatureInvalid(reason:)`` when the wallet signed something else.
    public func signDelegateActions(_ delegateActions: [TransactionRequest]) async throws -> [SignedDelegateAction] {
        let signer = try signedInAccount()
        try Self.check(delegateActions)
        var parameters = signerParameters()
        parameters["delegateActions"] = .array(try delegateActions.map { try $0.json() })
        return try await perform(.signDelegateActions, .object(parameters)) { reply in
            guard case .delegateActionResult(let texts) = reply else { throw Self.unexpected(reply) }
            guard texts.count == delegateActions.count else {
                throw NEARError.signatureInvalid(
                    reason: "\(texts.count) signed delegate actions for \(delegateActions.count) requests")
            }
            return try zip(texts, delegateActions).map { try Self.verified($0, $1, signer) }
        }
    }

    /// Reads a signed delegate action and verifies that it is what was asked for.
    static func verified(
        _ text: String, _ request: TransactionRequest, _ signer: AccountId
    ) throws(NEARError) -> SignedDelegateAction {
        guard let bytes = Base64.decode(text) else {
            throw .signatureInvalid(reason: "a signed delegate action is not Base64")
        }
        let signed: SignedDelegateAction
        do {
            signed = try SignedDelegateAction(borsh: bytes)
        } catch {
            throw .signatureInvalid(reason: "a signed delegate action can't be read: \(error)")
        }
        let action = signed.delegateAction
        guard action.senderId == signer else {
            throw .signatureInvalid(reason: "the delegate action is of \(action.senderId), not of \(signer)")
        }
        guard action.receiverId == request.receiverId else {
            throw .signatureInvalid(
                reason: "the delegate action goes to \(action.receiverId), not to \(request.receiverId)")
        }
        // Wallets decode arguments and encode them again: JSON objects are equal when their values are.
        let (signedActions, askedActions) = (
            try TransactionRequest.json(of: action.actions), try TransactionRequest.json(of: request.actions)
        )
        guard signedActions == askedActions else {
            throw .signatureInvalid(reason: "the delegate action holds other actions than were asked for")
        }
        guard signed.verify() else { throw .signatureInvalid(reason: "a delegate action's signature is wrong") }
        return signed
    }
}
