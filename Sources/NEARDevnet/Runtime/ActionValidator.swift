// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Checks that a list of actions is well formed, without looking at the state (nearcore: `validate_actions`).
struct ActionValidator: Sendable {
    private let limits: ProtocolLimits
    private let protocolVersion: UInt32

    init(_ parameters: ProtocolParameters) {
        limits = parameters.limits
        protocolVersion = parameters.protocolVersion
    }

    /// Checks the list and each of its actions, in nearcore's order.
    func validate(_ actions: [Action], receiver: AccountId) throws(ActionsValidationError) {
        guard UInt64(actions.count) <= limits.maxActionsPerReceipt else {
            throw .totalNumberOfActionsExceeded(
                totalNumberOfActions: UInt64(actions.count), limit: limits.maxActionsPerReceipt)
        }
        guard !actions.contains(where: \.isPostQuantum) else { throw unsupported("PostQuantumSignatures") }
        var hasDelegate = false
        for (index, action) in actions.enumerated() {
            if case .deleteAccount = action, index + 1 < actions.count { throw .deleteActionMustBeFinal }
            if case .delegate = action {
                if hasDelegate { throw .delegateActionMustBeOnlyOne }
                hasDelegate = true
            }
            try validate(action, receiver: receiver)
        }
        try validatePrepaidGas(actions)
    }

    private func validatePrepaidGas(_ actions: [Action]) throws(ActionsValidationError) {
        let gas: UInt64
        do {
            gas = try TransactionCost.prepaidGas(of: actions)
        } catch {
            throw .integerOverflow
        }
        guard gas <= limits.maxTotalPrepaidGas else {
            throw .totalPrepaidGasExceeded(totalPrepaidGas: Gas(gas: gas), limit: Gas(gas: limits.maxTotalPrepaidGas))
        }
    }

    private func validate(_ action: Action, receiver: AccountId) throws(ActionsValidationError) {
        switch action {
        case .createAccount, .transfer, .deleteKey, .deleteAccount, .useGlobalContract, .transferToGasKey,
            .withdrawFromGasKey:
            return
        case .deployContract(let action):
            try validateContract(size: action.code.count)
        case .deployGlobalContract(let action):
            try validateContract(size: action.code.count)
        case .functionCall(let action):
            try validate(action)
        case .stake(let action):
            guard action.publicKey.keyType == .ed25519 else {
                throw .unsuitableStakingKey(publicKey: action.publicKey)
            }
        case .addKey(let action):
            try validate(action.accessKey.permission)
            try validateGasKey(action.accessKey.permission)
        case .delegate(let signed):
            try validate(signed.delegateAction.actions, receiver: receiver)
        case .deterministicStateInit(let action):
            try validate(action, receiver: receiver)
        case .delegateV2:
            throw unsupported("DelegateV2")
        }
    }

    private func unsupported(_ feature: String) -> ActionsValidationError {
        .unsupportedProtocolFeature(protocolFeature: feature, version: protocolVersion)
    }

    private func validateContract(size: Int) throws(ActionsValidationError) {
        guard UInt64(size) <= limits.maxContractSize else {
            throw .contractSizeExceeded(size: UInt64(size), limit: limits.maxContractSize)
        }
    }

    private func validate(_ call: FunctionCallAction) throws(ActionsValidationError) {
        guard call.gas > .zero else { throw .functionCallZeroAttachedGas }
        let nameLength = UInt64(call.methodName.utf8.count)
        guard nameLength <= limits.maxLengthMethodName else {
            throw .functionCallMethodNameLengthExceeded(length: nameLength, limit: limits.maxLengthMethodName)
        }
        let argumentsLength = UInt64(call.args.count)
        guard argumentsLength <= limits.maxArgumentsLength else {
            throw .functionCallArgumentsLengthExceeded(length: argumentsLength, limit: limits.maxArgumentsLength)
        }
    }

    private func validate(_ permission: AccessKeyPermission) throws(ActionsValidationError) {
        switch permission {
        case .fullAccess, .gasKeyFullAccess: return
        case .functionCall(let permission), .gasKeyFunctionCall(_, let permission): try validate(permission)
        }
    }

    private func validateGasKey(_ permission: AccessKeyPermission) throws(ActionsValidationError) {
        guard let key = permission.gasKey else { return }
        guard permission.functionCallPermission?.allowance == nil else { throw .gasKeyFunctionCallAllowanceNotAllowed }
        guard (1...GasKeyInfo.maximumNonceCount).contains(key.numNonces) else {
            throw .gasKeyInvalidNumNonces(requestedNonces: key.numNonces, limit: GasKeyInfo.maximumNonceCount)
        }
        guard key.balance == .zero else { throw .addGasKeyWithNonZeroBalance(balance: key.balance) }
    }

    private func validate(_ permission: FunctionCallPermission) throws(ActionsValidationError) {
        // nearcore keeps this receiver as plain text, so the rule is checked here and not when it is decoded.
        do {
            _ = try AccountId(permission.receiverId.text)
        } catch {
            let text = permission.receiverId.text.prefix(byteCount: AccountId.maximumByteCount * 2)
            throw .invalidAccountId(accountId: text)
        }
        var total: UInt64 = 0
        for name in permission.methodNames {
            let length = UInt64(name.utf8.count)
            guard length <= limits.maxLengthMethodName else {
                throw .addKeyMethodNameLengthExceeded(length: length, limit: limits.maxLengthMethodName)
            }
            total += length + 1
        }
        guard total <= limits.maxNumberBytesMethodNames else {
            throw .addKeyMethodNamesNumberOfBytesExceeded(
                totalNumberOfBytes: total, limit: limits.maxNumberBytesMethodNames)
        }
    }

    private func validate(
        _ action: DeterministicStateInitAction, receiver: AccountId
    ) throws(ActionsValidationError) {
        let derived = action.stateInit.accountId
        guard derived == receiver else {
            throw .invalidDeterministicStateInitReceiver(receiverId: receiver, derivedId: derived)
        }
        for entry in action.stateInit.data {
            guard UInt64(entry.key.count) <= limits.maxLengthStorageKey else {
                throw .deterministicStateInitKeyLengthExceeded(
                    length: UInt64(entry.key.count), limit: limits.maxLengthStorageKey)
            }
            guard UInt64(entry.value.count) <= limits.maxLengthStorageValue else {
                throw .deterministicStateInitValueLengthExceeded(
                    length: UInt64(entry.value.count), limit: limits.maxLengthStorageValue)
            }
        }
    }
}

extension String {
    /// As many whole characters of Unicode as fit into so many bytes of UTF-8.
    fileprivate func prefix(byteCount: Int) -> String {
        guard utf8.count > byteCount else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: byteCount)
        while String.Index(end, within: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
