// SPDX-License-Identifier: MIT

import CWebKitGTK
import MainLoopTesting
import XCTest

@testable import GTKToolkit
@testable import NEARConnectCore
@testable import NEARConnectShell
@testable import NEARSharedKeys

/// The form that names a login, by the keyboard and with addresses that are none.
final class SharedKeyLoginPaneTests: HomeTestCase {
    func testEnterSavesAndWhatIsNoAddressIsSaid() throws {
        let folders = try ProfileFolders(profile: "login", environment: environment)
        try run {
            var saved: [SavedLogin] = []
            let pane = SharedKeyLoginPane(nil) { login in
                guard let login else { return nil }
                do throws(SharedKeyError) {
                    try login.save(folders)
                    saved.append(login)
                    return nil
                } catch {
                    return error.description
                }
            }
            pane.issuer.text = "https://login.example"
            pane.service.pressEnter()
            XCTAssertEqual(saved.count, 0, "an address is missing")
            for wrong in ["near-connect", "shares.example", "http://shares.example", "ftp://a", "https://"] {
                pane.service.text = wrong
                XCTAssertTrue(pane.save.isSensitive)
                pane.service.pressEnter()
                XCTAssertTrue(pane.problem.isVisible, wrong)
                XCTAssertTrue(pane.problem.text.contains("“\(wrong)” is no address"), pane.problem.text)
            }
            XCTAssertEqual(try SavedLogin.read(folders), nil)
            for right in ["https://shares.example", "http://127.0.0.1:8080"] {
                pane.service.text = right
                XCTAssertFalse(pane.problem.isVisible)
                pane.client.pressEnter()
                XCTAssertEqual(try SavedLogin.read(folders)?.service, right)
            }
            XCTAssertEqual(saved.map(\.issuer), ["https://login.example", "https://login.example"])
        }
    }
}

extension Entry {
    /// Presses Enter in the field.
    fileprivate func pressEnter() { gtk_widget_activate(widget) }
}
