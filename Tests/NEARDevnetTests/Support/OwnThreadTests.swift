// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

/// Tests that compute on threads of their own keep nobody waiting.
struct OwnThreadTests {
    @Test(.ownThread) func aTestRunsOnItsOwnThread() { #expect(OwnThread.isCurrent) }

    @Test(.ownThread) func itComesBackToItsOwnThread() async {
        await Task { #expect(!OwnThread.isCurrent, "a task that belongs to nobody here") }.value
        #expect(OwnThread.isCurrent)
    }

    @Test func othersDoNot() { #expect(!OwnThread.isCurrent) }
}
