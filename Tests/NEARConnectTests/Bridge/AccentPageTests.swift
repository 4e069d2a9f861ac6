// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectCore
import NEARConnectTestKit
import WebKitGTK
import XCTest

@testable import NEARConnect

/// The program's colour, where the wallet list has it.
final class AccentPageTests: MainLoopTestCase {
    /// Returns the colour that the list has for links and focus, once it is open.
    @MainActor
    private static func colour(_ accent: String?) async throws -> String? {
        let accent = try accent.map { text throws(NEARError) in try AccentColour(text) }
        let environment = try await WalletTestEnvironment.start { $0.accent = accent }
        let manager = environment.manager
        manager.theme = .light
        let signIn = Task { () async throws -> NEARAccount in try await manager.signIn() }
        try await manager.ready()
        let found = try await manager.coordinator?.view.call(
            """
            const list = () => document.querySelector("dialog[open].nc-dialog");
            for (let turn = 0; turn < 3000 && list() === null; turn++) await new Promise((go) => setTimeout(go, 10));
            return getComputedStyle(list()).getPropertyValue("--nc-accent").trim();
            """)
        signIn.cancel()
        _ = await signIn.result
        try await environment.stop()
        return found
    }

    func testTheListHasTheProgramsColour() throws {
        try run {
            let own = try await Self.colour("#1a5fb4")
            XCTAssertEqual(own, "#1a5fb4")
            let preset = try await Self.colour(nil)
            XCTAssertEqual(preset, "#00784f")
        }
    }
}
