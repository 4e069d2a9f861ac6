// SPDX-License-Identifier: MIT

import NEARPrimitives

extension QueryAnswer {
    /// Runs a method that changes nothing.
    func call(_ id: AccountId, method: String, arguments: [UInt8]) async throws(QueryError) -> JSONValue {
        let record = try account(id)
        guard let code = state.runnableCode(of: record, id) else {
            throw .contractExecution(.compilation(.codeDoesNotExist(accountId: id)))
        }
        let header = block.header
        let action = FunctionCallAction(
            methodName: method, args: arguments, gas: Gas(gas: ContractLimits.version83.maxGasBurntInView),
            deposit: .zero)
        let call = ContractCall(
            code: code, accountId: id, predecessorId: id, signerId: id, signerPublicKey: .none, refundTo: id,
            gasPrice: settings.parameters.gasPrice, action: action, actionHash: block.hash, account: record,
            block: BlockContext(
                chainId: settings.chainId, height: block.height, hash: block.hash, epochHeight: header.epoch.height,
                timestamp: header.timestamp,
                randomValue: header.randomValue, validatorId: settings.validatorId),
            promiseResults: [], outputDataReceivers: [], isView: true,
            validator: state.validator(settings.validatorId))
        let outcome = await settings.contracts.view(call, in: StateUpdate(state))
        switch outcome.result {
        case .failure(let failure):
            throw .contractExecution(failure)
        case .success(let success):
            var value: [UInt8] = []
            if case .value(let bytes) = success.returned { value = bytes }
            return result([
                "result": .array(value.map { .count(UInt64($0)) }), "logs": .array(outcome.logs.map { .string($0) }),
            ])
        }
    }
}
