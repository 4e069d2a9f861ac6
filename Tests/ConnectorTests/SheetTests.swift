// SPDX-License-Identifier: MIT

import ConnectorTesting
import MainLoopTesting
import WebKitGTK
import XCTest

/// The texts of the embedded connector's sheets.
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

    func testTheListIsOneStopAndKeysWalkThroughIt() throws {
        try run {
            let page = ConnectorPage(.embedded, module: "sheets.js")
            try await page.reload()
            let found = try await page.view.call("return module.walk()")
            // The letter includes its combining mark.
            let (e, word) = ("E\u{301}", "e\u{301}toile")
            let places =
                #"["w0 1","w1 1","w6 1","w19 1","w14 1","w0 1","search 1","w0 1","w19 1","search 1"]"#
            let rest =
                #""role":"list","wallet":["w1","w10"],"scrolled":0,"nothing":[],"said":"No wallet matches the search.""#
                + #","letter":"\#(e)","name":"\#(word)","end":"ended","left":0}"#
            XCTAssertEqual(found, #"{"places":"# + places + "," + rest)
        }
    }

    /// A wallet may show its page and fail at once, with or without waiting until it is shown.
    func testAWalletThatShowsItselfAndFailsAtOnceIsNotSeen() throws {
        try run {
            let page = ConnectorPage(.embedded, module: "sheets.js")
            try await page.reload()
            for (body, wanted) in [
                ("await ui.showIframe(); throw new Error('no extension');", #"["no extension",false,[]]"#),
                ("ui.showIframe(); throw new Error('no extension');", #"["no extension",false,[]]"#),
                ("await ui.showIframe(); await ui.hideIframe(); return 'hidden';", #"["hidden",false,[]]"#),
                // One that stays is seen, and the host is told once.
                (
                    "ui.showIframe(); await new Promise((r) => { setTimeout(r, 400); }); return 'stayed';",
                    #"["stayed",true,[true,false]]"#
                ),
            ] {
                let found = try await page.view.call("return await module.shown(body)", arguments: ["body": body])
                XCTAssertEqual(found, wanted, body)
            }
        }
    }

    func testAWalletThatLivesInOnePlaceIsSaidToLiveThere() throws {
        try expect(
            "hints",
            #"["Phone app","Browser extension",null,null,"Debug","Recent","Desktop app","Installed",null,"On this computer","Beta"]"#
        )
    }
}
