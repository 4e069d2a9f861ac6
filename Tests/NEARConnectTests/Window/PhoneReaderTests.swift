// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import XCTest

@testable import NEARConnect

/// Phone wallets in the window of another process, which a screen reader reads and presses.
final class PhoneReaderTests: HomeTestCase {
    func testAPhoneIsConnectedAndDisconnectedByAScreenReader() throws {
        let home = home
        try run(timeout: 120) {
            let scene = try await PhoneManagerScene.start()
            let program = try await ReadProgram.shell(scene, home: home)
            let reader = program.reader
            var trees = try KeptTrees("phone-trees.txt", home: home, without: scene.environment.accounts[0])
            // The link is a text, for who can't scan its code.
            try await reader.press("push button", "Connect a phone wallet")
            let code = try await reader.find("image", "QR")
            XCTAssertFalse(code.name.contains("wc:"), "the code's name is read aloud")
            let copy = try await reader.find("push button", "Copy link")
            XCTAssertTrue(copy.isSensitive)
            _ = try await reader.find("label", "It counts for")
            let link = try await reader.nameOfDialog()
            try await trees.look("Connect a phone wallet", reader, only: link) {
                // Its topic and its key.
                $0.replacing(/wc:[^ \n]*/, with: "wc:…")
            }
            try await reader.press("push button", "Cancel")
            try await reader.untilGone("dialog")
            // Signed in: the window has the account, and no dialog any more.
            try await program.connectPhone(of: scene)
            await scene.script("near_signMessage", [.wait])
            try await reader.choose("list item", "Message")
            try await reader.type("Hello", into: "text", "Message")
            try await reader.type("app.example", into: "text", "For whom")
            try await reader.press("push button", "Sign…")
            _ = try await reader.find("label", "Look at your phone")
            let question = try await reader.nameOfDialog()
            try await trees.look("Phone wallet", reader, only: question)
            try await reader.pressInDialog("Cancel")
            try await reader.untilGone("dialog")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Phone wallets")
            _ = try await reader.find("statusbar", "1 wallet is connected.")
            try await trees.look("Phone wallets", reader, only: "Phone wallets")
            try await reader.press("push button", "Ping")
            _ = try await reader.find("label", "It answers.")
            try await reader.press("push button", "Disconnect")
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            _ = try await reader.find("statusbar", "No wallet is connected.")
            try await reader.close(dialog: "Phone wallets")
            try await reader.choose("list item", "Wallet")
            _ = try await reader.find("push button", "Connect a phone wallet")
            try await program.stop()
            try trees.end()
            try await scene.stop()
        }
    }
}
