// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARPrimitives

/// Calls that fail at once: what a contract's end by an error costs, above that of one that succeeds.
extension Main {
    static func failures() async throws {
        var configuration = DevnetConfiguration()
        let contract = try AccountId("contract.near")
        configuration.accounts = [.init(try AccountId("account.near")), .init(contract)]
        let devnet = try await Devnet.start(configuration)
        try await devnet.deploy(
            code: module(#"(module (func (export "ok")) (func (export "fail") unreachable))"#), to: contract)
        let port = try port(of: devnet)
        let hash = try latestBlockHash(BareClient(port: port))
        var nonce = 0
        var times: [String: [Double]] = [:]
        for run in 0...6 {
            for method in ["ok", "fail"] {
                let call = Action.functionCall(
                    FunctionCallAction(methodName: method, args: [], gas: .tera(30), deposit: .zero))
                let batch = try requests(
                    from: devnet.accounts[0], to: contract, hash, count: 100, call, after: UInt64(nonce))
                nonce += 100
                let begin = ContinuousClock.now
                try await BareClient.onThread { try send(batch, to: port) }
                if run > 0 { times[method, default: []].append(begin.duration(to: .now) / .microseconds(100)) }
            }
        }
        await devnet.stop()
        let (ok, fail) = (median(times["ok"] ?? []), median(times["fail"] ?? []))
        Figure(
            metric: "devnet-failing-call", unit: "us above one that succeeds", value: fail - ok, bar: 100, isBest: .low
        )
        .print()
    }
}
