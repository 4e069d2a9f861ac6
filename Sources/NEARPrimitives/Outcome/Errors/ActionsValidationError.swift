// SPDX-License-Identifier: MIT

/// The rule that a list of actions breaks (nearcore's `ActionsValidationError`).
public enum ActionsValidationError: Error, Sendable, Hashable {
    /// DeleteAccount has to be the last action.
    case deleteActionMustBeFinal
    /// The calls attach more gas than a transaction may.
    case totalPrepaidGasExceeded(totalPrepaidGas: Gas, limit: Gas)
    /// There are too many actions.
    case totalNumberOfActionsExceeded(totalNumberOfActions: UInt64, limit: UInt64)
    /// The method names of an AddKey are too long together, in bytes.
    case addKeyMethodNamesNumberOfBytesExceeded(totalNumberOfBytes: UInt64, limit: UInt64)
    /// A method name of an AddKey is too long, in bytes.
    case addKeyMethodNameLengthExceeded(length: UInt64, limit: UInt64)
    /// A sum doesn't fit.
    case integerOverflow
    /// An account id isn't one.
    case invalidAccountId(accountId: String)
    /// The contract is too large, in bytes.
    case contractSizeExceeded(size: UInt64, limit: UInt64)
    /// A method name is too long, in bytes.
    case functionCallMethodNameLengthExceeded(length: UInt64, limit: UInt64)
    /// The arguments are too long, in bytes.
    case functionCallArgumentsLengthExceeded(length: UInt64, limit: UInt64)
    /// This key can't be used for staking.
    case unsuitableStakingKey(publicKey: PublicKey)
    /// A call has to attach gas.
    case functionCallZeroAttachedGas
    /// A call has to name a method.
    case functionCallEmptyMethodName
    /// There may be one delegate action only.
    case delegateActionMustBeOnlyOne
    /// The network doesn't know the feature yet.
    case unsupportedProtocolFeature(protocolFeature: String, version: UInt32)
    /// The receiver isn't the account that the state derives.
    case invalidDeterministicStateInitReceiver(receiverId: AccountId, derivedId: AccountId)
    /// A key of the initial state is too long, in bytes.
    case deterministicStateInitKeyLengthExceeded(length: UInt64, limit: UInt64)
    /// A value of the initial state is too long, in bytes.
    case deterministicStateInitValueLengthExceeded(length: UInt64, limit: UInt64)
    /// A gas key can't have this many nonces.
    case gasKeyInvalidNumNonces(requestedNonces: UInt16, limit: UInt16)
    /// A gas key starts without a balance.
    case addGasKeyWithNonZeroBalance(balance: NEARToken)
    /// A gas key has no allowance.
    case gasKeyFunctionCallAllowanceNotAllowed
    /// There are too many deployments.
    case totalNumberOfDeployActionsExceeded(numberOfDeployActions: UInt64, limit: UInt64)
    /// A rule that this version doesn't know, as the node sent it.
    case unrecognized(JSONValue)
}

extension ActionsValidationError: OpenViewEnum {
    package static func known(_ variant: ViewVariant) throws(ViewDecodingError) -> Self? {
        switch variant.name {
        case "DeleteActionMustBeFinal": .deleteActionMustBeFinal
        case "TotalPrepaidGasExceeded":
            .totalPrepaidGasExceeded(
                totalPrepaidGas: try variant.value("total_prepaid_gas"), limit: try variant.value("limit"))
        case "TotalNumberOfActionsExceeded":
            .totalNumberOfActionsExceeded(
                totalNumberOfActions: try variant.value("total_number_of_actions"), limit: try variant.value("limit"))
        case "AddKeyMethodNamesNumberOfBytesExceeded":
            .addKeyMethodNamesNumberOfBytesExceeded(
                totalNumberOfBytes: try variant.value("total_number_of_bytes"), limit: try variant.value("limit"))
        case "AddKeyMethodNameLengthExceeded":
            .addKeyMethodNameLengthExceeded(length: try variant.value("length"), limit: try variant.value("limit"))
        case "IntegerOverflow": .integerOverflow
        case "InvalidAccountId": .invalidAccountId(accountId: try variant.value("account_id"))
        case "ContractSizeExceeded":
            .contractSizeExceeded(size: try variant.value("size"), limit: try variant.value("limit"))
        case "FunctionCallMethodNameLengthExceeded":
            .functionCallMethodNameLengthExceeded(
                length: try variant.value("length"), limit: try variant.value("limit"))
        case "FunctionCallArgumentsLengthExceeded":
            .functionCallArgumentsLengthExceeded(
                length: try variant.value("length"), limit: try variant.value("limit"))
        case "UnsuitableStakingKey": .unsuitableStakingKey(publicKey: try variant.value("public_key"))
        case "FunctionCallZeroAttachedGas": .functionCallZeroAttachedGas
        case "FunctionCallEmptyMethodName": .functionCallEmptyMethodName
        case "DelegateActionMustBeOnlyOne": .delegateActionMustBeOnlyOne
        case "UnsupportedProtocolFeature":
            .unsupportedProtocolFeature(
                protocolFeature: try variant.value("protocol_feature"), version: try variant.value("version"))
        case "InvalidDeterministicStateInitReceiver":
            .invalidDeterministicStateInitReceiver(
                receiverId: try variant.value("receiver_id"), derivedId: try variant.value("derived_id"))
        case "DeterministicStateInitKeyLengthExceeded":
            .deterministicStateInitKeyLengthExceeded(
                length: try variant.value("length"), limit: try variant.value("limit"))
        case "DeterministicStateInitValueLengthExceeded":
            .deterministicStateInitValueLengthExceeded(
                length: try variant.value("length"), limit: try variant.value("limit"))
        case "GasKeyInvalidNumNonces":
            .gasKeyInvalidNumNonces(
                requestedNonces: try variant.value("requested_nonces"), limit: try variant.value("limit"))
        case "AddGasKeyWithNonZeroBalance": .addGasKeyWithNonZeroBalance(balance: try variant.value("balance"))
        case "GasKeyFunctionCallAllowanceNotAllowed": .gasKeyFunctionCallAllowanceNotAllowed
        case "TotalNumberOfDeployActionsExceeded":
            .totalNumberOfDeployActionsExceeded(
                numberOfDeployActions: try variant.value("number_of_deploy_actions"),
                limit: try variant.value("limit"))
        default: nil
        }
    }
}
