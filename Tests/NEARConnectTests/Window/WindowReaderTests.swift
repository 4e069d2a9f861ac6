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
            try await reader.send("1.5", to: "bob.test.near")
            let notice = try await reader.find("statusbar", "You sent")
            XCTAssertTrue(notice.name.contains("to bob.test.near."), "\(notice)")
            try await reader.choose("list item", "Activity")
            _ = try await reader.find("table cell", "bob.test.near")
            let list = try await reader.find("table", "What was handed to wallets")
            let answer = try await reader.call("AddRowSelection", of: "Table", at: list.place, with: [.integer(0)])
            XCTAssertEqual(answer, [.boolean(true)])
            // The steps are read from the node, and stand in a tree.
            let steps = try await reader.find("tree table", "Steps of the transaction")
            _ = try await reader.find("table cell", "Transaction: send 1.5")
            _ = try await reader.find("table cell", "done")
            let read = ScreenReader.window(of: steps, in: try await reader.elements())
            XCTAssertTrue(read.contains { $0.role == "table cell" && $0.name == "handed on" }, "\(read)")
            try await reader.press("push button", "Copy hash", outOfView: true)
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

    func testShowInExplorerOpensTheDevnetsPage() throws {
        let home = home
        try run(timeout: 120) {
            let program = try await ReadProgram(["shell", "--devnet"], home: home)
            let reader = program.reader
            try await reader.press("push button", "Use the keys of this computer")
            try await reader.approve("Sign in")
            try await reader.send("1", to: "bob.test.near")
            try await reader.approve("Approve")
            _ = try await reader.find("statusbar", "You sent 1")
            try await reader.choose("list item", "Activity")
            _ = try await reader.find("table cell", "bob.test.near")
            let list = try await reader.find("table", "What was handed to wallets")
            _ = try await reader.call("AddRowSelection", of: "Table", at: list.place, with: [.integer(0)])
            try await reader.press("push button", "Show in explorer", outOfView: true)
            _ = try await reader.find(nil, "Explorer of the chain")
            _ = try await reader.find("push button", "Keep this state")
            try await program.stop()
        }
    }

    func testAScreenReaderHearsWhatHappensAndWhatBelongsTogether() throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let arguments = [
                "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
            ]
            let program = try await ReadProgram(arguments, home: home)
            let reader = program.reader
            try await reader.bringKey(of: environment.accounts[0], sealedBy: "correct horse")
            let window = try await reader.find("frame")
            let events = try await ReaderEvents(of: window.place.owner, reader)
            // Each of these is a change of one element's name, and nobody has to look for it.
            try await reader.send("1.5", to: "nobody.test.near")
            await waitUntil("the receiver: \(events.names)") { events.have("There is no such account.") }
            let approval = try await reader.find("dialog")
            await waitUntil("the wait: \(events.names)") { events.have("Waiting for Keystore") }
            let shown = try await reader.elements()
            var named: [String: String] = [:]
            for element in ScreenReader.window(of: approval, in: shown) where element.role == "label" {
                let name = try await reader.label(of: element.place)
                if !name.isEmpty { named[name] = element.text }
            }
            XCTAssertEqual(named["Account"], "alice.test.near", "\(named)")
            XCTAssertEqual(named["First time to"], "nobody.test.near", "\(named)")
            try await reader.press("push button", "Cancel")
            await waitUntil("the end: \(events.names)") { events.have("Cancelled.") }
            try await reader.send("1.5", to: "bob.test.near")
            try await reader.approve("Approve")
            await waitUntil("the payment: \(events.names)") { events.have("You sent 1.5") }
            XCTAssertTrue(events.have("Fee: at most"), "\(events.names)")
            try await program.stop()
            try await environment.stop()
        }
    }

    func testAKeyIsBroughtAndANetworkAndAProfileAreChosen() throws {
        let home = home
        try run(timeout: 120) {
            let environment = try await WalletTestEnvironment.start()
            let alice = environment.accounts[0]
            // The profile's own networks.
            let configuration = home.appendingPathComponent(".config/near-connect/default")
            try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
            let networks = #"{"version": 1, "networks": [{"id": "lab", "nodes": [{"url": "http://127.0.0.1:1/"}]}]}"#
            try Data(networks.utf8).write(to: configuration.appendingPathComponent("networks.json"))
            let program = try await ReadProgram(
                [
                    "shell", "--network", "devnet", "--rpc-url", environment.devnet.rpcURL.absoluteString,
                    "--credentials", home.appendingPathComponent("keys").path,
                ], home: home, variables: ["XDG_CONFIG_HOME": home.appendingPathComponent(".config").path])
            let reader = program.reader
            try await reader.press("push button", "Import a key…")
            // There is no keyring here: the vault is a file.
            _ = try await reader.find("label", "secrets.sealed")
            try await reader.press("radio button", "In near-cli’s folder, unencrypted")
            let place = try await reader.find("label", "near-cli uses the same files")
            XCTAssertTrue(place.name.contains(home.appendingPathComponent("keys/devnet").path), "\(place)")
            let unnamed = try await reader.unnamed()
            XCTAssertEqual(unnamed, [], "in the dialog")
            try await reader.type(alice.secretKey.exposedText(), into: "password text", "Secret key or seed phrase")
            try await reader.type(alice.id.text, into: "text", "Account on devnet")
            try await reader.press("push button", "Keep key")
            // The wallet asks which of its accounts.
            try await reader.approve("Sign in")
            _ = try await reader.find("label", alice.id.text)
            let tree = try await reader.tree()
            XCTAssertFalse(tree.contains(alice.secretKey.exposedText()), "the key isn't left where readers look")
            try await reader.press("toggle button", "Network devnet")
            try await reader.press(nil, "testnet")
            _ = try await reader.find("toggle button", "Network testnet")
            try await reader.press("toggle button", "Network testnet")
            try await reader.press(nil, "lab")
            _ = try await reader.find("toggle button", "Network lab")
            _ = try await reader.find("label", "Use a key of yours")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Profiles…")
            _ = try await reader.find("push button", "default, which is open")
            try await reader.type("savings", into: "text", "New profile")
            try await reader.press("push button", "Make profile")
            // Another window stands in its place, on the network of a new profile.
            _ = try await reader.find("toggle button", "Network mainnet")
            try await reader.press("toggle button", "Menu")
            try await reader.press(nil, "Profiles…")
            _ = try await reader.find("push button", "savings, which is open")
            let otherTree = try await reader.tree()
            XCTAssertFalse(otherTree.contains("ended without being closed"))
            // The first profile is as it was left: on its own network.
            try await reader.press("push button", "default")
            _ = try await reader.find("toggle button", "Network lab")
            let back = try await reader.tree()
            XCTAssertFalse(back.contains("ended without being closed"))
            try await program.stop()
            try await environment.stop()
        }
    }
}
