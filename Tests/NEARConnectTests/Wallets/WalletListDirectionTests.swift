// SPDX-License-Identifier: MIT

import CWebKitGTK
import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectShell

/// The list of wallets in languages that are read from the left and from the right.
final class WalletListDirectionTests: MainLoopTestCase {
    /// The places of the list's parts, from the left.
    private struct Places: Decodable {
        let direction: String
        let close, title, icon, name: Double
        let overflow: Int
    }

    private static let places: StaticString = """
        const list = document.querySelector("dialog.nc-list[open]");
        const left = (selector) => list?.querySelector(selector)?.getBoundingClientRect().left;
        const entries = list?.querySelector(".nc-entries");
        return JSON.stringify({
          direction: document.documentElement.dir, close: left(".nc-close"), title: left(".nc-title"),
          icon: left(".nc-entry .nc-icon"), name: left(".nc-entry .nc-entry-text"),
          overflow: entries?.scrollWidth - entries?.clientWidth,
        });
        """

    @MainActor
    private static func look() async throws -> Places {
        let environment = try await WalletTestEnvironment.start()
        let manager = environment.manager
        let window = ConnectWindow(manager: manager)
        window.present()
        manager.connect()
        await waitUntil("the list") { manager.showWalletUI }
        let view = try XCTUnwrap(manager.coordinator?.view)
        while try await view.call("return String(!!document.querySelector('dialog.nc-list[open] .nc-entry'))") != "true"
        {
            await MainLoop.turn()
        }
        let places = try JSONDecoder().decode(Places.self, from: Data(try await view.call(places).utf8))
        window.close()
        try await environment.stop()
        return places
    }

    func testTheListIsMirrored() throws {
        let before = gtk_widget_get_default_direction()
        defer { gtk_widget_set_default_direction(before) }
        try run {
            gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
            let left = try await Self.look()
            XCTAssertEqual(left.direction, "ltr")
            XCTAssertLessThan(left.title, left.close)
            XCTAssertLessThan(left.icon, left.name)
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
            let right = try await Self.look()
            XCTAssertEqual(right.direction, "rtl")
            XCTAssertGreaterThan(right.title, right.close)
            XCTAssertGreaterThan(right.icon, right.name)
            for places in [left, right] { XCTAssertEqual(places.overflow, 0, places.direction) }
        }
    }
}
