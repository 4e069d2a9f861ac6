// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// Compares actions with the accounts and keys that they are for, in their order.
struct ActionForecast: Sendable {
    let state: ChainState
    /// The accounts that actions were looked at for, as these have left them.
    private var accounts: [AccountId: ForecastAccount] = [:]

    init(_ state: ChainState) { self.state = state }

    /// Adds the first reason for which an action would fail: nothing of such a request is done.
    ///
    /// What delegate actions ask for is looked at after the actions beside them, as the chain does it.
    ///
    /// - Parameters:
    ///   - request: The receiver and the actions.
    ///   - predecessor: The account from which they come.
    ///   - refusals: Gets the reason.
    mutating func look(
        at request: TransactionRequest, from predecessor: AccountId, _ refusals: inout [ChainRefusal]
    ) async throws(RPCError) {
        let id = request.receiverId
        var receiver: ForecastAccount
        if let known = accounts[id] {
            receiver = known
        } else {
            receiver = ForecastAccount(id, try await state.account(id))
        }
        // The account that the actions are done for: they are the receiver's own once they have created it.
        var actor = predecessor
        var delegated: [DelegateActionV2] = []
        for action in request.actions {
            let isAlone = request.actions.count == 1
            if let reason = try await refusal(of: action, by: &actor, from: predecessor, isAlone: isAlone, &receiver) {
                return refusals.append(.action(reason))
            }
            guard let inner = DelegateActionV2(of: action) else { continue }
            delegated.append(inner)
        }
        accounts[id] = receiver
        for inner in delegated {
            try await look(
                at: TransactionRequest(receiverId: inner.receiverId, actions: inner.actions), from: inner.senderId,
                &refusals)
        }
    }

    /// Returns why an action would fail; `nil` if nothing stands against it.
    private func refusal(
        of action: Action, by actor: inout AccountId, from predecessor: AccountId, isAlone: Bool,
        _ receiver: inout ForecastAccount
    ) async throws(RPCError) -> ActionErrorKind? {
        let id = receiver.id
        switch action {
        case .createAccount: return create(&receiver, by: &actor, from: predecessor)
        case .deterministicStateInit:
            // Doing it again changes nothing, and it gives no right to the account.
            receiver.create()
            receiver.takeCode()
            return nil
        case .transfer where !receiver.exists && id.isImplicit && isAlone:
            receiver.create()
            return nil
        default: break
        }
        guard receiver.exists else { return .accountDoesNotExist(accountId: id) }
        if action.isForTheAccountItself, actor != id { return .actorNoPermission(accountId: id, actorId: actor) }
        switch action {
        case .functionCall:
            guard !receiver.hasCode else { return nil }
            return .functionCallError(.compilationError(.codeDoesNotExist(accountId: id)))
        case .addKey(let add):
            guard try await receiver.key(add.publicKey, in: state) == nil else {
                return .addKeyAlreadyExists(accountId: id, publicKey: add.publicKey)
            }
            receiver.add(add.publicKey, AccessKeyView(added: add.accessKey.permission, after: state.height))
        case .deleteKey(let delete):
            guard try await receiver.key(delete.publicKey, in: state) != nil else {
                return .deleteKeyDoesNotExist(accountId: id, publicKey: delete.publicKey)
            }
            receiver.remove(delete.publicKey)
        case .deployContract, .useGlobalContract: receiver.takeCode()
        case .deleteAccount:
            guard receiver.locked == .zero else { return .deleteAccountStaking(accountId: id) }
            receiver.delete()
            actor = predecessor
        case .delegate, .delegateV2: return try await delegateRefusal(of: action, sentTo: receiver)
        default: break
        }
        return nil
    }

    private func create(
        _ receiver: inout ForecastAccount, by actor: inout AccountId, from predecessor: AccountId
    ) -> ActionErrorKind? {
        let id = receiver.id
        guard !receiver.exists else { return .accountAlreadyExists(accountId: id) }
        guard !id.isImplicit else { return .onlyImplicitAccountCreationAllowed(accountId: id) }
        guard id.isTopLevel || id.isSubAccount(of: predecessor) else {
            return .createAccountNotAllowed(accountId: id, predecessorId: predecessor)
        }
        receiver.create()
        actor = id
        return nil
    }
}

extension Action {
    /// True if only the account itself may have it done (nearcore: `check_actor_permissions`).
    fileprivate var isForTheAccountItself: Bool {
        switch self {
        case .deployContract, .stake, .addKey, .deleteKey, .deleteAccount, .deployGlobalContract, .useGlobalContract,
            .withdrawFromGasKey:
            true
        case .createAccount, .functionCall, .transfer, .delegate, .delegateV2, .deterministicStateInit,
            .transferToGasKey:
            false
        }
    }
}
