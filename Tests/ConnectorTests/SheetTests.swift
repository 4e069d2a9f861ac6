// SPDX-License-Identifier: MIT

import ConnectorTesting
import MainLoopTesting
import WebKitGTK
import XCTest

/// What the embedded connector's sheets say.
final class SheetTests: MainLoopTestCase {
    private func expect(_ name: String, _ wanted: String, test: String = #function) throws {
        try run(name: test) {
            let page = ConnectorPage(.embedded, module: "sheets.js")
            try await page.reload()
            let found = try await page.view.call("return module.ask(name)", arguments: ["name": name])
            XCTAssertEqual(found, wanted)
        }
    }

    func testEachLanguageHasEachText() throws {
        try expect("missing", "[]")
    }

    func testTheFirstWantedLanguageThatThereIsCountsAndElseEnglish() throws {
        try expect("found", #"["de","en","en"]"#)
    }

    func testANameInATextStaysWhatItIs() throws {
        try expect("values", #""Connect to {name} $& <b>""#)
    }

    func testAWalletThatLivesInOnePlaceIsSaidToLiveThere() throws {
        try expect(
            "hints",
            #"["Phone app","Browser extension",null,null,"Debug","Recent","Desktop app","Installed",null,"On this computer","Beta"]"#
        )
    }
}
