// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect

/// Two windows on one profile, as where one desktop is here and another one is seen from afar.
final class WindowPairTests: HomeTestCase {
    func testTwoWindowsOfOneProfileLoseNothingAndSendNothingTwice() throws {
        let home = home
        try run(timeout: 240) {
            let environment = try await WalletTestEnvironment.start()
            let (alice, bob) = (environment.accounts[0].id, environment.accounts[1].id)
            try environment.devnet.writeCredentials(to: home.appendingPathComponent("keys"))
            let arguments = [
                "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                "--credentials", home.appendingPathComponent("keys").path,
            ]
            let one = try await ReadProgram(arguments, home: home)
            try await one.reader.press("push button", "Use the keys of this computer")
            try await one.reader.approve("Sign in")
            _ = try await one.reader.find("label", alice.text)
            let other = try await one.another(arguments)
            _ = try await other.reader.find("label", alice.text)

            let node = try NEARRPCClient(endpoints: [RPCEndpoint(url: environment.devnet.rpcURL)])
            let before = try await node.viewAccount(bob).value.amount
            // Both questions are there before one of them is answered.
            try await one.reader.send("1", to: bob.text)
            try await other.reader.send("2", to: bob.text)
            _ = try await one.reader.find("push button", "Approve")
            async let first: Void = one.reader.approve("Approve")
            async let second: Void = other.reader.approve("Approve")
            _ = try await (first, second)
            for program in [one, other] { _ = try await program.reader.find("statusbar", "You sent") }
            let after = try await node.viewAccount(bob).value.amount
            XCTAssertEqual(after.yoctoNEAR - before.yoctoNEAR, 3 * NEARToken.yoctoPerNEAR)
            for program in [one, other] {
                try await program.reader.choose("list item", "Activity")
                for amount in ["1", "2"] { _ = try await program.reader.find("table cell", "send \(amount) NEAR") }
            }
            // Each window changes another choice, and knows nothing of the other's.
            try await one.reader.choosePreference("radio button", "Dark")
            try await other.reader.choosePreference("check box", "Tell me by a notification")
            let file = one.folder.appendingPathComponent("state/near-connect/default/preferences.json")
            await waitUntil("both choices") {
                let text = String(decoding: FileManager.default.contents(atPath: file.path) ?? Data(), as: UTF8.self)
                return text.contains("dark") && text.contains("false")
            }
            // Disconnecting ends what one window shows. The other one has an account of its own in memory.
            try await one.reader.press("toggle button", "Account")
            try await one.reader.press("push button", "Disconnect")
            _ = try await one.reader.find("push button", "Connect")
            try await other.reader.send("3", to: bob.text)
            try await other.reader.approve("Approve")
            _ = try await other.reader.find("statusbar", "You sent 3")
            let last = try await node.viewAccount(bob).value.amount
            XCTAssertEqual(last.yoctoNEAR - after.yoctoNEAR, 3 * NEARToken.yoctoPerNEAR)
            // Activity is still shown there, and follows the other process.
            _ = try await one.reader.find("table cell", "send 3 NEAR")
            let rows = try await one.reader.elements().filter { $0.name == "send 3 NEAR" }
            XCTAssertEqual(rows.count, 1)
            kill(other.processIdentifier, SIGTERM)
            var again = other
            XCTAssertEqual(try again.next(arguments), 0)
            _ = try await again.reader.find("push button", "Connect")
            try await again.reader.choose("list item", "Activity")
            _ = try await again.reader.find("table cell", "send 3")
            try await again.stop()
            try await one.stop()
            try await environment.stop()
        }
    }
}
