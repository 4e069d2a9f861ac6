// SPDX-License-Identifier: MIT

import MainLoopTesting
import XCTest

@testable import NEARConnectShell

/// The age of what a page has read, and the wait for the next reading, by one clock.
final class PageFreshnessTests: MainLoopTestCase {
    /// A page that counts how often it is read.
    @MainActor
    private final class Scene {
        let clock = ManualClock()
        private(set) var asked = 0
        private(set) lazy var freshness = PageFreshness { [weak self] in
            self?.asked += 1
            return nil
        }

        init() { freshness.clock = clock }
    }

    func testOneClockMeasuresTheAgeAndTheWait() throws {
        try run {
            let scene = Scene()
            let (clock, freshness) = (scene.clock, scene.freshness)
            clock.advance(by: .seconds(59))
            freshness.comeBack()
            XCTAssertEqual(scene.asked, 0, "it isn't old yet")
            clock.advance(by: .seconds(1))
            freshness.comeBack()
            XCTAssertEqual(scene.asked, 1)
            freshness.noteReading()
            freshness.comeBack()
            XCTAssertEqual(scene.asked, 1, "it was read just now")
            freshness.isWatched = true
            await waitUntil("the wait") { clock.sleeperCount == 1 }
            clock.advance(by: .seconds(60))
            await waitUntil("the reading") { scene.asked == 2 && clock.sleeperCount == 1 }
            freshness.isWatched = false
            XCTAssertEqual(clock.sleeperCount, 0)
        }
    }

    func testAnotherLimitCountsAtOnceAndNoneIsTooShort() throws {
        try run {
            let scene = Scene()
            let (clock, freshness) = (scene.clock, scene.freshness)
            freshness.isWatched = true
            await waitUntil("the wait") { clock.sleeperCount == 1 }
            freshness.limit = .zero
            XCTAssertEqual(freshness.limit, PageFreshness.leastLimit)
            await waitUntil("the shorter wait") { clock.sleeperCount == 1 }
            XCTAssertEqual(scene.asked, 0)
            clock.advance(by: PageFreshness.leastLimit)
            await waitUntil("the reading") { scene.asked == 1 && clock.sleeperCount == 1 }
            freshness.isWatched = false
        }
    }
}
