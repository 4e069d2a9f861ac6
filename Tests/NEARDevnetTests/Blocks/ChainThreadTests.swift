// SPDX-License-Identifier: MIT

import NEARPrimitives
import Synchronization
import Testing

@testable import NEARDevnet

/// Contracts that run long, and everybody else.
@Suite struct ChainThreadTests {
    private let endless = #"(module (func (export "spin") (loop (br 0))))"#

    /// More endless contracts at once than Swift's tasks have threads, each until its petagas is burnt: tasks go on, and
    /// the devnets say what they know.
    @Test func whileContractsRunEverybodyElseIsAnswered() async throws {
        let code = try WAT.module(endless)
        try await withDevnet { first, firstClient in
            try await withDevnet { second, secondClient in
                try await withDevnet { third, thirdClient in
                    let clients = [firstClient, secondClient, thirdClient]
                    let running = Count()
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for (devnet, client) in zip([first, second, third], clients) {
                            let id = devnet.accounts[1].id
                            try await devnet.deploy(code: code, to: id)
                            let signed = try await client.sign(
                                devnet.accounts[0], to: id, Array(repeating: spin, count: 2))
                            running.add(1)
                            group.addTask {
                                let result = try await client.result(
                                    "send_tx", ["signed_tx_base64": .string(signed.base64), "wait_until": "FINAL"])
                                #expect(result["status"]?["Failure"] != nil)
                                running.add(-1)
                            }
                        }
                        var answers = 0
                        while running.value == 3, answers < 10 {
                            for client in clients {
                                let status = try await client.result("status")
                                #expect(status["sync_info"]?["latest_block_height"] != nil)
                            }
                            try await Task.sleep(for: .milliseconds(1))
                            // An answer that came when a contract was over may have waited for that.
                            if running.value == 3 { answers += 1 }
                        }
                        // How many there are until the contracts are over depends on what else the machine does.
                        #expect(answers >= 1, "nobody was answered while the contracts ran")
                        try await group.waitForAll()
                    }
                }
            }
        }
    }

    private final class Count: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock { $0 } }

        func add(_ difference: Int) { number.withLock { $0 += difference } }
    }

    private var spin: Action {
        .functionCall(FunctionCallAction(methodName: "spin", args: [], gas: .tera(500), deposit: .zero))
    }

    /// What an actor with a thread of its own does is done there, one thing at a time.
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
