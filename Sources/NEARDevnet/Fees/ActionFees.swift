// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Gas that actions cost, as nearcore counts it (`runtime/src/config.rs`).
extension ProtocolParameters {
    /// Gas burnt to send actions, without the receipt they travel in.
    func sendFees(
        of actions: [Action], to receiver: AccountId, senderIsReceiver: Bool
    ) throws(ArithmeticOverflowError) -> UInt64 {
        var total: UInt64 = 0
        for action in actions {
            total = try total.adding(sendFee(of: action, to: receiver, senderIsReceiver: senderIsReceiver))
        }
        return total
    }

    /// Gas to send the actions inside of delegate actions.
    ///
    /// The relayer pays it in advance.
    func prepaidSendFees(of actions: [Action]) throws(ArithmeticOverflowError) -> UInt64 {
        var total: UInt64 = 0
        for case .delegate(let signed) in actions {
            let inner = signed.delegateAction
            let fees = try sendFees(
                of: inner.actions, to: inner.receiverId, senderIsReceiver: inner.senderId == inner.receiverId)
            total = try total.adding(fees)
        }
        return total
    }

    /// Gas burnt to execute one action.
    func executionFee(of action: Action, at receiver: AccountId) throws(ArithmeticOverflowError) -> UInt64 {
        switch action {
        case .transferToGasKey(let action):
            return try gasKeyFees(of: action.publicKey, at: receiver).transferExecution()
        case .withdrawFromGasKey(let action):
            return try gasKeyFees(of: action.publicKey, at: receiver).transferExecution()
        case .addKey(let action):
            let own = try addKeyFee(action.accessKey.permission) { $0.execution }
            guard let key = action.accessKey.permission.gasKey else { return own }
            let fees = gasKeyFees(of: action.publicKey, at: receiver)
            return try own.adding(fees.nonces(key.numNonces)).adding(fees.nonceBytes(key.numNonces))
        default:
            return try fee(of: action, to: receiver) { $0.execution }
        }
    }

    /// Gas needed to execute actions, with what the receipts made by delegate actions will need.
    func prepaidExecutionFees(of actions: [Action], at receiver: AccountId) throws(ArithmeticOverflowError) -> UInt64 {
        var total: UInt64 = 0
        for action in actions {
            if case .delegate(let signed) = action {
                let inner = signed.delegateAction
                total = try total.adding(prepaidExecutionFees(of: inner.actions, at: inner.receiverId))
                    .adding(fees.actionReceipt.execution)
            }
            total = try total.adding(executionFee(of: action, at: receiver))
        }
        return total
    }

    private func sendFee(
        of action: Action, to receiver: AccountId, senderIsReceiver: Bool
    ) throws(ArithmeticOverflowError) -> UInt64 {
        switch action {
        case .transferToGasKey(let action):
            return try gasKeyFees(of: action.publicKey, at: receiver).transferSending(isOwn: senderIsReceiver)
        case .withdrawFromGasKey(let action):
            return try gasKeyFees(of: action.publicKey, at: receiver).transferSending(isOwn: senderIsReceiver)
        default:
            let own = try fee(of: action, to: receiver) { $0.send(senderIsReceiver: senderIsReceiver) }
            guard case .delegate(let signed) = action else { return own }
            let inner = signed.delegateAction
            return try own.adding(
                sendFees(of: inner.actions, to: inner.receiverId, senderIsReceiver: senderIsReceiver))
        }
    }

    /// Returns the part of the fee of an action whose parts are counted in one way.
    private func fee(
        of action: Action, to receiver: AccountId, _ part: (Fee) -> UInt64
    ) throws(ArithmeticOverflowError) -> UInt64 {
        switch action {
        case .createAccount:
            return part(fees.createAccount)
        case .deployContract(let action):
            return try part(fees.deployContract).adding(bytes(action.code.count, part(fees.deployContractPerByte)))
        case .functionCall(let action):
            let count = action.methodName.utf8.count + action.args.count
            return try part(fees.functionCall).adding(bytes(count, part(fees.functionCallPerByte)))
        case .transfer:
            return try transferFee(to: receiver, part)
        case .stake:
            return part(fees.stake)
        case .addKey(let action):
            return try addKeyFee(action.accessKey.permission, part)
        case .deleteKey:
            return part(fees.deleteKey)
        case .deleteAccount:
            return part(fees.deleteAccount)
        case .delegate:
            return part(fees.delegate)
        case .deployGlobalContract(let action):
            return try part(fees.deployGlobalContract)
                .adding(bytes(action.code.count, part(fees.deployGlobalContractPerByte)))
        case .useGlobalContract(let action):
            return try part(fees.useGlobalContract)
                .adding(bytes(action.contractIdentifier.storageByteCount, part(fees.useGlobalContractPerByte)))
        case .deterministicStateInit(let action):
            let data = action.stateInit.data
            let count = data.reduce(0) { $0 + $1.key.count + $1.value.count }
            return try part(fees.deterministicStateInit)
                .adding(bytes(data.count, part(fees.deterministicStateInitPerEntry)))
                .adding(bytes(count, part(fees.deterministicStateInitPerByte)))
        case .transferToGasKey, .withdrawFromGasKey:
            // Their parts differ; whoever asks here has handled them.
            return 0
        case .delegateV2:
            // Later than this protocol version: the validator refuses it before anything is counted.
            return 0
        }
    }

    /// A transfer that may create its receiver pays for that as well, whether it does or not.
    private func transferFee(to receiver: AccountId, _ part: (Fee) -> UInt64) throws(ArithmeticOverflowError) -> UInt64
    {
        switch receiver.kind {
        case .named, .universal: part(fees.transfer)
        case .nearImplicit:
            try part(fees.transfer).adding(part(fees.createAccount)).adding(part(fees.addFullAccessKey))
        case .ethImplicit, .nearDeterministic: try part(fees.transfer).adding(part(fees.createAccount))
        }
    }

    private func addKeyFee(
        _ permission: AccessKeyPermission, _ part: (Fee) -> UInt64
    ) throws(ArithmeticOverflowError) -> UInt64 {
        switch permission {
        case .fullAccess, .gasKeyFullAccess:
            return part(fees.addFullAccessKey)
        case .functionCall(let permission), .gasKeyFunctionCall(_, let permission):
            let count = permission.methodNames.reduce(0) { $0 + $1.utf8.count + 1 }
            return try part(fees.addFunctionCallKey).adding(bytes(count, part(fees.addFunctionCallKeyPerByte)))
        }
    }

    private func bytes(_ count: Int, _ perByte: UInt64) throws(ArithmeticOverflowError) -> UInt64 {
        try UInt64(count).multiplying(by: perByte)
    }
}

extension GlobalContractIdentifier {
    /// Bytes that naming the contract counts for.
    var storageByteCount: Int {
        switch self {
        case .codeHash: CryptoHash.byteCount
        case .accountId(let id): id.text.utf8.count
        }
    }
}

extension DeterministicAccountStateInit {
    /// The code that the account runs.
    var code: GlobalContractIdentifier {
        switch self {
        case .v1(let version): version.code
        }
    }

    /// The account's first storage entries, in order.
    var data: [DeterministicAccountStateInitV1.Entry] {
        switch self {
        case .v1(let version): version.data
        }
    }
}
