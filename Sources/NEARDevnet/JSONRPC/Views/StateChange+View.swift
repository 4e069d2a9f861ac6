// SPDX-License-Identifier: MIT

import NEARPrimitives

extension StateChange {
    /// The change as nearcore writes it (`StateChangeWithCauseView`), or `nil` for changes that it has no view of.
    var view: JSONValue? {
        guard let (type, change) = value.view else { return nil }
        return ["type": .string(type), "cause": cause.view, "change": .object(change)]
    }
}

extension StateChangeCause {
    /// The cause as nearcore writes it (`StateChangeCauseView`).
    fileprivate var view: JSONValue {
        switch self {
        case .initialState: ["type": "initial_state"]
        case .sandboxPatch: ["type": "not_writable_to_disk"]
        case .transactionProcessing(let hash): ["type": "transaction_processing", "tx_hash": .hash(hash)]
        case .receiptProcessing(let hash): ["type": "receipt_processing", "receipt_hash": .hash(hash)]
        case .actionReceiptGasReward(let hash): ["type": "action_receipt_gas_reward", "receipt_hash": .hash(hash)]
        case .validatorAccountsUpdate: ["type": "validator_accounts_update"]
        }
    }
}

extension StateChangeValue {
    /// The kind of change and what changed, as nearcore writes them (`StateChangeValueView`).
    fileprivate var view: (type: String, change: JSONValue.Members)? {
        let account: JSONValue.Members = ["account_id": .id(accountId)]
        func with(_ more: JSONValue.Members) -> JSONValue.Members { account.merging(more) { first, _ in first } }
        switch self {
        case .accountUpdate(_, let record): return ("account_update", with(record.view))
        case .accountDeletion: return ("account_deletion", account)
        case .accessKeyUpdate(_, let key, let accessKey):
            return (
                "access_key_update", with(["public_key": .key(key), "access_key": .object(accessKey.view)])
            )
        case .accessKeyDeletion(_, let key): return ("access_key_deletion", with(["public_key": .key(key)]))
        case .gasKeyNonceUpdate(_, let key, let index, let nonce):
            return (
                "gas_key_nonce_update",
                with(["public_key": .key(key), "index": .count(index), "nonce": .count(nonce)])
            )
        case .dataUpdate(_, let key, let value):
            return ("data_update", with(["key_base64": .bytes(key), "value_base64": .bytes(value)]))
        case .dataDeletion(_, let key): return ("data_deletion", with(["key_base64": .bytes(key)]))
        case .contractCodeUpdate(_, let code):
            return ("contract_code_update", with(["code_base64": .bytes(code.bytes)]))
        case .contractCodeDeletion: return ("contract_code_deletion", account)
        case .globalContractUpdate: return nil
        }
    }

    /// The kind of the change, as nearcore writes it (`StateChangeKindView`).
    var kindView: JSONValue? {
        let type: String
        switch self {
        case .accountUpdate, .accountDeletion: type = "account_touched"
        case .accessKeyUpdate, .accessKeyDeletion, .gasKeyNonceUpdate: type = "access_key_touched"
        case .dataUpdate, .dataDeletion: type = "data_touched"
        case .contractCodeUpdate, .contractCodeDeletion: type = "contract_code_touched"
        case .globalContractUpdate: return nil
        }
        return ["type": .string(type), "account_id": .id(accountId)]
    }
}
