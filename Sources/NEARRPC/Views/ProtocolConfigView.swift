// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The protocol's parameters (nearcore's `ProtocolConfigView`): those that a client uses, and all of them in `json`.
public struct ProtocolConfigView: Sendable, Hashable {
    /// The network's name.
    public let chainId: String
    /// The protocol version.
    public let protocolVersion: UInt64
    /// The number of blocks in an epoch.
    public let epochLength: UInt64
    /// The number of blocks for which a transaction's block hash is valid.
    public let transactionValidityPeriod: UInt64
    /// The lowest price of gas, in yoctoNEAR a gas unit.
    public let minGasPrice: NEARToken
    /// The price of a byte of storage.
    public let storageAmountPerByte: NEARToken
    /// The gas that a transaction's calls may attach together.
    public let maxTotalPrepaidGas: Gas
    /// The size of a transaction, in bytes.
    public let maxTransactionSize: UInt64
    /// The parameters as they came.
    public let json: JSONValue
}

extension ProtocolConfigView: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        chainId = try fields.value("chain_id")
        protocolVersion = try fields.value("protocol_version")
        epochLength = try fields.value("epoch_length")
        transactionValidityPeriod = try fields.value("transaction_validity_period")
        minGasPrice = try fields.value("min_gas_price")
        let runtime = try ViewFields(fields.value("runtime_config", as: JSONValue.self))
        storageAmountPerByte = try runtime.value("storage_amount_per_byte")
        let wasm = try ViewFields(runtime.value("wasm_config", as: JSONValue.self))
        let limits = try ViewFields(wasm.value("limit_config", as: JSONValue.self))
        maxTotalPrepaidGas = try limits.value("max_total_prepaid_gas")
        maxTransactionSize = try limits.value("max_transaction_size")
        self.json = json
    }
}
