// SPDX-License-Identifier: MIT

import Foundation
import NEARDevnet
import NEARPrimitives
import ProcessSetup

/// Measures the devnet over real HTTP, and prints a JSON line for each figure.
///
/// Scripts/bench builds it in release mode and runs it.
@main struct Main {
    /// The transfers of one run.
    private static let transferCount = 800
    private static let runCount = 9
    private static let clientCount = 16
    /// The contract calls of one run.
    private static let callCount = 250

    static func main() async throws {
        ProgramProcess.prepare()
        if let count = workCount { return try await work(count) }
        if CommandLine.arguments.dropFirst() == ["bombs"] { return try await bombs() }
        if CommandLine.arguments.dropFirst() == ["compile-bombs"] { return try await compileBombs() }
        if CommandLine.arguments.dropFirst() == ["failures"] { return try await failures() }
        if CommandLine.arguments.dropFirst() == ["calls"] { return try await contractCalls() }
        try await start()
        try await transfers(name: "devnet-transfers-sequential", clients: 1, bar: 4.5)
        try await transfers(name: "devnet-transfers-parallel", clients: clientCount, bar: 2.5)
        try await contractCalls()
        try await failures()
        try await restore()
        try await bombs()
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

    /// Transfers, each client with an account and a connection of its own, each waiting for `FINAL`.
    ///
    /// They are signed beforehand; the floor is what a client and a node can't do without, one signature and its
    /// verification by one thread.
    private static func transfers(name: String, clients: Int, bar: Double) async throws {
        var configuration = DevnetConfiguration()
        configuration.accounts = try (0..<clients).map { .init(try AccountId("account\($0).near")) }
        let devnet = try await Devnet.start(configuration)
        let port = try port(of: devnet)
        let each = transferCount / clients
        let hash = try latestBlockHash(try BareClient(port: port))
        let batches = try devnet.accounts.map {
            try requests(from: $0, to: devnet.rootAccount.id, hash, count: each * (runCount + 1))
        }
        var (floors, ours): ([Double], [Double]) = ([], [])
        for run in 0...runCount {
            var floor = 0.0
            if run.isMultiple(of: 2) { floor = try signAndVerify(transferCount) }
            let begin = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for batch in batches {
                    let part = Array(batch[(run * each)..<((run + 1) * each)])
                    group.addTask { try await BareClient.onThread { try send(part, to: port) } }
                }
                try await group.waitForAll()
            }
            let time = begin.duration(to: .now) / .nanoseconds(each * clients)
            if !run.isMultiple(of: 2) { floor = try signAndVerify(transferCount) }
            // The first run warms up.
            guard run > 0 else { continue }
            floors.append(floor)
            ours.append(time)
        }
        await devnet.stop()
        RatioFigure(metric: name, floors: floors, ours: ours, bar: bar).print()
    }

    /// Returns the nanoseconds in which this thread signs 32 bytes and verifies the signature.
    private static func signAndVerify(_ count: Int) throws -> Double {
        let key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 7, count: 32))
        let hash = CryptoHash.sha256([1]).bytes
        let begin = ContinuousClock.now
        for _ in 0..<count {
            guard key.publicKey.verify(try key.sign(hash), message: hash) else {
                throw BenchError("a signature is wrong")
            }
        }
        return begin.duration(to: .now) / .nanoseconds(count)
    }

    /// Messages for the guest book, signed beforehand, one after the other, each waiting for `FINAL`.
    ///
    /// The floor is one signature, its verification, and the same call in JavaScriptCore alone.
    private static func contractCalls() async throws {
        var configuration = DevnetConfiguration()
        configuration.accounts = [.init(try AccountId("account.near"))]
        let devnet = try await Devnet.start(configuration)
        let book = try AccountId("book.near")
        try await devnet.deploy(.guestBook, to: book)
        let port = try port(of: devnet)
        let hash = try latestBlockHash(BareClient(port: port))
        let (method, arguments) = ("add_message", #"{"text":"a message for the guest book"}"#)
        let add = Action.functionCall(
            FunctionCallAction(methodName: method, args: Array(arguments.utf8), gas: .tera(30), deposit: .zero))
        let calls = try requests(from: devnet.accounts[0], to: book, hash, count: callCount * (runCount + 1), add)
        let code = try SampleContract.guestBook.code()
        var (floors, ours): ([Double], [Double]) = ([], [])
        for run in 0...runCount {
            let bare: @Sendable () throws -> Double = {
                try signAndVerify(callCount)
                    + BareContract.time(
                        code, method: method, arguments: arguments, from: "account.near", count: callCount)
            }
            var floor = 0.0
            if run.isMultiple(of: 2) { floor = try await BareClient.onThread { try bare() } }
            let part = Array(calls[(run * callCount)..<((run + 1) * callCount)])
            let begin = ContinuousClock.now
            try await BareClient.onThread { try send(part, to: port) }
            let time = begin.duration(to: .now) / .nanoseconds(callCount)
            if !run.isMultiple(of: 2) { floor = try await BareClient.onThread { try bare() } }
            // The first run compiles the contract.
            guard run > 0 else { continue }
            floors.append(floor)
            ours.append(time)
        }
        await devnet.stop()
        RatioFigure(metric: "devnet-contract-calls", floors: floors, ours: ours, bar: 8).print()
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
        _ action: Action = .transfer(NEARToken(yoctoNEAR: 1)), after first: UInt64 = 0
    ) throws -> [String] {
        try (1...count).map { nonce in
            let body = TransactionV0(
                signerId: account.id, publicKey: account.publicKey, nonce: first + UInt64(nonce), receiverId: receiver,
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

    static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// An answer that a benchmark doesn't expect.
struct BenchError: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
