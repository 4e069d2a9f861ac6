// SPDX-License-Identifier: MIT

internal import Logging
package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Signed NEP-366 delegate actions.
extension WalletAnswerVerifier {
    /// Reads signed delegate actions and verifies each against its request: sender, receiver, actions and signature.
    ///
    /// Nothing is asked of the chain; ``confirm(_:of:)-(_,_)`` does that.
    ///
    /// - Parameters:
    ///   - answers: The wallet's answers, each as Base64 of its Borsh form.
    ///   - requests: The delegate actions that were asked for, in the same order.
    ///   - signer: The account that was to sign.
    /// - Throws: ``NEARError/signatureInvalid(reason:)``.
    package nonisolated static func delegateActions(
        _ answers: [String], for requests: [TransactionRequest], of signer: AccountId
    ) throws(NEARError) -> [SignedDelegateAction] {
        guard answers.count == requests.count else {
            throw .signatureInvalid(
                reason: localized(
                    "%1$s signed delegate actions for %2$s requests", "\(answers.count)", "\(requests.count)"))
        }
        return try zip(answers, requests).map { (answer, request) throws(NEARError) in
            try delegateAction(answer, for: request, of: signer)
        }
    }

    /// Reads one signed delegate action and verifies that it is the one that was asked for.
    nonisolated static func delegateAction(
        _ answer: String, for request: TransactionRequest, of signer: AccountId
    ) throws(NEARError) -> SignedDelegateAction {
        guard let bytes = Base64.decode(answer) else {
            throw .signatureInvalid(reason: localized("a signed delegate action is not Base64"))
        }
        let signed: SignedDelegateAction
        do {
            signed = try SignedDelegateAction(borsh: bytes)
        } catch {
            throw .signatureInvalid(reason: localized("a signed delegate action can’t be read: %1$s", "\(error)"))
        }
        let action = signed.delegateAction
        guard action.senderId == signer else {
            throw .signatureInvalid(
                reason: localized("the delegate action is of %1$s, not of %2$s", "\(action.senderId)", "\(signer)"))
        }
        guard action.receiverId == request.receiverId else {
            throw .signatureInvalid(
                reason: localized(
                    "the delegate action goes to %1$s, not to %2$s", "\(action.receiverId)", "\(request.receiverId)"))
        }
        // Wallets decode arguments and encode them again: JSON objects are equal when their values are.
        guard try isSame(action.actions, request.actions) else {
            throw .signatureInvalid(reason: localized("the delegate action holds other actions than were asked for"))
        }
        do throws(KeyError) {
            try action.publicKey.keyType.requireAvailable()
        } catch {
            throw .signatureInvalid(
                reason: localized("a delegate action’s signature can’t be verified: %1$s", "\(error)"))
        }
        guard signed.verify() else {
            throw .signatureInvalid(reason: localized("a delegate action’s signature is wrong"))
        }
        return signed
    }

    private nonisolated static func isSame(_ signed: [Action], _ asked: [Action]) throws(NEARError) -> Bool {
        let asked = try TransactionRequest.json(of: asked)
        do {
            return try TransactionRequest.json(of: signed) == asked
        } catch {
            return false  // No wallet can be asked for what has no form for wallets.
        }
    }

    /// Compares signed delegate actions with each other and, when a node answers, with the chain.
    ///
    /// The chain would refuse them when the key is not the sender's or has not the right, when a nonce is used or out
    /// of bounds, and when they have expired.
    ///
    /// - Throws: ``NEARError/signatureInvalid(reason:)``, ``NEARError/taskCancelled``, ``NEARError/wrongChain(_:)``.
    package func confirm(_ actions: [DelegateAction], of signer: AccountId) async throws(NEARError) {
        try await nodes.checkChain()
        for (key, ofKey) in Dictionary(grouping: actions, by: \.publicKey) {
            guard zip(ofKey, ofKey.dropFirst()).allSatisfy({ $0.nonce < $1.nonce }) else {
                throw .signatureInvalid(
                    reason: localized("the delegate actions' nonces don’t grow, so only one could be executed"))
            }
            let (access, height): (AccessKeyView, UInt64)
            do throws(RPCError) {
                guard let client = nodes.availableClient else { return }
                let found = try await client.viewAccessKey(key, of: signer, at: .optimistic, deadline: patience)
                (access, height) = (found.value, found.blockHeight)
            } catch {
                if case .cancelled = error { throw .taskCancelled }
                guard !error.saysThatKeyIsGone else {
                    throw .signatureInvalid(reason: localized("%1$s is not a key of %2$s", "\(key)", "\(signer)"))
                }
                logger.notice("a delegate action's key could not be looked up", metadata: Redaction.error(error))
                return
            }
            for action in ofKey { try Self.compare(action, with: access, at: height) }
        }
    }

    /// Compares a delegate action with its key as the chain has it at block `height`.
    nonisolated static func compare(
        _ action: DelegateAction, with key: AccessKeyView, at height: UInt64
    ) throws(NEARError) {
        guard action.nonce > key.nonce else {
            throw .signatureInvalid(
                reason: localized("the delegate action’s nonce %1$s is used already", "\(action.nonce)"))
        }
        guard action.nonce < AccessKey.nonceBound(afterHeight: height) ?? .max else {
            throw .signatureInvalid(
                reason: localized("the delegate action’s nonce %1$s is beyond what the chain takes", "\(action.nonce)"))
        }
        guard action.maxBlockHeight > height else {
            throw .signatureInvalid(
                reason: localized(
                    "the delegate action expired at block %1$s, now is %2$s", "\(action.maxBlockHeight)", "\(height)"))
        }
        guard action.maxBlockHeight - height <= longestExpiry else {
            throw .signatureInvalid(
                reason: localized(
                    "the delegate action is good until block %1$s, far beyond %2$s", "\(action.maxBlockHeight)",
                    "\(height)"))
        }
        guard key.permission.covers(action.actions, receiverId: action.receiverId) else {
            throw .signatureInvalid(
                reason: localized(
                    "%1$s has not the right to do that for %2$s", "\(action.publicKey)", "\(action.senderId)"))
        }
    }
}
