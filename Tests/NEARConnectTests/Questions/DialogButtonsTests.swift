// SPDX-License-Identifier: MIT

import GTKToolkit
import MainLoopTesting
import XCTest

/// Buttons of dialogs, which stand in a row where the screen has room for that.
final class DialogButtonsTests: HomeTestCase {
    @MainActor
    private static func dialog(_ words: Int) -> Dialog {
        let text = Array(repeating: "button", count: words).joined(separator: " ")
        return Dialog(
            title: "Buttons", parent: nil, width: 300,
            choices: (0..<3).map { Dialog.Choice(text: text, response: $0) }, byDefault: 0)
    }

    func testARowThatTheScreenHasRoomForStaysOne() throws {
        try run {
            let screen = try XCTUnwrap(WorkArea(around: nil))
            // Wider than the dialog was meant to be, and narrower than the screen.
            let wide = Self.dialog(3)
            wide.present()
            XCTAssertTrue(wide.hasRowOfButtons)
            XCTAssertNotEqual(WidgetWidths.above(300, in: wide), [])
            wide.end(-1)
            let wider = Self.dialog(Int(screen.width) / 100)
            wider.present()
            XCTAssertFalse(wider.hasRowOfButtons)
            XCTAssertEqual(WidgetWidths.above(Int(screen.width), in: wider), [])
            wider.end(-1)
        }
    }
}
