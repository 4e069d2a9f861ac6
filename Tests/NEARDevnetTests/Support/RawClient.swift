// SPDX-License-Identifier: MIT

import Foundation
import FoundationNetworking
import NEARDevnet
import NEARPrimitives
import Testing

/// Speaks HTTP with a devnet as any program would, with none of this package's client.
struct RawClient: Sendable {
    let url: URL
    private let session: URLSession

    init(_ devnet: Devnet) {
        self.init(devnet.rpcURL)
    }

    init(_ url: URL) {
        self.url = url
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 300
        session = URLSession(configuration: configuration)
    }

    /// Gives up the connections.
    func finish() { session.invalidateAndCancel() }

    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        func json() throws -> JSONValue { try JSONValue.parse(body) }
    }

    func send(
        _ method: String = "POST", path: String = "", body: [UInt8]? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = URLRequest(url: url.appendingPathComponent(path))
        request.httpMethod = method
        request.httpBody = body.map { Data($0) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await session.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        var fields: [String: String] = [:]
        for (name, value) in http.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
        return Answer(status: http.statusCode, headers: fields, body: Array(data))
    }

    /// The whole response of a call.
    func response(_ method: String, _ params: JSONValue = [:]) async throws -> JSONValue {
        let request: JSONValue = ["jsonrpc": "2.0", "id": "test", "method": .string(method), "params": params]
        return try await send(body: request.bytes).json()
    }

    /// The result of a call that must succeed.
    func result(_ method: String, _ params: JSONValue = [:]) async throws -> JSONValue {
        let response = try await response(method, params)
        #expect(response["error"] == nil)
        return try #require(response["result"])
    }

    /// The error of a call that must fail.
    func error(_ method: String, _ params: JSONValue = [:]) async throws -> JSONValue {
        try #require(try await response(method, params)["error"])
    }

    /// Signs a transaction with what the chain says of nonce and block, as wallets do.
    func sign(
        _ signer: DevnetAccount, to receiver: AccountId, _ actions: [Action],
        change: (inout TransactionV0) -> Void = { _ in }
    ) async throws -> SignedTransaction {
        let key = try await result(
            "query",
            [
                "request_type": "view_access_key", "finality": "final", "account_id": .string(signer.id.text),
                "public_key": .string(signer.publicKey.description),
            ])
        let nonce = try #require(key["nonce"]?.integerValue(as: UInt64.self))
        let block = try CryptoHash(try #require(key["block_hash"]?.stringValue))
        var body = TransactionV0(
            signerId: signer.id, publicKey: signer.publicKey, nonce: nonce + 1, receiverId: receiver,
            blockHash: block, actions: actions)
        change(&body)
        return try SignedTransaction.sign(.v0(body), with: signer.secretKey)
    }
}

/// Starts a devnet with `alice.test.near` and `bob.test.near`, and stops it after the test.
func withDevnet(
    configure: (inout DevnetConfiguration) throws -> Void = { _ in },
    _ body: (Devnet, RawClient) async throws -> Void
) async throws {
    var configuration = DevnetConfiguration()
    configuration.accounts = [.init(try AccountId("alice.test.near")), .init(try AccountId("bob.test.near"))]
    try configure(&configuration)
    let devnet = try await Devnet.start(configuration)
    do {
        try await body(devnet, RawClient(devnet))
    } catch {
        await devnet.stop()
        throw error
    }
    await devnet.stop()
}
