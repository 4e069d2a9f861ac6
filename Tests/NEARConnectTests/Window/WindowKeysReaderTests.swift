// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect

/// The window used by the display's keyboard alone; a screen reader only says what has the focus.
final class WindowKeysReaderTests: HomeTestCase {
    /// The hands on the keyboard, and the reader.
    @MainActor
    private struct Hands {
        let reader: ScreenReader
        let user: DisplayUser

        func press(_ keys: String) async throws { try await user.act("key \(keys)") }

        /// Types a text of small letters, digits and points.
        func type(_ text: String) async throws {
            for character in text { try await press(character == "." ? "period" : String(character)) }
        }

        /// Waits until something has the focus.
        func waitForFocus(of role: String, _ name: String) async throws {
            var focused: ScreenReader.Element?
            let limit = ContinuousClock.now + .seconds(20)
            while ContinuousClock.now < limit {
                focused = try await reader.elements().last { $0.isFocused }
                if let focused, focused.role == role, focused.name == name { return }
            }
            throw ReaderError("the focus is at \(focused?.description ?? "nothing"), not at \(role) “\(name)”")
        }

        /// Goes on by Tab until something has the focus.
        func go(to role: String, _ name: String) async throws {
            _ = try await reader.find(role, name)
            var way: [String] = []
            var (last, pressed): (String?, ContinuousClock.Instant) = (nil, .now)
            let limit = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < limit, way.count < 60 {
                let focused = try await reader.elements().last { $0.isFocused }
                if let focused, focused.role == role, focused.name == name { return }
                // The key before may be on its way yet, and another one would go too far; or it is lost.
                let isSame = focused != nil && focused?.place.path == last
                if isSame, ContinuousClock.now - pressed < .seconds(2) { continue }
                (last, pressed) = (focused?.place.path, .now)
                way.append(focused?.description.trimmingCharacters(in: .whitespaces) ?? "nothing")
                try await press("Tab")
            }
            throw ReaderError("Tab doesn’t lead to \(role) “\(name)”, but to\n\(way.joined(separator: "\n"))")
        }

        /// Waits until a question's button has gone, or its question says again that it waits.
        private func waitForAnswer(to button: ScreenReader.Element) async throws {
            let limit = ContinuousClock.now + .seconds(10)
            while ContinuousClock.now < limit {
                let window = ScreenReader.window(of: button, in: try await reader.elements())
                guard !window.contains(where: { $0.role == "statusbar" && !$0.name.isEmpty }) else { return }
                if window.isEmpty { return }
            }
        }

        /// Says yes to a question once its button counts.
        func approve(_ name: String) async throws {
            try await go(to: "push button", name)
            let limit = ContinuousClock.now + .seconds(30)
            while ContinuousClock.now < limit {
                let shown = try await reader.elements()
                guard let button = shown.first(where: { $0.role == "push button" && $0.name == name }) else { return }
                let waits = ScreenReader.window(of: button, in: shown).contains {
                    ["statusbar", "status bar"].contains($0.role) && !$0.name.isEmpty
                }
                guard !waits else { continue }
                try await press("Return")
                // No second press before it is known what became of the first: it would land in the window below.
                try await waitForAnswer(to: button)
            }
            throw ReaderError("“\(name)” is still asked for")
        }
    }

    func testAPaymentIsMadeFromTheFirstPageToTheLastByKeysAlone() throws {
        let home = home
        try run(timeout: 180) {
            let environment = try await WalletTestEnvironment.start()
            let (alice, bob) = (environment.accounts[0].id, environment.accounts[1].id)
            let folder = home.appendingPathComponent("keys")
            try environment.devnet.writeCredentials(to: folder)
            let arguments = [
                "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                "--credentials", folder.path,
            ]
            var program = try await ReadProgram(arguments, home: home)
            let reader = program.reader
            let hands = Hands(reader: reader, user: try DisplayUser())
            try await hands.go(to: "push button", "Use the keys of this computer")
            try await hands.press("Return")
            try await hands.approve("Sign in")
            _ = try await reader.find("label", alice.text)
            let node = try NEARRPCClient(endpoints: [RPCEndpoint(url: environment.devnet.rpcURL)])
            let before = try await node.viewAccount(bob).value.amount

            try await hands.press("Alt_L+2")
            try await hands.waitForFocus(of: "text", "To")
            try await hands.type(bob.text)
            try await hands.press("Return")
            try await hands.waitForFocus(of: "text", "Amount in NEAR")
            try await hands.type("1.5")
            try await hands.press("Return")
            try await hands.approve("Approve")
            _ = try await reader.find("statusbar", "You sent 1.5")
            let after = try await node.viewAccount(bob).value.amount
            XCTAssertEqual(after, try before.adding(NEARToken("1.5 NEAR")))

            // From a page to the list of pages, along it, and into another page.
            try await hands.press("Escape")
            try await hands.waitForFocus(of: "list item", "Send")
            for page in ["Contract", "Message", "Delegate", "Activity"] {
                try await hands.press("Down")
                try await hands.waitForFocus(of: "list item", page)
            }
            _ = try await reader.find("table cell", "send 1.5")
            try await hands.press("Control_L+comma")
            _ = try await reader.find("dialog", "Preferences")
            try await hands.press("Escape")
            try await reader.untilGone("dialog", "Preferences")
            try await hands.press("Control_L+Shift_L+question")
            _ = try await reader.find("dialog", "Keyboard shortcuts")
            try await hands.press("Escape")
            try await reader.untilGone("dialog", "Keyboard shortcuts")
            try await hands.press("F1")
            _ = try await reader.find("dialog", "Help")
            try await hands.press("Escape")
            try await reader.untilGone("dialog", "Help")
            try await hands.press("Control_L+q")
            XCTAssertEqual(try program.next(arguments), 0)
            _ = try await reader.find("table cell", "send 1.5")
            try hands.user.stop()
            try await program.stop()
            try await environment.stop()
        }
    }
}
