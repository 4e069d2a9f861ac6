// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import XCTest

@testable import GTKToolkit

/// Pictures that a window takes of itself.
final class PictureTests: HomeTestCase {
    /// GTK draws a table's header in a window of its own, which a picture has to have, too.
    func testAPictureHasTheHeadersOfTables() throws {
        let home = home
        try run {
            var pictures: [Data] = []
            for title in ["State", ""] {
                let window = Window(title: "test", width: 300, height: 200)
                let table = TableView([TableColumn(title, width: 200)], name: "Table")
                window.setContent(table)
                window.present()
                await waitUntil("the window") { window.isMapped && WidgetPicture.hasSize(table) }
                let file = home.appendingPathComponent("\(pictures.count).png")
                try WidgetPicture.writePNG(of: window, to: file.path)
                pictures.append(try Data(contentsOf: file))
                window.destroy()
            }
            XCTAssertNotEqual(pictures[0], pictures[1])
        }
    }
}
