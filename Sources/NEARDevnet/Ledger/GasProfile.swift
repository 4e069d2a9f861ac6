// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The gas of a receipt by purpose (nearcore: `ProfileDataV3`).
struct GasProfile: Sendable {
    /// By the cost's number: a host function adds to it at each call.
    private var hostCosts = [UInt64](repeating: 0, count: HostCost.allCases.count)
    private var actionCosts: [ActionCost: UInt64] = [:]
    private var instructions: UInt64 = 0

    mutating func add(_ cost: HostCost, _ gas: UInt64) {
        hostCosts[cost.rawValue] += gas
    }

    mutating func add(_ cost: ActionCost, _ gas: UInt64) {
        if gas > 0 { actionCosts[cost, default: 0] += gas }
    }

    /// Adds gas of the contract's own operators.
    mutating func addInstructions(_ gas: UInt64) {
        instructions += gas
    }

    mutating func merge(_ other: GasProfile) {
        for index in hostCosts.indices { hostCosts[index] += other.hostCosts[index] }
        actionCosts.merge(other.actionCosts, uniquingKeysWith: +)
        instructions += other.instructions
    }

    /// The costs as outcomes name them, in nearcore's order: by category and name.
    var costs: [CostGasUsed] {
        var costs = actionCosts.map { ("ACTION_COST", $0.key.profileName, $0.value) }
            .sorted { $0.1 < $1.1 }
        costs +=
            (HostCost.allCases.filter { hostCosts[$0.rawValue] > 0 }
            .map { ("WASM_HOST_COST", $0.profileName, hostCosts[$0.rawValue]) }
            + (instructions > 0 ? [("WASM_HOST_COST", "WASM_INSTRUCTION", instructions)] : []))
            .sorted { $0.1 < $1.1 }
        return costs.map { CostGasUsed(costCategory: $0.0, cost: $0.1, gasUsed: Gas(gas: $0.2)) }
    }
}

/// The charges for making receipts and their actions (nearcore: `ActionCosts`).
enum ActionCost: Sendable {
    case createAccount, deleteAccount, deployContractBase, deployContractByte, functionCallBase, functionCallByte
    case transfer, stake, addFullAccessKey, addFunctionCallKeyBase, addFunctionCallKeyByte, deleteKey
    case newActionReceipt, newDataReceiptBase, newDataReceiptByte, deployGlobalContractBase
    case deployGlobalContractByte, useGlobalContractBase, useGlobalContractByte, deterministicStateInitBase
    case deterministicStateInitEntry, deterministicStateInitByte, gasKeyTransferBase, gasKeyNonceWriteBase
    case gasKeyByte

    /// The name in gas profiles: `FUNCTION_CALL_BASE`.
    var profileName: String { String(describing: self).upperSnakeCase }
}
