// SPDX-License-Identifier: MIT

import NEARPrimitives

extension ActionsValidationError {
    /// The error as nearcore writes it.
    ///
    /// Kinds that the devnet never has are written as a text.
    var view: JSONValue {
        switch self {
        case .deleteActionMustBeFinal: "DeleteActionMustBeFinal"
        case .totalPrepaidGasExceeded(let gas, let limit):
            .variant(
                "TotalPrepaidGasExceeded", ["total_prepaid_gas": .count(gas.gas), "limit": .count(limit.gas)])
        case .totalNumberOfActionsExceeded(let count, let limit):
            .variant(
                "TotalNumberOfActionsExceeded", ["total_number_of_actions": .count(count), "limit": .count(limit)])
        case .addKeyMethodNamesNumberOfBytesExceeded(let count, let limit):
            .variant(
                "AddKeyMethodNamesNumberOfBytesExceeded",
                ["total_number_of_bytes": .count(count), "limit": .count(limit)])
        case .addKeyMethodNameLengthExceeded(let length, let limit):
            Self.tooLong("AddKeyMethodNameLengthExceeded", length: length, limit: limit)
        case .integerOverflow: "IntegerOverflow"
        case .invalidAccountId(let id): .variant("InvalidAccountId", ["account_id": .string(id)])
        case .contractSizeExceeded(let size, let limit):
            .variant("ContractSizeExceeded", ["size": .count(size), "limit": .count(limit)])
        case .functionCallMethodNameLengthExceeded(let length, let limit):
            Self.tooLong("FunctionCallMethodNameLengthExceeded", length: length, limit: limit)
        case .functionCallArgumentsLengthExceeded(let length, let limit):
            Self.tooLong("FunctionCallArgumentsLengthExceeded", length: length, limit: limit)
        case .unsuitableStakingKey(let key): .variant("UnsuitableStakingKey", ["public_key": .key(key)])
        case .functionCallZeroAttachedGas: "FunctionCallZeroAttachedGas"
        case .functionCallEmptyMethodName: "FunctionCallEmptyMethodName"
        case .delegateActionMustBeOnlyOne: "DelegateActionMustBeOnlyOne"
        case .unsupportedProtocolFeature(let feature, let version):
            .variant(
                "UnsupportedProtocolFeature", ["protocol_feature": .string(feature), "version": .count(version)])
        case .invalidDeterministicStateInitReceiver(let receiver, let derived):
            .variant(
                "InvalidDeterministicStateInitReceiver", ["receiver_id": .id(receiver), "derived_id": .id(derived)])
        case .deterministicStateInitKeyLengthExceeded(let length, let limit):
            Self.tooLong("DeterministicStateInitKeyLengthExceeded", length: length, limit: limit)
        case .deterministicStateInitValueLengthExceeded(let length, let limit):
            Self.tooLong("DeterministicStateInitValueLengthExceeded", length: length, limit: limit)
        case .gasKeyInvalidNumNonces(let count, let limit):
            .variant("GasKeyInvalidNumNonces", ["requested_nonces": .count(count), "limit": .count(limit)])
        case .addGasKeyWithNonZeroBalance(let balance):
            .variant("AddGasKeyWithNonZeroBalance", ["balance": .token(balance)])
        case .gasKeyFunctionCallAllowanceNotAllowed: "GasKeyFunctionCallAllowanceNotAllowed"
        case .unrecognized(let json): json
        case .totalNumberOfDeployActionsExceeded:
            .string(description)
        }
    }

    private static func tooLong(_ name: String, length: UInt64, limit: UInt64) -> JSONValue {
        .variant(name, ["length": .count(length), "limit": .count(limit)])
    }
}
