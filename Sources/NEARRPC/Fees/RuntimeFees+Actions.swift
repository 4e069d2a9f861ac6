// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension RuntimeFees {
    /// Adds the gas of actions, for sending and executing them, and what their calls attach.
    func count(
        _ actions: [Action], to receiver: AccountId, fromSelf: Bool, in sum: inout GasSum
    ) throws(GasBill.UntoldError) {
        for action in actions {
            for (fee, times) in try parts(of: action, to: receiver) {
                try sum.add(fee.send(toSelf: fromSelf), times: times)
                try sum.add(fee.execution, times: times)
            }
            switch action {
            case .functionCall(let call): try sum.attach(call.gas)
            case .delegate(let signed): try count(signed.delegateAction, fromSelf: fromSelf, in: &sum)
            default: break
            }
        }
    }

    /// Adds the gas of a delegate action's inside: the relayer pays for its receipt, too, and sends it twice.
    private func count(
        _ inner: DelegateAction, fromSelf: Bool, in sum: inout GasSum
    ) throws(GasBill.UntoldError) {
        try count(inner.actions, to: inner.receiverId, fromSelf: inner.senderId == inner.receiverId, in: &sum)
        try sum.add(actionReceipt.execution)
        for action in inner.actions {
            for (fee, times) in try parts(of: action, to: inner.receiverId) {
                try sum.add(fee.send(toSelf: fromSelf), times: times)
            }
        }
    }

    /// Returns the fees of which an action's is made, and how often each counts.
    private func parts(
        of action: Action, to receiver: AccountId
    ) throws(GasBill.UntoldError) -> [(RuntimeFee, Int)] {
        switch action {
        case .createAccount: return [(createAccount, 1)]
        case .deployContract(let deploy): return [(deployContract, 1), (deployContractByte, deploy.code.count)]
        case .functionCall(let call):
            return [(functionCall, 1), (functionCallByte, call.methodName.utf8.count + call.args.count)]
        case .transfer: return transferParts(to: receiver)
        case .stake: return [(stake, 1)]
        case .addKey(let add): return try keyParts(add.accessKey.permission)
        case .deleteKey: return [(deleteKey, 1)]
        case .deleteAccount: return [(deleteAccount, 1)]
        case .delegate: return [(delegate, 1)]
        case .deployGlobalContract: throw .action("DeployGlobalContract")
        case .useGlobalContract: throw .action("UseGlobalContract")
        case .deterministicStateInit: throw .action("DeterministicStateInit")
        case .transferToGasKey: throw .action("TransferToGasKey")
        case .withdrawFromGasKey: throw .action("WithdrawFromGasKey")
        case .delegateV2: throw .action("DelegateV2")
        }
    }

    /// A transfer that may create its receiver pays for that as well, whether it does or not.
    private func transferParts(to receiver: AccountId) -> [(RuntimeFee, Int)] {
        switch receiver.kind {
        case .named, .universal: [(transfer, 1)]
        case .nearImplicit: [(transfer, 1), (createAccount, 1), (addFullAccessKey, 1)]
        case .ethImplicit, .nearDeterministic: [(transfer, 1), (createAccount, 1)]
        }
    }

    private func keyParts(_ permission: AccessKeyPermission) throws(GasBill.UntoldError) -> [(RuntimeFee, Int)] {
        switch permission {
        case .fullAccess: return [(addFullAccessKey, 1)]
        case .functionCall(let permission):
            let bytes = permission.methodNames.reduce(0) { $0 + $1.utf8.count + 1 }
            return [(addFunctionCallKey, 1), (addFunctionCallKeyByte, bytes)]
        case .gasKeyFullAccess, .gasKeyFunctionCall: throw .action("AddKey")
        }
    }
}
