// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The gas of a receipt by purpose (nearcore: `ProfileDataV3`).
struct GasProfile: Sendable {
    /// By the cost's number: a host function adds to it at each call.
    private var hostCosts = [UInt64](repeating: 0, count: HostCost.allCases.count)
    private var actionCosts: [ActionCost: UInt64] = [:]
    private var instructions: UInt64 = 0

    /// The names of host functions' costs in their order, with that of instructions, which is no host function's.
    private static let hostNames: [(name: String, cost: HostCost?)] =
        (HostCost.allCases.map { ($0.profileName, $0) } + [("WASM_INSTRUCTION", nil)]).sorted { $0.0 < $1.0 }

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
        for (name, cost) in Self.hostNames {
            let gas = cost.map { hostCosts[$0.rawValue] } ?? instructions
            if gas > 0 { costs.append(("WASM_HOST_COST", name, gas)) }
        }
        return costs.map { CostGasUsed(costCategory: $0.0, cost: $0.1, gasUsed: Gas(gas: $0.2)) }
    }
}

/// The charges for making receipts and their actions (nearcore: `ActionCosts`).
enum ActionCost: Int, CaseIterable, Sendable {
    case createAccount, deleteAccount, deployContractBase, deployContractByte, functionCallBase, functionCallByte
    case transfer, stake, addFullAccessKey, addFunctionCallKeyBase, addFunctionCallKeyByte, deleteKey
    case newActionReceipt, newDataReceiptBase, newDataReceiptByte, deployGlobalContractBase
    case deployGlobalContractByte, useGlobalContractBase, useGlobalContractByte, deterministicStateInitBase
    case deterministicStateInitEntry, deterministicStateInitByte, gasKeyTransferBase, gasKeyNonceWriteBase
    case gasKeyByte

    /// The names of all cases, made once.
    private static let profileNames = allCases.map { String(describing: $0).upperSnakeCase }

    /// The name in gas profiles: `FUNCTION_CALL_BASE`.
    var profileName: String { Self.profileNames[rawValue] }
}
