// SPDX-License-Identifier: MIT

/// The gas fee of every native operation at one protocol version.
///
/// The figures are those of NEAR's public runtime configuration (nearcore: `RuntimeFeesConfig`).
public struct FeeTable: Sendable, Hashable {
    /// Making and running an action receipt, without its actions.
    public var actionReceipt: Fee
    /// Making and running a data receipt, without its bytes.
    public var dataReceipt: Fee
    /// Each byte of a data receipt.
    public var dataReceiptPerByte: Fee
    /// `CreateAccount`.
    public var createAccount: Fee
    /// `DeployContract`, without the code.
    public var deployContract: Fee
    /// Each byte of deployed code.
    public var deployContractPerByte: Fee
    /// `FunctionCall`, without method name, arguments and the call's own gas.
    public var functionCall: Fee
    /// Each byte of a call's method name and arguments.
    public var functionCallPerByte: Fee
    /// `Transfer`.
    public var transfer: Fee
    /// `Stake`.
    public var stake: Fee
    /// `AddKey` with full access.
    public var addFullAccessKey: Fee
    /// `AddKey` that may only call functions, without its method names.
    public var addFunctionCallKey: Fee
    /// Each byte of a function-call key's method names, with one separator byte a name.
    public var addFunctionCallKeyPerByte: Fee
    /// `DeleteKey`.
    public var deleteKey: Fee
    /// `DeleteAccount`.
    public var deleteAccount: Fee
    /// `Delegate`, on top of the actions that it carries.
    public var delegate: Fee
    /// `DeployGlobalContract`, without the code.
    public var deployGlobalContract: Fee
    /// Each byte of globally deployed code.
    public var deployGlobalContractPerByte: Fee
    /// `UseGlobalContract`, without the identifier.
    public var useGlobalContract: Fee
    /// Each byte of a global contract's identifier.
    public var useGlobalContractPerByte: Fee
    /// `DeterministicStateInit`, without its state.
    public var deterministicStateInit: Fee
    /// Each entry of a deterministic account's first state.
    public var deterministicStateInitPerEntry: Fee
    /// Each byte of a deterministic account's first state.
    public var deterministicStateInitPerByte: Fee
    /// `TransferToGasKey` and `WithdrawFromGasKey`, without their bytes.
    public var gasKeyTransfer: Fee
    /// Each byte of a gas key.
    ///
    /// Sending counts the key's, executing those of its records.
    public var gasKeyPerByte: Fee
    /// Each nonce of a gas key that is added, without its bytes.
    public var gasKeyNonce: Fee
}

extension FeeTable {
    /// The fees of protocol version 83, and of version 85 for gas keys.
    public static let version83 = FeeTable(
        actionReceipt: Fee(all: 108_059_500_000),
        dataReceipt: Fee(all: 36_486_732_312),
        dataReceiptPerByte: Fee(sendSIR: 17_212_011, sendNotSIR: 47_683_715, execution: 17_212_011),
        createAccount: Fee(all: 3_850_000_000_000),
        deployContract: Fee(all: 184_765_750_000),
        deployContractPerByte: Fee(sendSIR: 6_812_999, sendNotSIR: 47_683_715, execution: 64_572_944),
        functionCall: Fee(sendSIR: 200_000_000_000, sendNotSIR: 200_000_000_000, execution: 780_000_000_000),
        functionCallPerByte: Fee(sendSIR: 2_235_934, sendNotSIR: 47_683_715, execution: 2_235_934),
        transfer: Fee(all: 115_123_062_500),
        stake: Fee(sendSIR: 141_715_687_500, sendNotSIR: 141_715_687_500, execution: 102_217_625_000),
        addFullAccessKey: Fee(all: 101_765_125_000),
        addFunctionCallKey: Fee(all: 102_217_625_000),
        addFunctionCallKeyPerByte: Fee(sendSIR: 1_925_331, sendNotSIR: 47_683_715, execution: 1_925_331),
        deleteKey: Fee(all: 94_946_625_000),
        deleteAccount: Fee(all: 147_489_000_000),
        delegate: Fee(all: 200_000_000_000),
        deployGlobalContract: Fee(all: 184_765_750_000),
        deployGlobalContractPerByte: Fee(sendSIR: 6_812_999, sendNotSIR: 47_683_715, execution: 70_000_000),
        useGlobalContract: Fee(all: 184_765_750_000),
        useGlobalContractPerByte: Fee(sendSIR: 6_812_999, sendNotSIR: 47_683_715, execution: 64_572_944),
        deterministicStateInit: Fee(
            sendSIR: 3_850_000_000_000, sendNotSIR: 3_850_000_000_000, execution: 4_080_000_000_000),
        deterministicStateInitPerEntry: Fee(sendSIR: 0, sendNotSIR: 0, execution: 200_000_000_000),
        deterministicStateInitPerByte: Fee(sendSIR: 72_000_000, sendNotSIR: 72_000_000, execution: 70_000_000),
        gasKeyTransfer: Fee(sendSIR: 115_123_062_500, sendNotSIR: 115_123_062_500, execution: 235_676_644_250),
        gasKeyPerByte: Fee(sendSIR: 59_357_464, sendNotSIR: 59_357_464, execution: 101_435_400),
        gasKeyNonce: Fee(sendSIR: 0, sendNotSIR: 0, execution: 64_196_736_000))
}
