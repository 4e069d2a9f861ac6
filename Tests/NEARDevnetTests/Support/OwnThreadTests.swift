// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

/// That what computes here keeps nobody waiting.
struct OwnThreadTests {
    @Test(.ownThread) func aTestRunsOnItsOwnThread() { #expect(OwnThread.isCurrent) }

    @Test(.ownThread) func itComesBackToItsOwnThread() async {
        await Task { #expect(!OwnThread.isCurrent, "a task that belongs to nobody here") }.value
        #expect(OwnThread.isCurrent)
    }

    @Test func othersDoNot() { #expect(!OwnThread.isCurrent) }
}
