// SPDX-License-Identifier: MIT

import NEARPrimitives
import Synchronization
import Testing

@testable import NEARDevnet

/// Contracts that run long, beside other tasks.
@Suite struct ChainThreadTests {
    private let endless = #"(module (func (export "spin") (loop (br 0))))"#

    /// Runs more endless contracts at once than Swift's tasks have threads, each until its petagas is burnt.
    ///
    /// Meanwhile tasks go on, and the devnets answer what they are asked.
    @Test func whileContractsRunEverybodyElseIsAnswered() async throws {
        let code = try WAT.module(endless)
        try await withDevnet { first, firstClient in
            try await withDevnet { second, secondClient in
                try await withDevnet { third, thirdClient in
                    let places = [(first, firstClient), (second, secondClient), (third, thirdClient)]
                    for (devnet, _) in places { try await devnet.deploy(code: code, to: devnet.accounts[1].id) }
                    // The number of answers depends on what else the machine does, and it may do so much that the
                    // contracts are over before the first. Answers that wait for them come at no attempt.
                    var answers = 0
                    for _ in 0..<5 where answers == 0 { answers = try await answersWhileContractsRun(places) }
                    #expect(answers > 0, "nobody was answered while the contracts ran")
                }
            }
        }
    }

    /// The number of times that all devnets have answered while each of them ran a contract.
    private func answersWhileContractsRun(_ places: [(devnet: Devnet, client: RawClient)]) async throws -> Int {
        var calls: [(client: RawClient, transaction: JSONValue)] = []
        for (devnet, client) in places {
            let (sender, contract) = (devnet.accounts[0], devnet.accounts[1].id)
            let signed = try await client.sign(sender, to: contract, Array(repeating: spin, count: 2))
            calls.append((client, .string(signed.base64)))
        }
        let running = Count(calls.count)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for (client, transaction) in calls {
                group.addTask {
                    let result = try await client.result(
                        "send_tx", ["signed_tx_base64": transaction, "wait_until": "FINAL"])
                    running.decrement()
                    #expect(result["status"]?["Failure"] != nil)
                }
            }
            var answers = 0
            while running.value == calls.count, answers < 10 {
                for (client, _) in calls {
                    let status = try await client.result("status")
                    #expect(status["sync_info"]?["latest_block_height"] != nil)
                }
                try await Task.sleep(for: .milliseconds(1))
                // An answer that came when a contract was over may have waited for that.
                if running.value == calls.count { answers += 1 }
            }
            try await group.waitForAll()
            return answers
        }
    }

    private final class Count: Sendable {
        private let number: Mutex<Int>
        var value: Int { number.withLock { $0 } }

        init(_ number: Int) { self.number = Mutex(number) }

        func decrement() { number.withLock { $0 -= 1 } }
    }

    private var spin: Action {
        .functionCall(FunctionCallAction(methodName: "spin", args: [], gas: .tera(500), deposit: .zero))
    }

    /// An actor with a thread of its own does everything there, one thing at a time.
    @Test func anActorHasItsThread() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1_000 { group.addTask { await counter.count() } }
        }
        #expect(await counter.value == 1_000)
        #expect(await counter.threads.count == 1)
    }

    private actor Counter {
        private let thread = ThreadExecutor(name: "counts")
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
        private(set) var value = 0
        private(set) var threads: Set<UInt> = []

        func count() {
            value += 1
            threads.insert(currentThread())
        }
    }
}
