// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The fees of actions as a node tells them in its protocol configuration (nearcore's `RuntimeConfigView`).
///
/// Nodes don't tell the fees of global contracts, deterministic accounts and gas keys there.
package struct RuntimeFees: Sendable, Hashable {
    let actionReceipt: RuntimeFee
    let createAccount: RuntimeFee
    let deployContract: RuntimeFee
    let deployContractByte: RuntimeFee
    let functionCall: RuntimeFee
    let functionCallByte: RuntimeFee
    let transfer: RuntimeFee
    let stake: RuntimeFee
    let addFullAccessKey: RuntimeFee
    let addFunctionCallKey: RuntimeFee
    let addFunctionCallKeyByte: RuntimeFee
    let deleteKey: RuntimeFee
    let deleteAccount: RuntimeFee
    let delegate: RuntimeFee
    /// The bytes that an account counts for by itself.
    package let accountBytes: UInt64
    /// The bytes that each record of an account counts for, beyond its contents.
    package let recordBytes: UInt64
    /// True if gas is bought at a higher price than it is burnt at, and the difference paid back.
    ///
    /// Protocol versions before 78 did that.
    package let inflatesGasPrice: Bool

    /// Reads the fees out of a node's protocol configuration.
    ///
    /// - Throws: `ViewDecodingError`, with the place of what is missing or of another form.
    package init(_ configuration: ProtocolConfigView) throws(ViewDecodingError) {
        let runtime = try ViewFields(ViewFields(configuration.json).value("runtime_config", as: JSONValue.self))
        let costs = try ViewFields(runtime.value("transaction_costs", as: JSONValue.self))
        actionReceipt = try costs.value("action_receipt_creation_config")
        let actions = try ViewFields(costs.value("action_creation_config", as: JSONValue.self))
        createAccount = try actions.value("create_account_cost")
        deployContract = try actions.value("deploy_contract_cost")
        deployContractByte = try actions.value("deploy_contract_cost_per_byte")
        functionCall = try actions.value("function_call_cost")
        functionCallByte = try actions.value("function_call_cost_per_byte")
        transfer = try actions.value("transfer_cost")
        stake = try actions.value("stake_cost")
        deleteKey = try actions.value("delete_key_cost")
        deleteAccount = try actions.value("delete_account_cost")
        delegate = try actions.value("delegate_cost")
        let keys = try ViewFields(actions.value("add_key_cost", as: JSONValue.self))
        addFullAccessKey = try keys.value("full_access_cost")
        addFunctionCallKey = try keys.value("function_call_cost")
        addFunctionCallKeyByte = try keys.value("function_call_cost_per_byte")
        let storage = try ViewFields(costs.value("storage_usage_config", as: JSONValue.self))
        accountBytes = try storage.value("num_bytes_account")
        recordBytes = try storage.value("num_extra_bytes_record")
        let ratio = costs.json("pessimistic_gas_price_inflation_ratio")?.arrayValue ?? []
        inflatesGasPrice = ratio.count == 2 && ratio[0] != ratio[1]
    }
}
