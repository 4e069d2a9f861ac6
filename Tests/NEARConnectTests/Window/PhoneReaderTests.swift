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
            // The link is a text, for who can't scan its code.
            try await reader.press("push button", "Connect a phone wallet")
            let code = try await reader.find("image", "QR")
            XCTAssertFalse(code.name.contains("wc:"), "the code's name is read aloud")
            let copy = try await reader.find("push button", "Copy link")
            XCTAssertTrue(copy.isSensitive)
            _ = try await reader.find("label", "It counts for")
            try await reader.press("push button", "Cancel")
            try await reader.untilGone("dialog")
            // Signed in: the window has the account, and no dialog any more.
            try await program.connectPhone(of: scene)
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Phone wallets")
            _ = try await reader.find("statusbar", "1 wallet is connected.")
            try await reader.press("push button", "Ping")
            _ = try await reader.find("label", "It answers.")
            try await reader.press("push button", "Disconnect")
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            _ = try await reader.find("statusbar", "No wallet is connected.")
            try await reader.press("push button", "Close")
            _ = try await reader.find("push button", "Connect a phone wallet")
            try await program.stop()
            try await scene.stop()
        }
    }
}
