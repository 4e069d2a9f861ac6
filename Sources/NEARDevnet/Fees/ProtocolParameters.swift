// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// Everything of NEAR's runtime configuration that native actions depend on, for one named protocol version.
///
/// Where the devnet is simpler than nearcore at that version:
/// - the gas price never moves: blocks are never full, so there is nothing to adjust it for;
/// - there is one shard, so congestion control never refuses a transaction;
/// - the share of burnt gas that nearcore pays to validators is burnt.
public struct ProtocolParameters: Sendable, Hashable {
    /// The protocol version that the figures belong to.
    public var protocolVersion: UInt32
    /// Gas fees of native operations.
    public var fees: FeeTable
    /// Size and count limits.
    public var limits: ProtocolLimits
    /// YoctoNEAR burnt for one unit of gas.
    public var gasPrice: UInt128
    /// Gas that one block's chunk may burn.
    ///
    /// Reported, never reached.
    public var gasLimit: UInt64
    /// YoctoNEAR an account must hold for each byte it stores.
    public var storageAmountPerByte: UInt128
    /// YoctoNEAR burnt for each byte of globally deployed code.
    public var globalContractStorageAmountPerByte: UInt128
    /// Bytes counted for an account by itself.
    public var bytesPerAccount: UInt64
    /// Bytes counted for each record of an account (an access key, a storage entry) beyond its contents.
    public var extraBytesPerRecord: UInt64
    /// Bytes up to which an account needs no balance for its storage (NEP-448).
    public var zeroBalanceStorageLimit: UInt64
    /// Top-level account ids shorter than this can be created by the registrar only.
    public var minAllowedTopLevelAccountLength: UInt64
    /// The account that may create short top-level ids.
    public var registrarAccountId: AccountId
    /// Numerator of the share of a contract's burnt gas that its account is paid; the denominator is 10.
    public var burntGasRewardTenths: UInt64
    /// Smallest stake that a `Stake` action may set, in yoctoNEAR.
    public var minimumStake: UInt128

    /// Access-key nonces of a block stay below its height times this number (nearcore:
    /// `ACCESS_KEY_NONCE_RANGE_MULTIPLIER`).
    public static let accessKeyNonceRangeMultiplier = AccessKey.nonceRangeMultiplier

    /// The parameters of protocol version 83.
    public static let version83 = ProtocolParameters(
        protocolVersion: 83,
        fees: .version83,
        limits: .version83,
        gasPrice: 100_000_000,
        gasLimit: 1_000_000_000_000_000,
        storageAmountPerByte: 10_000_000_000_000_000_000,
        globalContractStorageAmountPerByte: 100_000_000_000_000_000_000,
        bytesPerAccount: 100,
        extraBytesPerRecord: 40,
        zeroBalanceStorageLimit: 770,
        minAllowedTopLevelAccountLength: 65,
        registrarAccountId: .wellKnown("registrar"),
        burntGasRewardTenths: 3,
        minimumStake: 10_000_000_000_000_000_000_000_000_000)
}
