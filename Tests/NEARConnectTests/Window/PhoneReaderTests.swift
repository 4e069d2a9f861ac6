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
        let home = home.path
        try run(timeout: 120) {
            let scene = try await PhoneManagerScene.start()
            let bus = try PrivateBus(services: [ScreenReader.service])
            let reader = try await ScreenReader(on: bus)
            let shell = try CommandRun.process(
                [
                    "shell", "--network", "devnet", "--rpc-url", scene.environment.devnet.rpcURL.absoluteString,
                    "--relay", scene.relay.address,
                ], bus.environment.merging(["HOME": home]) { $1 })
            (shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try shell.run()
            // The link is a text, for who can't scan its code.
            try await reader.press("push button", "Connect a phone wallet")
            let code = try await reader.find("image", "QR")
            XCTAssertFalse(code.name.contains("wc:"), "the code's name is read aloud")
            let link = try await reader.find("label", "wc:")
            let uri = try XCTUnwrap(link.text)
            let copy = try await reader.find("push button", "Copy link")
            XCTAssertTrue(copy.isSensitive)
            _ = try await reader.find("label", "It counts for")
            try await scene.phone.pair(uri)
            // Signed in: the window has the account, and no dialog any more.
            _ = try await reader.find("label", scene.alice.text)
            try await reader.untilGone("dialog")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Phone wallets")
            _ = try await reader.find("label", "1 wallet is connected.")
            try await reader.press("push button", "Ping")
            _ = try await reader.find("label", "It answers.")
            try await reader.press("push button", "Disconnect")
            await scene.untilPhone { if case .ended = $0 { true } else { false } }
            _ = try await reader.find("label", "No wallet is connected.")
            try await reader.press("push button", "Close")
            _ = try await reader.find("push button", "Connect a phone wallet")
            shell.terminate()
            shell.waitForEnd()
            try await bus.stop()
            try await scene.stop()
        }
    }
}
