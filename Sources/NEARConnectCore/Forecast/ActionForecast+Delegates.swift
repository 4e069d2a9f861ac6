// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

extension ActionForecast {
    /// Returns why a delegate action would be refused; `nil` if nothing stands against it.
    func delegateRefusal(
        of action: Action, sentTo receiver: ForecastAccount
    ) async throws(RPCError) -> ActionErrorKind? {
        guard let inner = DelegateActionV2(of: action) else { return nil }
        guard action.hasValidDelegateSignature else { return .delegateActionInvalidSignature }
        guard state.height < inner.maxBlockHeight else { return .delegateActionExpired }
        guard inner.senderId == receiver.id else {
            return .delegateActionSenderDoesNotMatchTxReceiver(senderId: inner.senderId, receiverId: receiver.id)
        }
        guard let key = try await receiver.key(inner.publicKey, in: state) else {
            return .delegateActionAccessKeyError(
                .accessKeyNotFound(accountId: inner.senderId, publicKey: inner.publicKey))
        }
        if let reason = refusal(of: inner.nonce, by: key) { return reason }
        return key.permission.calls?.refusal(
            of: TransactionRequest(receiverId: inner.receiverId, actions: inner.actions)
        ).map(ActionErrorKind.delegateActionAccessKeyError)
    }

    private func refusal(of nonce: TransactionNonce, by key: AccessKeyView) -> ActionErrorKind? {
        switch (nonce, key.permission.gasKey) {
        case (.nonce, .some): return .delegateActionAccessKeyError(.delegateActionRequiresNonGasKey)
        case (.gasKeyNonce, nil):
            if case .unrecognized = key.permission { return nil }
            return .delegateActionAccessKeyError(.delegateActionRequiresGasKey)
        case (.gasKeyNonce(_, let index), .some(let info)) where index >= info.numNonces:
            return .delegateActionInvalidNonceIndex(nonceIndex: UInt64(index), numNonces: UInt64(info.numNonces))
        case (.gasKeyNonce, .some): break  // A node tells a gas key's nonces by another call.
        case (.nonce(let number), nil):
            guard number > key.nonce else {
                return .delegateActionInvalidNonce(delegateNonce: number, accessKeyNonce: key.nonce)
            }
        }
        guard let bound = AccessKey.nonceBound(afterHeight: state.height), nonce.value >= bound else { return nil }
        return .delegateActionNonceTooLarge(delegateNonce: nonce.value, upperBound: bound)
    }
}

extension DelegateActionV2 {
    /// Creates what a delegate action of any version carries; `nil` for every other action.
    init?(of action: Action) {
        switch action {
        case .delegate(let signed):
            let inner = signed.delegateAction
            self.init(
                senderId: inner.senderId, receiverId: inner.receiverId, actions: inner.actions,
                nonce: .nonce(inner.nonce), maxBlockHeight: inner.maxBlockHeight, publicKey: inner.publicKey)
        case .delegateV2(let signed):
            switch signed.delegateAction {
            case .v2(let inner): self = inner
            }
        default: return nil
        }
    }
}

extension Action {
    fileprivate var hasValidDelegateSignature: Bool {
        switch self {
        case .delegate(let signed): signed.verify()
        case .delegateV2(let signed): signed.verify()
        default: false
        }
    }
}

extension AccessKeyPermissionView {
    /// The calls to which a key is limited; `nil` for one that may do anything.
    fileprivate var calls: FunctionCallPermission? {
        switch self {
        case .functionCall(let permission), .gasKeyFunctionCall(_, let permission): permission
        case .fullAccess, .gasKeyFullAccess, .unrecognized: nil
        }
    }

    fileprivate var gasKey: GasKeyInfo? {
        switch self {
        case .gasKeyFullAccess(let info), .gasKeyFunctionCall(let info, _): info
        case .fullAccess, .functionCall, .unrecognized: nil
        }
    }
}

extension AccessKeyView {
    /// Creates a key that an action adds in the block after `height`, with the nonce that the chain gives it.
    init(added permission: AccessKeyPermission, after height: UInt64) {
        let shown: AccessKeyPermissionView =
            switch permission {
            case .fullAccess: .fullAccess
            case .functionCall(let calls): .functionCall(calls)
            case .gasKeyFullAccess(let info): .gasKeyFullAccess(info)
            case .gasKeyFunctionCall(let info, let calls): .gasKeyFunctionCall(info, calls)
            }
        let (nonce, overflow) = height.multipliedReportingOverflow(by: AccessKey.nonceRangeMultiplier)
        self.init(nonce: overflow ? .max : nonce, permission: shown)
    }
}
