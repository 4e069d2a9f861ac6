// SPDX-License-Identifier: MIT

internal import Logging
public import NEARConnectCore
public import NEARPrimitives
internal import NEARRPC

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
        let signer = try signedInAccount()
        try Self.check(delegateActions)
        var parameters = signerParameters()
        parameters["delegateActions"] = .array(try delegateActions.map { try $0.json() })
        return try await performRecorded(.signDelegateActions, .object(parameters), delegateActions) {
            reply, recorder in
            guard case .delegateActionResult(let texts) = reply else { throw Self.unexpected(reply) }
            guard texts.count == delegateActions.count else {
                throw NEARError.signatureInvalid(
                    reason: "\(texts.count) signed delegate actions for \(delegateActions.count) requests")
            }
            let signed = try zip(texts, delegateActions).map { try Self.verified($0, $1, signer) }
            for (part, action) in signed.map(\.delegateAction).enumerated() {
                recorder.note(JournalSignature(part: part, action))
            }
            try await self.confirm(signed.map(\.delegateAction), of: signer)
            for part in signed.indices { recorder.note(part, .signed, isSettled: false) }
            return signed
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
        guard try isSame(action.actions, request.actions) else {
            throw .signatureInvalid(reason: "the delegate action holds other actions than were asked for")
        }
        do throws(KeyError) {
            try action.publicKey.keyType.requireAvailable()
        } catch {
            throw .signatureInvalid(reason: "a delegate action's signature can't be verified: \(error)")
        }
        guard signed.verify() else { throw .signatureInvalid(reason: "a delegate action's signature is wrong") }
        return signed
    }

    private static func isSame(_ signed: [Action], _ asked: [Action]) throws(NEARError) -> Bool {
        let asked = try TransactionRequest.json(of: asked)
        do {
            return try TransactionRequest.json(of: signed) == asked
        } catch {
            return false  // No wallet can be asked for what has no form for wallets.
        }
    }

    /// The most blocks ahead at which a delegate action may expire, about four days: what is good for ever can be held back and used when
    /// nobody expects it any more.
    static let longestExpiry: UInt64 = 600_000

    /// Compares signed delegate actions with each other and, when a node answers, with the chain: it would refuse them when the key is not the
    /// sender's or has not the right, when a nonce is used or out of bounds, and when they have expired.
    ///
    /// - Throws: ``NEARError/signatureInvalid(reason:)``, ``NEARError/taskCancelled``, ``NEARError/wrongChain(_:)``.
    func confirm(_ actions: [DelegateAction], of signer: AccountId) async throws(NEARError) {
        try await checkChain()
        for (key, ofKey) in Dictionary(grouping: actions, by: \.publicKey) {
            guard zip(ofKey, ofKey.dropFirst()).allSatisfy({ $0.nonce < $1.nonce }) else {
                throw .signatureInvalid(
                    reason: "the delegate actions' nonces don't grow, so only one could be executed")
            }
            let (access, height): (AccessKeyView, UInt64)
            do throws(RPCError) {
                guard let rpc else { return }
                let found = try await rpc.viewAccessKey(key, of: signer, at: .optimistic, deadline: lookUpPatience)
                (access, height) = (found.value, found.blockHeight)
            } catch {
                if case .cancelled = error { throw .taskCancelled }
                guard !error.saysThatKeyIsGone else {
                    throw .signatureInvalid(reason: "\(key) is not a key of \(signer)")
                }
                logger.notice("a delegate action's key could not be looked up", metadata: Redaction.error(error))
                return
            }
            for action in ofKey { try Self.check(action, access, height: height) }
        }
    }

    private static func check(
        _ action: DelegateAction, _ key: AccessKeyView, height: UInt64
    ) throws(NEARError) {
        guard action.nonce > key.nonce else {
            throw .signatureInvalid(reason: "the delegate action's nonce \(action.nonce) is used already")
        }
        guard action.nonce < AccessKey.nonceBound(afterHeight: height) ?? .max else {
            throw .signatureInvalid(
                reason: "the delegate action's nonce \(action.nonce) is beyond what the chain takes")
        }
        guard action.maxBlockHeight > height else {
            throw .signatureInvalid(
                reason: "the delegate action expired at block \(action.maxBlockHeight), now is \(height)")
        }
        guard action.maxBlockHeight - height <= longestExpiry else {
            throw .signatureInvalid(
                reason: "the delegate action is good until block \(action.maxBlockHeight), far beyond \(height)")
        }
        guard key.permission.covers(action.actions, receiverId: action.receiverId) else {
            throw .signatureInvalid(reason: "\(action.publicKey) has not the right to do that for \(action.senderId)")
        }
    }
}

extension JournalSignature {
    /// What is kept of a signed delegate action.
    init(part: Int, _ action: DelegateAction) {
        self.init(
            part: part, hash: nil,
            key: SignedNonce(
                publicKey: action.publicKey.handle, nonce: action.nonce, height: action.maxBlockHeight))
    }
}

extension AccessKeyPermissionView {
    /// Whether a key with this permission may sign `actions` for `receiverId`. What this version doesn't know is left to the chain.
    func covers(_ actions: [Action], receiverId: AccountId) -> Bool {
        switch self {
        case .fullAccess, .gasKeyFullAccess, .unrecognized: return true
        case .functionCall(let permission), .gasKeyFunctionCall(_, let permission):
            guard actions.count == 1, case .functionCall(let call)? = actions.first else { return false }
            return call.deposit.yoctoNEAR == 0 && permission.receiverId == ExactText(receiverId)
                && (permission.methodNames.isEmpty || permission.methodNames.contains(call.methodName))
        }
    }
}
