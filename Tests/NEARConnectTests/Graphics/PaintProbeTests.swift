// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The probe that finds out whether a view on the screen paints anything, on real pages.
final class PaintProbeTests: MainLoopTestCase {
    func testAPageIsSeenAndABlankOneIsNot() throws {
        try run {
            let environment = try await WalletTestEnvironment.start { $0.environment = [:] }
            let manager = environment.manager
            let window = ConnectWindow(manager: manager)
            try await manager.ready()
            let view = try XCTUnwrap(manager.coordinator?.view)
            XCTAssertTrue(PaintProbe.isUniform(view), "what isn't on the screen shows nothing")
            window.present()
            manager.showWalletUI = true
            let memory = GraphicsMemory(folders: try XCTUnwrap(try environment.configuration.folders()))
            await waitUntil("the verdict") { memory.verdict() != nil }
            XCTAssertEqual(memory.verdict()?.paints, true)
            XCTAssertEqual(memory.verdict()?.rung, .standard)
            await waitUntil("the mark's end") { PaintProbe.isUniform(view) }
            let blank = await PaintProbe.look(at: view, within: .milliseconds(300), clock: ContinuousClock())
            XCTAssertEqual(blank, .blank, "a page that paints nothing")
            _ = try await view.call("document.body.append('seen'); document.body.hidden = false; return ''")
            let seen = await PaintProbe.look(at: view, clock: ContinuousClock())
            XCTAssertEqual(seen, .painted)
            window.close()
            try await environment.stop()
        }
    }

    func testAPageThatLeavesTheScreenBeforeItPaintsIsNotCalledBlank() throws {
        try run {
            // Time stands still: with time, it would be called blank at its end.
            let clock = ManualClock()
            let environment = try await WalletTestEnvironment.start {
                $0.environment = [:]
                $0.clock = clock
            }
            let manager = environment.manager
            let window = ConnectWindow(manager: manager)
            try await manager.ready()
            let view = try XCTUnwrap(manager.coordinator?.view)
            let never = await PaintProbe.look(at: view, clock: clock)
            XCTAssertEqual(never, .hidden, "no window was shown yet")
            window.present()
            let looking = Task { await PaintProbe.look(at: view, clock: clock) }
            window.close()
            await waitUntil("the end of the window") { !PaintProbe.isOnScreen(view) }
            clock.advance(by: PaintProbe.limit * 2)
            let sight = await looking.value
            XCTAssertNotEqual(sight, .blank)
            let memory = GraphicsMemory(folders: try XCTUnwrap(try environment.configuration.folders()))
            XCTAssertNotEqual(memory.verdict()?.paints, false)
            XCTAssertNil(manager.lastError)
            XCTAssertEqual(manager.bridge.graphics?.ladder.rung, .standard)
            try await environment.stop()
        }
    }
}
