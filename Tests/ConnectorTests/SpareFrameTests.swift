// SPDX-License-Identifier: MIT

import ConnectorTesting
import MainLoopTesting
import WebKitGTK
import XCTest

/// The free frames of the embedded connector's pool: their number, and when they end.
final class SpareFrameTests: MainLoopTestCase {
    private func expect(_ name: String, _ wanted: String, test: String = #function) throws {
        try run(timeout: 120, name: test) {
            let page = ConnectorPage(.embedded, module: "frames.js")
            try await page.reload()
            let found = try await page.view.call("return await module.ask(name)", arguments: ["name": name])
            XCTAssertEqual(found, wanted)
        }
    }

    func testTwoFramesWaitAfterACallAndGoAfterAMinute() throws {
        try expect("ordinary", "[[1],0,2,2,0]")
    }

    func testCallsWithoutARestHaveSixteenWaitForTenSecondsAndEachCallHasItsOwnFrame() throws {
        try expect("burst", "[1,16,2,0]")
    }

    func testLargeExecutorsHaveFewerFramesWait() throws {
        try expect("memory", "[16,8,2,1]")
    }

    func testAFrameThatLookedAtItsStorageBeforeThatChangedIsNotAsked() throws {
        try expect("lookedMeanwhile", #"[null,"new"]"#)
    }

    /// Calls use the frames that wait, whatever a wallet writes when it starts.
    func testAWalletThatWritesAtEachStartNeedsNoMoreFramesThanOthers() throws {
        try expect(
            "writers",
            #"{"copied":{"hasty":0,"faults":0},"readBack":{"hasty":0,"faults":0},"#
                + #""stored":{"hasty":0,"faults":0},"awaited":{"hasty":0,"faults":0},"#
                + #""counting":{"hasty":4,"faults":0}}"#)
    }

    func testACallThatEndsAfterTheSignOutLeavesNoFrame() throws {
        try expect("signOutMeanwhile", "[1,0]")
    }

    func testNobodyTakesARehearsalForAWalletsAnswer() throws {
        let rehearsals = Array(repeating: "frame:rehearse", count: 6).joined(separator: ",")
        try expect("rehearsals", #"[[1,1],"getAccounts,\#(rehearsals),getAccounts"]"#)
    }

    func testDeferredTasksShareATimerAndOneThatFailsStopsNoOther() throws {
        try expect("tasks", #"[["first",1],["",1],["second,at once",1],["last",0],1]"#)
    }

    func testTheFirstTwoCallsOfAWalletHaveTheirFramesMadeTogether() throws {
        try expect("followed", #"[2,1,"signed"]"#)
    }

    func testNoneStaysAfterSignOut() throws {
        try expect("signOut", "[0,0]")
    }
}
