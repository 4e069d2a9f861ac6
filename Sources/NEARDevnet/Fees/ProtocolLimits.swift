// SPDX-License-Identifier: MIT

/// The limits of a transaction and its actions at one protocol version (nearcore: `LimitConfig`).
///
/// Sizes are in bytes, gas in gas units.
public struct ProtocolLimits: Sendable, Hashable {
    /// Bytes of a serialized signed transaction.
    public var maxTransactionSize: UInt64
    /// Bytes of a serialized receipt.
    public var maxReceiptSize: UInt64
    /// Actions in one receipt.
    public var maxActionsPerReceipt: UInt64
    /// Gas attached to all function calls of one receipt together.
    public var maxTotalPrepaidGas: UInt64
    /// Bytes of contract code.
    public var maxContractSize: UInt64
    /// Bytes of one method name.
    public var maxLengthMethodName: UInt64
    /// Bytes of all method names of a function-call key, each counted with one separator byte.
    public var maxNumberBytesMethodNames: UInt64
    /// Bytes of a call's arguments.
    public var maxArgumentsLength: UInt64
    /// Bytes of a key in contract storage.
    public var maxLengthStorageKey: UInt64
    /// Bytes of a value in contract storage.
    public var maxLengthStorageValue: UInt64
    /// Promise results that a receipt may wait for.
    public var maxNumberInputDataDependencies: UInt64
    /// Bytes of a value that a contract returns.
    public var maxLengthReturnedData: UInt64
    /// Storage, without code, above which an account can't be deleted.
    public var maxAccountDeletionStorageUsage: UInt64

    /// The limits of protocol version 83.
    public static let version83 = ProtocolLimits(
        maxTransactionSize: 1_572_864,
        maxReceiptSize: 4_194_304,
        maxActionsPerReceipt: 100,
        maxTotalPrepaidGas: 1_000_000_000_000_000,
        maxContractSize: 4_194_304,
        maxLengthMethodName: 256,
        maxNumberBytesMethodNames: 2_000,
        maxArgumentsLength: 4_194_304,
        maxLengthStorageKey: 2_048,
        maxLengthStorageValue: 4_194_304,
        maxNumberInputDataDependencies: 128,
        maxLengthReturnedData: 4_194_304,
        maxAccountDeletionStorageUsage: 10_000)
}
