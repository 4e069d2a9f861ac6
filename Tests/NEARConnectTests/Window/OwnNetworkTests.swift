// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import MainLoopTesting
import NEARConnectLocal
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import GTKToolkit
@testable import NEARConnect
@testable import NEARConnectCommandLine
@testable import NEARConnectCore
@testable import NEARConnectShell

/// Networks of the user's own in the window: their file, their dialog, and a devnet's page.
final class OwnNetworkTests: HomeTestCase {
    private func file(_ text: String? = nil) throws -> String {
        let folder = home.appendingPathComponent("config")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("networks.json")
        if let text { try Data(text.utf8).write(to: file) }
        return file.path
    }

    func testTheFileKeepsWhatItHad() throws {
        let own = #"{"id": "lab", "nodes": [{"url": "https://a.example/", "apiKey": "k", "header": "x-key"}]}"#
        let path = try file("{\"version\": 1, \"networks\": [\(own)]}")
        let network = try CustomNetwork(id: "second", rpcURLs: [XCTUnwrap(URL(string: "http://127.0.0.1:3030/"))])
        try NetworksFile.add(network, apiKey: "secret", to: path)
        let file = try NetworksFile(path: path)
        XCTAssertEqual(file.ids, ["lab", "second"])
        XCTAssertEqual(try file.endpoints(of: "lab").first?.headers, ["x-key": "k"])
        XCTAssertEqual(try file.endpoints(of: "second").first?.headers, ["x-api-key": "secret"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        XCTAssertEqual(mode, 0o600)
        XCTAssertThrowsError(try NetworksFile.add(network, apiKey: nil, to: path))
        try NetworksFile.remove("nobody", from: path)
        try NetworksFile.remove("lab", from: path)
        XCTAssertEqual(try NetworksFile(path: path).ids, ["second"])
        // A link stays one; what it leads to is changed.
        let link = home.appendingPathComponent("link.json").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try NetworksFile.remove("second", from: link)
        XCTAssertEqual(try NetworksFile(path: path).ids, [])
        XCTAssertFalse(try String(contentsOfFile: path, encoding: .utf8).contains("secret"))
        try NetworksFile.add(network, apiKey: nil, to: link)
        XCTAssertEqual(try NetworksFile(path: path).ids, ["second"])
        XCTAssertEqual(try FileManager.default.destinationOfSymbolicLink(atPath: link), path)
    }

    func testAFileWithAFaultIsNotWrittenOver() throws {
        let text = #"{"version": 1, "networks": [{"id": "lab", "nodes": []}]}"#
        let path = try file(text)
        let network = try CustomNetwork(id: "second", rpcURLs: [XCTUnwrap(URL(string: "http://127.0.0.1:3030/"))])
        XCTAssertThrowsError(try NetworksFile.add(network, apiKey: nil, to: path))
        XCTAssertThrowsError(try NetworksFile.remove("lab", from: path))
        XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), text)
    }

    @MainActor
    private static func networks(_ path: String) -> OwnNetworks {
        OwnNetworks(
            place: path,
            list: {
                guard FileManager.default.fileExists(atPath: path) else { return [] }
                let file = try NetworksFile(path: path)
                return try file.ids.map { try CustomNetwork(id: $0, endpoints: file.endpoints(of: $0)) }
            },
            offered: { [.mainnet, $0] },
            add: { try NetworksFile.add($0, apiKey: $1, to: path) },
            remove: { try NetworksFile.remove($0.id, from: path) })
    }

