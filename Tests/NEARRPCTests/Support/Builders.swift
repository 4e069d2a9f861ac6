// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARPrimitives
import NEARRPC
import Testing

/// A client of `nodes` that tells the time by `clock` and waits without jitter.
func makeClient(
    _ nodes: FakeNode..., clock: some Clock<Duration> = ContinuousClock(),
    configure: (inout RPCClientConfiguration) -> Void = { _ in }
) throws -> NEARRPCClient {
    try makeClient(endpoints: nodes.map(\.endpoint), clock: clock, configure: configure)
}

/// A client of `endpoints` that tells the time by `clock` and waits without jitter.
///
/// With a real clock it waits for as long as it takes: tests that compute can keep all of Swift's threads for many
/// seconds, and a call that was given up meanwhile is made again.
func makeClient(
    endpoints: [RPCEndpoint], clock: some Clock<Duration> = ContinuousClock(),
    configure: (inout RPCClientConfiguration) -> Void = { _ in }
) throws -> NEARRPCClient {
    var configuration = RPCClientConfiguration(
        endpoints: endpoints,
        retryPolicy: RetryPolicy(initialBackoff: .milliseconds(1), maximumBackoff: .milliseconds(2)))
    if clock is ContinuousClock {
        configuration.deadline = .seconds(300)
        configuration.transactionDeadline = .seconds(300)
        configuration.attemptTimeout = .seconds(300)
    }
    configure(&configuration)
    return try NEARRPCClient(
        configuration: configuration, clock: clock,
        logger: Logger(label: "near-connect.rpc.tests", factory: { _ in SwiftLogNoOpLogHandler() }), random: { 1 })
}

/// A port on which nobody listens.
func makeClosedEndpoint() throws -> RPCEndpoint {
    try RPCEndpoint(url: #require(URL(string: "http://127.0.0.1:1")))
}

/// A transfer signed by a key that depends on nothing.
func makeSignedTransaction(nonce: UInt64 = 7) throws -> SignedTransaction {
    let key = try SecretKey(keyType: .ed25519, seed: [UInt8](repeating: 5, count: 32))
    let transaction = TransactionV0(
        signerId: try AccountId("alice.testnet"), publicKey: key.publicKey, nonce: nonce,
        receiverId: try AccountId("bob.testnet"), blockHash: .sha256([1, 2, 3]),
        actions: [.transfer(NEARToken(yoctoNEAR: 1))])
    return try SignedTransaction.sign(.v0(transaction), with: key)
}

/// nearcore's error object for a call that it handled.
func makeHandlerError(_ cause: String, info: JSONValue = [:], data: JSONValue = "") -> JSONValue {
    .object([
        "name": "HANDLER_ERROR", "cause": .object(["name": .string(cause), "info": info]), "code": -32000,
        "message": "Server error", "data": data,
    ])
}

/// The answer of a node about `transaction` once it has run.
func makeOutcome(of transaction: SignedTransaction, stage: TxExecutionStatus?) -> JSONValue {
    let hash = JSONValue.string(transaction.hash.description)
    var outcome: JSONValue.Members = [
        "status": ["SuccessValue": ""],
        "transaction": [
            "actions": [["Transfer": ["deposit": "1"]]], "hash": hash, "nonce": 7, "priority_fee": 0,
            "public_key": .string(transaction.transaction.publicKey.description),
            "receiver_id": .string(transaction.transaction.receiverId.text),
            "signature": .string(transaction.signature.description),
            "signer_id": .string(transaction.transaction.signerId.text),
        ],
        "transaction_outcome": [
            "block_hash": hash, "id": hash, "proof": [],
            "outcome": [
                "executor_id": "alice.testnet", "gas_burnt": 223_182_562_500, "logs": [],
                "metadata": ["gas_profile": nil, "version": 1], "receipt_ids": [hash],
                "status": ["SuccessReceiptId": hash], "tokens_burnt": "22318256250000000000",
            ],
        ],
        "receipts_outcome": [],
    ]
    if let stage { outcome["final_execution_status"] = .string(stage.rawValue) }
    return .object(outcome)
}
