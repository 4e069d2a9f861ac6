// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The reason why a query can't be answered.
enum QueryError: Error, Sendable, Hashable {
    case unknownAccount(AccountId)
    case unknownAccessKey(PublicKey)
    case unknownGasKey(PublicKey)
    case noContractCode(AccountId)
    case noGlobalContractCode(GlobalContractIdentifier)
    case contractExecution(ContractError)

    /// The text of the result, for the errors that `query` answers with a result.
    var resultText: String? {
        switch self {
        case .unknownAccessKey(let key): "access key \(key) does not exist while viewing"
        case .contractExecution(let failure): "wasm execution failed with error: \(failure.debugText)"
        case .unknownAccount, .unknownGasKey, .noContractCode, .noGlobalContractCode: nil
        }
    }

    /// The name of the error in nearcore.
    var cause: String {
        switch self {
        case .unknownAccount: "UNKNOWN_ACCOUNT"
        case .unknownAccessKey: "UNKNOWN_ACCESS_KEY"
        case .unknownGasKey: "UNKNOWN_GAS_KEY"
        case .noContractCode: "NO_CONTRACT_CODE"
        case .noGlobalContractCode: "NO_GLOBAL_CONTRACT_CODE"
        case .contractExecution: "CONTRACT_EXECUTION_ERROR"
        }
    }

    /// The error's details in nearcore, besides the block.
    var info: JSONValue.Members {
        switch self {
        case .unknownAccount(let id): ["requested_account_id": .id(id)]
        case .unknownAccessKey(let key), .unknownGasKey(let key): ["public_key": .key(key)]
        case .noContractCode(let id): ["contract_account_id": .id(id)]
        case .noGlobalContractCode(let identifier): ["identifier": identifier.view]
        case .contractExecution(let failure): ["vm_error": failure.functionCallError.view]
        }
    }

    /// The error in nearcore's words.
    var text: String {
        switch self {
        case .unknownAccount(let id): "account \(id) does not exist while viewing"
        case .unknownAccessKey(let key): "Access key for public key \(key) has never been observed on the node"
        case .unknownGasKey(let key): "Gas key for public key \(key) has never been observed on the node"
        case .noContractCode(let id): "Contract code for contract ID #\(id) has never been observed on the node"
        case .noGlobalContractCode(.codeHash(let hash)):
            "Global contract code with identifier CodeHash(\(hash)) has never been observed on the node"
        case .noGlobalContractCode(.accountId(let id)):
            "Global contract code with identifier AccountId(\(id)) has never been observed on the node"
        case .contractExecution(let failure): "Function call returned an error: \(failure.debugText)"
        }
    }
}
