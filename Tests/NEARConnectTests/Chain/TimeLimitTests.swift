// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARRPC
import XCTest

@testable import NEARConnectCore

/// The time of a command as a whole, on a clock that the test moves.
final class TimeLimitTests: MainLoopTestCase {
    /// Work that ends when it is cancelled.
    @MainActor
    private static func endless() async throws -> Int {
        try await ContinuousClock().sleep(until: .now.advanced(by: .seconds(3_600)))
        return 0
    }

    func testWorkThatDoesNotEndIsCancelledWhenTheTimeIsOver() throws {
        try run {
            let clock = ManualClock()
            let limit = TimeLimit(.seconds(10), clock: clock)
            // What came before counts.
            clock.advance(by: .seconds(4))
            XCTAssertEqual(limit.rest, .seconds(6))
            let work = Task { try await limit.run(Self.endless) }
            await waitUntil("the deadline is watched") { clock.sleeperCount == 1 }
            clock.advance(by: .seconds(5))
            XCTAssertEqual(limit.rest, .seconds(1))
            clock.advance(by: .seconds(1))
            let result = await work.result
            XCTAssertThrowsError(try result.get()) { error in
                XCTAssertEqual(error as? RPCError, .deadlineExceeded(after: .seconds(10)))
            }
            XCTAssertEqual(limit.rest, .zero)
            // Sending has time all the same: what was signed at the last moment is sent, and looked up.
            XCTAssertEqual(limit.sendingTime, .seconds(1))
        }
    }

    func testWorkThatIsDoneCountsThoughTheTimeIsOver() throws {
        try run {
            let clock = ManualClock()
            let limit = TimeLimit(.seconds(10), clock: clock)
            let work = Task {
                try await limit.run { () async throws -> String in
                    do {
                        _ = try await Self.endless()
                    } catch is CancellationError {
                        // It was on its last step.
                    }
                    return "done"
                }
            }
            await waitUntil("the deadline is watched") { clock.sleeperCount == 1 }
            clock.advance(by: .seconds(10))
            let value = try await work.value
            XCTAssertEqual(value, "done")
        }
    }

    func testTheUsersTimeDoesNotCount() throws {
        try run {
            let clock = ManualClock()
            let limit = TimeLimit(.seconds(10), clock: clock)
            let work = Task {
                try await limit.run { () async throws -> Duration in
                    await limit.askingUser {
                        await waitUntil("the deadline is watched") { clock.sleeperCount == 1 }
                        clock.advance(by: .seconds(60))
                        // Whoever watches it has seen that no time has gone by.
                        await waitUntil("it is watched again") { clock.sleeperCount == 1 }
                        XCTAssertEqual(limit.rest, .seconds(10))
                    }
                    return limit.rest
                }
            }
            let rest = try await work.value
            XCTAssertEqual(rest, .seconds(10))
        }
    }

    func testACancelledCommandEndsItsWork() throws {
        try run {
            let limit = TimeLimit(.seconds(10), clock: ManualClock())
            let work = Task { try await limit.run(Self.endless) }
            work.cancel()
            let result = await work.result
            XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
        }
    }
}
