// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

@Suite("Deadlines and cancellation", .timeLimit(.minutes(5))) struct DeadlineTests {
    private static let price: FakeNode.Answer = .result(["gas_price": "100000000"])

    @Test func aSilentEndpointIsGivenUpAfterTheAttemptsTime() async throws {
        try await FakeNode.run(answering: { _, _ in .silence }) { silent in
            try await FakeNode.run(answering: { _, _ in Self.price }) { good in
                let clock = ManualClock()
                let client = try makeClient(silent, good, clock: clock)
                async let price = client.gasPrice()
                await clock.waitForSleeper(of: .seconds(15))
                clock.advance(by: .seconds(15))
                #expect(try await price.yoctoNEAR == 100_000_000)
                #expect(silent.calls.count <= 1)
            }
        }
    }

    @Test func aCallEndsAtItsDeadline() async throws {
        try await FakeNode.run(answering: { _, _ in .silence }) { silent in
            let clock = ManualClock()
            let client = try makeClient(silent, clock: clock)
            let call = Task { try await client.gasPrice(deadline: .seconds(20)) }
            await clock.waitForSleeper(of: .seconds(15))
            clock.advance(by: .seconds(15))
            await clock.waitForSleeper(of: .milliseconds(1))
            clock.advance(by: .milliseconds(1))
            await clock.waitForSleeper(of: .milliseconds(4999))
            clock.advance(by: .milliseconds(4999))
            let error = await #expect(throws: RPCError.self) { try await call.value }
            #expect(error == .deadlineExceeded(after: .seconds(20)))
            #expect(error?.description == "No node answered within 20 s. Try again, or use another node.")
        }
    }

    @Test func aDeadlineHoldsInRealTimeToo() async throws {
        try await FakeNode.run(answering: { _, _ in .silence }) { silent in
            let client = try makeClient(silent)
            let clock = ContinuousClock()
            let taken = await clock.measure {
                let error = await #expect(throws: RPCError.self) {
                    try await client.gasPrice(deadline: .milliseconds(50))
                }
                #expect(error == .deadlineExceeded(after: .milliseconds(50)))
            }
            #expect(taken >= .milliseconds(50))
            #expect(taken < .seconds(50))
        }
    }

    @Test func cancellationEndsACallThatWaitsForItsAnswer() async throws {
        let arrived = Latch()
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { _, _ in
            arrived.open()
            return .silence
        }
        try await FakeNode.run(answering: answer) { silent in
            // The clock never moves: only the cancellation can end this.
            let client = try makeClient(silent, clock: ManualClock())
            let task = Task { try await client.gasPrice() }
            await arrived.wait()
            task.cancel()
            let error = await #expect(throws: RPCError.self) { try await task.value }
            #expect(error == .cancelled)
        }
    }

    @Test func cancellationEndsAWaitBetweenAttempts() async throws {
        try await FakeNode.run(answering: { _, _ in .http(503) }) { node in
            let clock = ManualClock()
            let client = try makeClient(node, clock: clock)
            let task = Task { try await client.gasPrice() }
            await clock.waitForSleeper(of: .milliseconds(1))
            task.cancel()
            let error = await #expect(throws: RPCError.self) { try await task.value }
            #expect(error == .cancelled)
            #expect(node.calls.count == 1)
        }
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        try await FakeNode.run(answering: { _, _ in Self.price }) { node in
            let client = try makeClient(node)
            let started = Latch()
            let task = Task {
                await started.wait()
                return try await client.gasPrice()
            }
            task.cancel()
            started.open()
            let error = await #expect(throws: RPCError.self) { try await task.value }
            #expect(error == .cancelled)
            #expect(node.calls.isEmpty)
        }
    }

    @Test func manyCallsAtOnceEachGetTheirOwnAnswer() async throws {
        let answer: @Sendable (FakeNode.Call, Int) async -> FakeNode.Answer = { call, _ in
            .result(["gas_price": .string(String(call.params[0]?.integerValue(as: Int.self) ?? -1))])
        }
        try await FakeNode.run(answering: answer) { node in
            let client = try makeClient(node)
            try await withThrowingTaskGroup(of: (UInt64, NEARToken).self) { group in
                for height in UInt64(0)..<100 {
                    group.addTask { (height, try await client.gasPrice(at: .height(height))) }
                }
                for try await (height, price) in group { #expect(price.yoctoNEAR == UInt128(height)) }
            }
        }
    }
}
