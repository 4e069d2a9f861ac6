// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import MainLoopTesting
import NEARConnectPeers
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect

/// The window's pages in another process, read and used as with a screen reader; a phone signs.
final class WindowReaderTests: HomeTestCase {
    func testWhatIsSentIsFoundInActivity() throws {
        let home = home
        try run(timeout: 120) {
            let scene = try await PhoneManagerScene.start()
            let program = try await ReadProgram.shell(scene, home: home)
            let reader = program.reader
            try await program.connectPhone(of: scene)
            let node = try NEARRPCClient(endpoints: [RPCEndpoint(url: scene.environment.devnet.rpcURL)])
            let before = try await node.viewAccount(scene.bob).value.amount
            try await reader.choose("list item", "Send")
            try await reader.type("bob.test.near", into: "text", "To")
            try await reader.type("1.5", into: "text", "Amount in NEAR")
            try await reader.press("push button", "Send")
            let notice = try await reader.find("label", "You sent")
            XCTAssertTrue(notice.name.contains("to bob.test.near."), "\(notice)")
            try await reader.choose("list item", "Activity")
            _ = try await reader.find("table cell", "bob.test.near")
            for page in ["Contract", "Message", "Send", "Wallet", "Apps", "Activity"] {
                try await reader.choose("list item", page)
                let unnamed = try await reader.unnamed()
                XCTAssertEqual(unnamed, [], "on \(page)")
            }
            let after = try await node.viewAccount(scene.bob).value.amount
            XCTAssertEqual(after, try before.adding(NEARToken("1.5 NEAR")))
            try await program.stop()
            try await scene.stop()
        }
    }
}
