// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectTestKit
import WebKitGTK
import XCTest

@testable import NEARConnect

/// Whether a view on the screen shows anything, seen on real pages.
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
            let blank = await PaintProbe.isPainted(view, within: .milliseconds(300), clock: ContinuousClock())
            XCTAssertFalse(blank, "a page that paints nothing")
            _ = try await view.call("document.body.append('seen'); document.body.hidden = false; return ''")
            let seen = await PaintProbe.isPainted(view, clock: ContinuousClock())
            XCTAssertTrue(seen)
            window.close()
            try await environment.stop()
        }
    }
}