    func testANetworkIsAddedAndRemovedInTheWindow() throws {
        let path = try file()
        try run {
            let environment = try await WalletTestEnvironment.start()
            let window = ConnectWindow(manager: environment.manager)
            window.ownNetworks = Self.networks(path)
            window.present()
            XCTAssertTrue(window.header.network.own.isVisible)
            window.header.network.own.press()
            let dialog = try XCTUnwrap(NetworksDialog.open.last)
            XCTAssertTrue(dialog.shown.isEmpty)
            let node = environment.devnet.rpcURL.absoluteString
            for (name, address, key, words) in [
                ("lab", "", "", "Enter an address that begins with http"),
                ("lab", "file:///etc", "", "Enter an address that begins with http"),
                ("lab", node, "a key", "An API key has visible ASCII characters only."),
                ("lab", "http://node.example/", "key", "An API key goes to an address that begins with https://"),
                ("", node, "", "A name has 1 to 64"),
                ("Lab one", node, "", "A name has 1 to 64"),
            ] {
                (dialog.name.text, dialog.node.text, dialog.apiKey.text) = (name, address, key)
                dialog.dialog.respond(NetworksDialog.add)
                XCTAssertTrue(dialog.note.text.contains(words), "\(name) \(address): \(dialog.note.text)")
                XCTAssertTrue(dialog.shown.isEmpty)
            }
            (dialog.name.text, dialog.node.text, dialog.apiKey.text) = ("lab", node, "")
            dialog.dialog.respond(NetworksDialog.add)
            await waitUntil("the network: \(dialog.note.text)") { dialog.shown.count == 1 }
            XCTAssertTrue(dialog.note.text.contains("Its node’s chain is “devnet”."), dialog.note.text)
            (dialog.name.text, dialog.node.text) = ("lab", node)
            dialog.dialog.respond(NetworksDialog.add)
            XCTAssertTrue(dialog.note.text.hasPrefix("There is a network of this name"), dialog.note.text)
            // A public network has nodes of that network only: the window couldn't start on another one.
            (dialog.name.text, dialog.node.text) = ("mainnet", node)
            dialog.dialog.respond(NetworksDialog.add)
            await waitUntil("the word: \(dialog.note.text)") {
                dialog.note.text.contains("is a node of another chain")
            }
            XCTAssertEqual(dialog.shown.map(\.network.id), ["lab"])
            // A node that is silent is added when the user insists.
            (dialog.name.text, dialog.node.text) = ("far", "http://127.0.0.1:1/")
            dialog.dialog.respond(NetworksDialog.add)
            await waitUntil("the word: \(dialog.note.text)") { dialog.note.text.hasPrefix("The node gave no answer") }
            XCTAssertEqual(dialog.shown.map(\.network.id), ["lab"])
            dialog.dialog.respond(NetworksDialog.add)
            XCTAssertEqual(dialog.shown.map(\.network.id), ["far", "lab"])
            dialog.shown.first?.remove.press()
            XCTAssertEqual(dialog.shown.map(\.network.id), ["lab"])
            XCTAssertEqual(try NetworksFile(path: path).ids, ["lab"])
            XCTAssertEqual(window.networks, [.mainnet, environment.manager.network])
            // The network that the window shows stays until the user goes to another one.
            (dialog.name.text, dialog.node.text) = ("devnet", node)
            dialog.dialog.respond(NetworksDialog.add)
            await waitUntil("the network: \(dialog.note.text)") { dialog.shown.count == 2 }
            XCTAssertTrue(dialog.note.text.contains("once it has gone to another network and back"), dialog.note.text)
            dialog.shown.first?.remove.press()
            XCTAssertTrue(dialog.note.text.contains("until it goes to another one"), dialog.note.text)
            dialog.dialog.cancel()
            XCTAssertTrue(NetworksDialog.open.isEmpty)
            window.close()
            try await environment.stop()
        }
    }

    func testADevnetOnThisComputerHasItsPage() throws {
        try run {
            let environment = try await WalletTestEnvironment.start()
            let node = environment.devnet.rpcURL
            let silent = NEARNetwork.custom(
                try CustomNetwork(id: "silent", rpcURLs: [XCTUnwrap(URL(string: "http://127.0.0.1:1/"))]))
            let window = ConnectWindow(manager: environment.manager)
            window.present()
            await waitUntil("the page") { environment.manager.isBridgeReady }
            XCTAssertNil(window.body.explorer, "nobody has asked for it")
            window.close()
            let second = ConnectWindow(manager: environment.manager)
            second.looksForDevnets = true
            second.present()
            await waitUntil("the page of the devnet") { second.body.explorer == node }
            second.body.show(.devnet)
            await waitUntil("its accounts") { second.body.devnetPage?.tools.rows.isEmpty == false }
            second.body.devnetPage?.tools.keepState.press()
            await waitUntil("the state") { second.body.devnetPage?.tools.snapshots.count == 1 }
            // A notification that is pressed brings the window forward as it is.
            second.present()
            XCTAssertEqual(second.body.page, .devnet)
            XCTAssertEqual(second.body.devnetPage?.tools.snapshots.count, 1)
            second.go(to: silent)
            await waitUntil("the network") { environment.manager.network == silent }
            XCTAssertNil(second.body.explorer)
            XCTAssertEqual(second.body.page, .wallet)
            second.close()
            try await environment.stop()
        }
    }

    func testAnotherProfilesWindowHasTheSameOptions() throws {
        let words = [
            "shell", "--profile=savings", "--networks=/n.json", "--credentials=/keys", "--verbose",
            "--wallet-manifest=/a.json", "--wallet-manifest=-b.json", "--wallet-list=https://l.example/",
            "--insecure-loopback", "--trusted-wallets-only", "--relay=wss://r.example", "--project-id=abc",
            "--relay-token-in-query", "--relay-header=Origin: https://app.example", "--relay-header=-odd: 1",
            "--connector=/c.js", "--insecure-connector",
        ]
        let options = try ShellOptions.parse(
            Array(words.dropFirst()) + ["--page", "send", "--network", "lab", "--rpc-url", "http://127.0.0.1:1"])
        XCTAssertEqual(options.arguments(forProfile: "savings"), words)
        let certificates = "--relay-ca=\(try file("{}"))"
        XCTAssertTrue(try ShellOptions.parse([certificates]).arguments(forProfile: "a").contains(certificates))
        let plain = try ShellOptions.parse([])
        XCTAssertEqual(
            plain.arguments(forProfile: "-odd"), ["shell", "--profile=-odd", "--connector=embedded"])
        // An option that is new is one of these, or of those that are left out.
        let help = ShellOptions.helpMessage()
        let names = Set(help.matches(of: /--[a-z-]+/).map { String($0.output) })
        let known = Set(words.dropFirst().map { String($0.prefix { $0 != "=" }) })
        let left: Set<String> = ["--page", "--network", "--rpc-url", "--devnet", "--help", "--relay-ca"]
        XCTAssertEqual(names.subtracting(known).subtracting(left), [])
    }
}
