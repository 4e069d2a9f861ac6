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
func makeClient(
    endpoints: [RPCEndpoint], clock: some Clock<Duration> = ContinuousClock(),
    configure: (inout RPCClientConfiguration) -> Void = { _ in }
) throws -> NEARRPCClient {
    var configuration = RPCClientConfiguration(
        endpoints: endpoints,
        retryPolicy: RetryPolicy(initialBackoff: .milliseconds(1), maximumBackoff: .milliseconds(2)))
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
