// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// Compares actions with the accounts and keys that they are for, in their order.
struct ActionForecast: Sendable {
    private let state: ChainState
    private let bytePrice: NEARToken

    init(_ state: ChainState, bytePrice: NEARToken) {
        (self.state, self.bytePrice) = (state, bytePrice)
    }

    /// The receiver, as the actions before have left it.
    private struct Receiver {
        let id: AccountId
        var exists: Bool
        var hasCode: Bool
        var isOwn: Bool
        let view: AccountView?
    }

    /// Adds the first reason for which an action would fail: those after it aren't executed.
    ///
    /// - Parameters:
    ///   - request: The receiver and the actions.
    ///   - predecessor: The account from which they come.
    ///   - refusals: Gets the reason.
    func look(
        at request: TransactionRequest, from predecessor: AccountId, _ refusals: inout [ChainRefusal]
    ) async throws(RPCError) {
        let view = try await state.account(request.receiverId)
        var receiver = Receiver(
            id: request.receiverId, exists: view != nil, hasCode: view?.hasContract ?? false,
            isOwn: request.receiverId == predecessor, view: view)
        for action in request.actions {
            let isAlone = request.actions.count == 1
            if let reason = try await refusal(of: action, from: predecessor, isAlone: isAlone, &receiver) {
                return refusals.append(.action(reason))
            }
            guard case .delegate(let signed) = action else { continue }
            let inner = signed.delegateAction
            if let reason = try await refusal(of: inner, sentTo: request.receiverId) {
                return refusals.append(.action(reason))
            }
            try await look(
                at: TransactionRequest(receiverId: inner.receiverId, actions: inner.actions), from: inner.senderId,
                &refusals)
        }
    }

    /// Returns why an action would fail; `nil` if nothing stands against it.
    private func refusal(
        of action: Action, from predecessor: AccountId, isAlone: Bool, _ receiver: inout Receiver
    ) async throws(RPCError) -> ActionErrorKind? {
        if case .createAccount = action { return create(&receiver, from: predecessor) }
        if case .transfer = action, !receiver.exists, receiver.id.isImplicit, isAlone { return nil }
        guard receiver.exists else { return .accountDoesNotExist(accountId: receiver.id) }
        switch action {
        case .functionCall:
            guard !receiver.hasCode else { return nil }
            return .functionCallError(.compilationError(.codeDoesNotExist(accountId: receiver.id)))
        case .addKey(let add):
            if let reason = foreign(receiver, predecessor) { return reason }
            let isThere = try await state.key(add.publicKey, of: receiver.id) != nil
            return isThere ? .addKeyAlreadyExists(accountId: receiver.id, publicKey: add.publicKey) : nil
        case .deleteKey(let delete):
            if let reason = foreign(receiver, predecessor) { return reason }
            let isThere = try await state.key(delete.publicKey, of: receiver.id) != nil
            return isThere ? nil : .deleteKeyDoesNotExist(accountId: receiver.id, publicKey: delete.publicKey)
        case .deployContract:
            receiver.hasCode = true
            return foreign(receiver, predecessor)
        case .stake: return foreign(receiver, predecessor)
        case .deleteAccount:
            if let reason = foreign(receiver, predecessor) { return reason }
            guard receiver.view?.locked ?? .zero == .zero else { return .deleteAccountStaking(accountId: receiver.id) }
            receiver.exists = false
            return nil
        default: return nil
        }
    }

    private func create(_ receiver: inout Receiver, from predecessor: AccountId) -> ActionErrorKind? {
        guard !receiver.exists else { return .accountAlreadyExists(accountId: receiver.id) }
        guard !receiver.id.isImplicit else { return .onlyImplicitAccountCreationAllowed(accountId: receiver.id) }
        guard receiver.id.isTopLevel || receiver.id.isSubAccount(of: predecessor) else {
            return .createAccountNotAllowed(accountId: receiver.id, predecessorId: predecessor)
        }
        (receiver.exists, receiver.isOwn) = (true, true)
        return nil
    }

    private func foreign(_ receiver: Receiver, _ predecessor: AccountId) -> ActionErrorKind? {
        receiver.isOwn ? nil : .actorNoPermission(accountId: receiver.id, actorId: predecessor)
    }

    /// Returns why a delegate action would be refused; `nil` if nothing stands against it.
    private func refusal(of inner: DelegateAction, sentTo receiver: AccountId) async throws(RPCError)
        -> ActionErrorKind?
    {
        guard inner.senderId == receiver else {
            return .delegateActionSenderDoesNotMatchTxReceiver(senderId: inner.senderId, receiverId: receiver)
        }
        guard state.height < inner.maxBlockHeight else { return .delegateActionExpired }
        guard let key = try await state.key(inner.publicKey, of: inner.senderId) else {
            return .delegateActionAccessKeyError(
                .accessKeyNotFound(accountId: inner.senderId, publicKey: inner.publicKey))
        }
        guard inner.nonce > key.nonce else {
            return .delegateActionInvalidNonce(delegateNonce: inner.nonce, accessKeyNonce: key.nonce)
        }
        guard case .functionCall(let permission) = key.permission else { return nil }
        return permission.refusal(of: TransactionRequest(receiverId: inner.receiverId, actions: inner.actions))
            .map(ActionErrorKind.delegateActionAccessKeyError)
    }
}
