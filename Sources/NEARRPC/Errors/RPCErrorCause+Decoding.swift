// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCErrorCause {
    /// Reads the cause out of JSON-RPC's `error` object.
    ///
    /// A known name whose info isn't what this version expects becomes `unrecognized`, with all that came.
    init(errorObject json: JSONValue) {
        let cause = json["cause"]
        let name = cause?["name"]?.stringValue
        let info = cause?["info"]
        guard let name else {
            self = Self.standard(json) ?? .unrecognized(name: nil, info: json["data"])
            return
        }
        do throws(ViewDecodingError) {
            let fields = try ViewFields(info ?? .object([:]))
            if let cause = try Self.state(name, fields) {
                self = cause
            } else if let cause = try Self.chain(name, fields: fields, info: info) {
                self = cause
            } else if let cause = try Self.transaction(name, fields, data: json["data"]) {
                self = cause
            } else {
                self = try Self.node(name, fields) ?? .unrecognized(name: name, info: info)
            }
        } catch {
            self = .unrecognized(name: name, info: info)
        }
    }

    private static func state(_ name: String, _ fields: ViewFields) throws(ViewDecodingError) -> RPCErrorCause? {
        let position = try position(fields)
        return switch name {
        case "UNKNOWN_ACCOUNT": .unknownAccount(accountId: try fields.value("requested_account_id"), at: position)
        case "INVALID_ACCOUNT": .invalidAccount(accountId: try fields.value("requested_account_id"), at: position)
        case "UNKNOWN_ACCESS_KEY", "UNKNOWN_GAS_KEY":
            .unknownAccessKey(publicKey: try fields.value("public_key"), at: position)
        case "NO_CONTRACT_CODE": .noContractCode(accountId: try fields.value("contract_account_id"), at: position)
        case "TOO_LARGE_CONTRACT_STATE":
            .tooLargeContractState(accountId: try fields.value("contract_account_id"), at: position)
        case "CONTRACT_EXECUTION_ERROR":
            .contractExecutionError(
                error: try fields.value("vm_error", as: JSONValue.self).sentenceText, at: position)
        case "GARBAGE_COLLECTED_BLOCK": .garbageCollectedBlock(at: position)
        default: nil
        }
    }

    private static func chain(
        _ name: String, fields: ViewFields, info: JSONValue?
    ) throws(ViewDecodingError) -> RPCErrorCause? {
        switch name {
        case "UNKNOWN_BLOCK": .unknownBlock(reference: info?["block_reference"])
        case "UNKNOWN_CHUNK": .unknownChunk(hash: try fields.value("chunk_hash"))
        case "INVALID_SHARD_ID": .invalidShardId(shardId: try fields.value("shard_id"))
        case "UNKNOWN_EPOCH": .unknownEpoch
        case "VALIDATOR_INFO_UNAVAILABLE": .validatorInfoUnavailable
        case "UNKNOWN_RECEIPT": .unknownReceipt(receiptId: try fields.value("receipt_id"))
        default: nil
        }
    }

    /// An invalid transaction's reason stands in `data`, not in `info`: nearcore leaves it out there.
    private static func transaction(
        _ name: String, _ fields: ViewFields, data: JSONValue?
    ) throws(ViewDecodingError) -> RPCErrorCause? {
        switch name {
        case "INVALID_TRANSACTION":
            .invalidTransaction(
                InvalidTxError(json: data?["TxExecutionError"]?["InvalidTxError"] ?? data ?? .null))
        case "UNKNOWN_TRANSACTION": .unknownTransaction(hash: try fields.value("requested_transaction_hash"))
        case "REQUEST_ROUTED": .requestRouted(hash: try fields.value("transaction_hash"))
        case "DOES_NOT_TRACK_SHARD": .doesNotTrackShard
        case "TIMEOUT_ERROR": .timeoutError
        default: nil
        }
    }

    private static func node(_ name: String, _ fields: ViewFields) throws(ViewDecodingError) -> RPCErrorCause? {
        switch name {
        case "NO_SYNCED_BLOCKS": return .noSyncedBlocks
        case "NOT_SYNCED_YET": return .notSyncedYet
        case "UNAVAILABLE_SHARD": return .unavailableShard(shardId: try fields.value("requested_shard_id"))
        case "INTERNAL_ERROR":
            let message: String? = try fields.value("error_message")
            let details: String? = try fields.value("debug_info")
            return .internalError(message: message ?? details ?? "")
        case "METHOD_NOT_FOUND": return .methodNotFound(method: try fields.value("method_name"))
        case "PARSE_ERROR": return .parseError(message: try fields.value("error_message"))
        default: return nil
        }
    }

    /// Servers that aren't nearcore send JSON-RPC's own numbers and no cause.
    private static func standard(_ json: JSONValue) -> RPCErrorCause? {
        let words = json["data"]?.sentenceText ?? json["message"]?.stringValue ?? ""
        switch json["code"]?.integerValue(as: Int.self) {
        case -32601: return .methodNotFound(method: words)
        case -32700, -32602, -32600: return .parseError(message: words)
        case -32603: return .internalError(message: words)
        default: return nil
        }
    }

    private static func position(_ fields: ViewFields) throws(ViewDecodingError) -> RPCBlockPosition? {
        let height: UInt64? = try fields.value("block_height")
        let hash: CryptoHash? = try fields.value("block_hash")
        guard let height, let hash else { return nil }
        return RPCBlockPosition(height: height, hash: hash)
    }
}

extension JSONValue {
    /// A string's own characters, anything else as JSON.
    var sentenceText: String { stringValue ?? text }
}
