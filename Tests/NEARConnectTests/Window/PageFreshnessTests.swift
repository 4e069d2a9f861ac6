// SPDX-License-Identifier: MIT

import MainLoopTesting
import XCTest

@testable import NEARConnectShell

/// The age of what a page has read, and the wait for the next reading, by one clock.
final class PageFreshnessTests: MainLoopTestCase {
    func testOneClockMeasuresTheAgeAndTheWait() throws {
        try run {
            let clock = ManualClock()
            var asked = 0
            let freshness = PageFreshness {
                asked += 1
                return nil
            }
            freshness.clock = clock
            clock.advance(by: .seconds(59))
            freshness.comeBack()
            XCTAssertEqual(asked, 0, "it isn't old yet")
            clock.advance(by: .seconds(1))
            freshness.comeBack()
            XCTAssertEqual(asked, 1)
            freshness.noteReading()
            freshness.comeBack()
            XCTAssertEqual(asked, 1, "it was read just now")
            freshness.isWatched = true
            await waitUntil("the wait") { clock.sleeperCount == 1 }
            clock.advance(by: .seconds(60))
            await waitUntil("the reading") { asked == 2 && clock.sleeperCount == 1 }
            freshness.isWatched = false
            XCTAssertEqual(clock.sleeperCount, 0)
        }
    }

    func testAnotherLimitCountsAtOnceAndNoneIsTooShort() throws {
        try run {
            let clock = ManualClock()
            var asked = 0
            let freshness = PageFreshness {
                asked += 1
                return nil
            }
            freshness.clock = clock
            freshness.isWatched = true
            await waitUntil("the wait") { clock.sleeperCount == 1 }
            freshness.limit = .zero
            XCTAssertEqual(freshness.limit, PageFreshness.leastLimit)
            await waitUntil("the shorter wait") { clock.sleeperCount == 1 }
            XCTAssertEqual(asked, 0)
            clock.advance(by: PageFreshness.leastLimit)
            await waitUntil("the reading") { asked == 1 && clock.sleeperCount == 1 }
            freshness.isWatched = false
        }
    }
}
