// SPDX-License-Identifier: MIT

import Foundation
import NEARDevnet
import NEARPrimitives
import ProcessSetup

/// Measures the devnet over real HTTP, and prints a JSON line for each figure.
///
/// Scripts/bench builds it in release mode and runs it.
@main struct Main {
    private static let transferCount = 4_000
    private static let clientCount = 16
    private static let callCount = 2_200
    private static let warmUpCount = 200

    static func main() async throws {
        ProgramProcess.prepare()
        if let count = workCount { return try await work(count) }
        try await start()
        try await transfers(name: "devnet-transfers-sequential", clients: 1, bar: 2_000)
        try await transfers(name: "devnet-transfers-parallel", clients: clientCount, bar: 5_000)
        try await contractCalls()
        try await restore()
    }

    /// Measures the time from nothing to the first answer, as the median of several starts.
    private static func start() async throws {
        var times: [Double] = []
        for _ in 0..<15 {
            let begin = ContinuousClock.now
            let devnet = try await Devnet.start()
            let client = try BareClient(port: port(of: devnet))
            _ = try client.post(#"{"jsonrpc":"2.0","id":1,"method":"status","params":[]}"#)
            times.append(begin.duration(to: .now) / .milliseconds(1))
            await devnet.stop()
        }
        Figure(metric: "devnet-start", unit: "ms", value: median(times), bar: 50, isBest: .low).print()
    }

    /// Transfers signed beforehand, each client with an account and a connection of its own, each waiting for `FINAL`.
    private static func transfers(name: String, clients: Int, bar: Double) async throws {
        var configuration = DevnetConfiguration()
        configuration.accounts = try (0..<clients).map { .init(try AccountId("account\($0).near")) }
        let devnet = try await Devnet.start(configuration)
        let port = try port(of: devnet)
        let each = transferCount / clients
        var batches: [[String]] = []
        let first = try BareClient(port: port)
        let hash = try latestBlockHash(first)
        for account in devnet.accounts {
            batches.append(try requests(from: account, to: devnet.rootAccount.id, hash, count: each))
        }
        let begin = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for batch in batches {
                group.addTask { try await BareClient.onThread { try send(batch, to: port) } }
            }
            try await group.waitForAll()
        }
        let rate = Double(each * clients) / (begin.duration(to: .now) / .seconds(1))
        await devnet.stop()
        Figure(metric: name, unit: "1/s", value: rate, bar: bar, isBest: .high).print()
    }

    /// Messages for the guest book, signed beforehand, one after the other, each waiting for `FINAL`.
    private static func contractCalls() async throws {
        var configuration = DevnetConfiguration()
        configuration.accounts = [.init(try AccountId("account.near"))]
        let devnet = try await Devnet.start(configuration)
        let book = try AccountId("book.near")
        try await devnet.deploy(.guestBook, to: book)
        let port = try port(of: devnet)
        let hash = try latestBlockHash(BareClient(port: port))
        let add = Action.functionCall(
            FunctionCallAction(
                methodName: "add_message", args: Array(#"{"text":"a message for the guest book"}"#.utf8),
                gas: .tera(30),
                deposit: .zero))
        let calls = try requests(from: devnet.accounts[0], to: book, hash, count: callCount, add)
        // The first calls compile the contract.
        try await BareClient.onThread { try send(Array(calls[..<warmUpCount]), to: port) }
        let begin = ContinuousClock.now
        try await BareClient.onThread { try send(Array(calls[warmUpCount...]), to: port) }
        let rate = Double(callCount - warmUpCount) / (begin.duration(to: .now) / .seconds(1))
        await devnet.stop()
        Figure(metric: "devnet-contract-calls", unit: "1/s", value: rate, bar: 1_000, isBest: .high).print()
    }

    static func send(_ batch: [String], to port: UInt16) throws {
        let client = try BareClient(port: port)
        for request in batch {
            let answer = try client.post(request)
            guard answer.utf8.firstRange(of: Array(#""final_execution_status":"FINAL""#.utf8)) != nil else {
                throw BenchError(answer)
            }
        }
    }

    /// Going back over a thousand transfers.
    private static func restore() async throws {
        var configuration = DevnetConfiguration()
        configuration.accounts = [.init(try AccountId("account.near"))]
        let devnet = try await Devnet.start(configuration)
        let client = try BareClient(port: port(of: devnet))
        let requests = try requests(
            from: devnet.accounts[0], to: devnet.rootAccount.id, latestBlockHash(client), count: 1_000)
        var times: [Double] = []
        let snapshot = await devnet.snapshot()
        for batch in stride(from: 0, to: 1_000, by: 100) {
            for request in requests[0..<(batch + 100)] { _ = try client.post(request) }
            let begin = ContinuousClock.now
            try await devnet.restore(snapshot)
            times.append(begin.duration(to: .now) / .milliseconds(1))
        }
        await devnet.stop()
        Figure(metric: "devnet-restore", unit: "ms", value: median(times), bar: 1, isBest: .low).print()
    }

    static func requests(
        from account: DevnetAccount, to receiver: AccountId, _ hash: CryptoHash, count: Int,
        _ action: Action = .transfer(NEARToken(yoctoNEAR: 1))
    ) throws -> [String] {
        try (1...count).map { nonce in
            let body = TransactionV0(
                signerId: account.id, publicKey: account.publicKey, nonce: UInt64(nonce), receiverId: receiver,
                blockHash: hash, actions: [action])
            let signed = try SignedTransaction.sign(.v0(body), with: account.secretKey)
            let params = #"{"signed_tx_base64":"\#(signed.base64)","wait_until":"FINAL"}"#
            return #"{"jsonrpc":"2.0","id":1,"method":"send_tx","params":\#(params)}"#
        }
    }

    static func latestBlockHash(_ client: BareClient) throws -> CryptoHash {
        let answer = try client.post(#"{"jsonrpc":"2.0","id":1,"method":"block","params":{"finality":"final"}}"#)
        guard let hash = try JSONValue.parse(answer)["result"]?["header"]?["hash"]?.stringValue else {
            throw BenchError(answer)
        }
        return try CryptoHash(hash)
    }

    static func port(of devnet: Devnet) throws -> UInt16 {
        guard let port = devnet.rpcURL.port else { throw BenchError("no port in \(devnet.rpcURL)") }
        return UInt16(port)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// An answer that a benchmark doesn't expect.
struct BenchError: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
