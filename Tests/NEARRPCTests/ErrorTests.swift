// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARRPC

@Suite("Errors of nodes") struct ErrorTests {
    private static let hashText = "9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz"
    private static let keyText = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let info: JSONValue
        let cause: RPCErrorCause
        var testDescription: String { name }
    }

    static func rows() throws -> [Row] {
        let alice = try AccountId("alice.near")
        let hash = try CryptoHash(hashText)
        let key = try PublicKey(keyText)
        let block = RPCBlockPosition(height: 17, hash: hash)
        func at(_ fields: JSONValue.Members) -> JSONValue {
            .object(
                fields.merging(["block_height": 17, "block_hash": .string(hashText)]) { own, _ in own })
        }
        return [
            Row(
                name: "UNKNOWN_ACCOUNT", info: at(["requested_account_id": "alice.near"]),
                cause: .unknownAccount(accountId: alice, at: block)),
            Row(
                name: "UNKNOWN_ACCOUNT", info: ["requested_account_id": "alice.near"],
                cause: .unknownAccount(accountId: alice, at: nil)),
            Row(
                name: "INVALID_ACCOUNT", info: at(["requested_account_id": "Alice"]),
                cause: .invalidAccount(accountId: "Alice", at: block)),
            Row(
                name: "UNKNOWN_ACCESS_KEY", info: at(["public_key": .string(keyText)]),
                cause: .unknownAccessKey(publicKey: key, at: block)),
            Row(
                name: "NO_CONTRACT_CODE", info: at(["contract_account_id": "alice.near"]),
                cause: .noContractCode(accountId: alice, at: block)),
            Row(
                name: "TOO_LARGE_CONTRACT_STATE", info: at(["contract_account_id": "alice.near"]),
                cause: .tooLargeContractState(accountId: alice, at: block)),
            Row(
                name: "CONTRACT_EXECUTION_ERROR", info: at(["vm_error": "wasm execution failed"]),
                cause: .contractExecutionError(error: "wasm execution failed", at: block)),
            Row(
                name: "CONTRACT_EXECUTION_ERROR", info: at(["vm_error": ["HostError": "GasExceeded"]]),
                cause: .contractExecutionError(error: "{\"HostError\":\"GasExceeded\"}", at: block)),
            Row(
                name: "UNKNOWN_BLOCK", info: ["block_reference": ["block_id": 1]],
                cause: .unknownBlock(reference: ["block_id": 1])),
            Row(name: "UNKNOWN_BLOCK", info: [:], cause: .unknownBlock(reference: nil)),
            Row(name: "GARBAGE_COLLECTED_BLOCK", info: at([:]), cause: .garbageCollectedBlock(at: block)),
            Row(
                name: "UNKNOWN_CHUNK", info: ["chunk_hash": .string(hashText)], cause: .unknownChunk(hash: hash)),
            Row(name: "INVALID_SHARD_ID", info: ["shard_id": 99], cause: .invalidShardId(shardId: 99)),
            Row(name: "UNKNOWN_EPOCH", info: [:], cause: .unknownEpoch),
            Row(name: "VALIDATOR_INFO_UNAVAILABLE", info: [:], cause: .validatorInfoUnavailable),
            Row(
                name: "UNKNOWN_RECEIPT", info: ["receipt_id": .string(hashText)],
                cause: .unknownReceipt(receiptId: hash)),
            Row(
                name: "UNKNOWN_TRANSACTION", info: ["requested_transaction_hash": .string(hashText)],
                cause: .unknownTransaction(hash: hash)),
            Row(
                name: "REQUEST_ROUTED", info: ["transaction_hash": .string(hashText)],
                cause: .requestRouted(hash: hash)),
            Row(name: "DOES_NOT_TRACK_SHARD", info: [:], cause: .doesNotTrackShard),
            Row(name: "TIMEOUT_ERROR", info: [:], cause: .timeoutError),
            Row(name: "NO_SYNCED_BLOCKS", info: [:], cause: .noSyncedBlocks),
            Row(name: "NOT_SYNCED_YET", info: [:], cause: .notSyncedYet),
            Row(name: "UNAVAILABLE_SHARD", info: ["requested_shard_id": 3], cause: .unavailableShard(shardId: 3)),
            Row(name: "INTERNAL_ERROR", info: ["error_message": "disk"], cause: .internalError(message: "disk")),
            Row(name: "INTERNAL_ERROR", info: ["debug_info": "disk"], cause: .internalError(message: "disk")),
            Row(name: "METHOD_NOT_FOUND", info: ["method_name": "foo"], cause: .methodNotFound(method: "foo")),
            Row(name: "PARSE_ERROR", info: ["error_message": "bad"], cause: .parseError(message: "bad")),
            Row(
                name: "BRAND_NEW_ERROR", info: ["a": 1], cause: .unrecognized(name: "BRAND_NEW_ERROR", info: ["a": 1])),
            Row(
                name: "UNKNOWN_ACCOUNT", info: ["requested_account_id": 7],
                cause: .unrecognized(name: "UNKNOWN_ACCOUNT", info: ["requested_account_id": 7])),
            Row(name: "UNKNOWN_EPOCH", info: 7, cause: .unrecognized(name: "UNKNOWN_EPOCH", info: 7)),
        ]
    }

    @Test(arguments: try rows()) func aCauseIsReadByItsNameAndInfo(row: Row) {
        let error = RPCNodeError(errorObject: makeHandlerError(row.name, info: row.info))
        #expect(error.name == .handlerError)
        #expect(error.cause == row.cause)
        #expect(error.code == -32000)
        #expect(!error.description.isEmpty)
    }

    @Test func theReasonOfARefusedTransactionIsInData() {
        let expired: JSONValue = ["TxExecutionError": ["InvalidTxError": "Expired"]]
        #expect(
            RPCNodeError(errorObject: makeHandlerError("INVALID_TRANSACTION", data: expired)).cause
                == .invalidTransaction(.expired))
        #expect(
            RPCNodeError(errorObject: makeHandlerError("INVALID_TRANSACTION", data: "words")).cause
                == .invalidTransaction(.unrecognized("words")))
    }

    @Test(arguments: [
        (-32601, RPCErrorCause.methodNotFound(method: "words")), (-32700, .parseError(message: "words")),
        (-32602, .parseError(message: "words")), (-32603, .internalError(message: "words")),
        (-32099, .unrecognized(name: nil, info: "words")),
    ]) func aServerThatIsntNearcoreIsUnderstoodByTheNumber(code: Int, cause: RPCErrorCause) {
        let error = RPCNodeError(errorObject: ["code": .integer(Int128(code)), "message": "m", "data": "words"])
        #expect(error.cause == cause)
        #expect(error.name == .unrecognized(nil))
    }

    @Test(arguments: [JSONValue.null, 7, "text", [], [:], ["cause": 1], ["cause": ["name": 1, "info": []]]])
    func anyErrorObjectIsAnError(json: JSONValue) {
        #expect(!RPCNodeError(errorObject: json).description.isEmpty)
        #expect(RPCNodeError(errorObject: json).json == json)
    }

    @Test func eachErrorHasACodeAndASentence() throws {
        let failure = RPCAttemptError(endpoint: "https://rpc.example", reason: .http(status: 503))
        let errors: [RPCError] = [
            .unavailable([failure]), .unavailable([]), .rateLimited(retryAfter: .seconds(2)),
            .rateLimited(retryAfter: nil), .uncertain(failure), .transactionUnknown(hash: .sha256([])),
            .deadlineExceeded(after: .seconds(1)), .cancelled,
            .unexpectedResult(method: "tx", reason: "status: missing"),
            .responseTooLarge(limit: 1), .requestTooLarge(size: 2, limit: 1),
            .invalidRequest(reason: "it has no method"),
        ]
        for error in errors {
            #expect(error.description.hasSuffix("."), "\(error)")
            #expect(!error.code.isEmpty)
        }
        #expect(Set(errors.map(\.code)).count == 10)
    }
}
