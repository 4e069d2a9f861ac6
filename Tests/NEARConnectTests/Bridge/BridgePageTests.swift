// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@testable import NEARConnect
@testable import NEARConnectCore
@testable import NEARConnectFoundation

@Suite struct BridgePageTests {
    private func page(appName: String? = nil) throws -> BridgePage {
        try BridgePage(
            BridgePage.Configuration(
                network: "devnet", providers: ["devnet": ["near-connect://rpc/devnet"]], manifest: ["wallets": []],
                hostWallets: ["w"], theme: "dark", appName: appName))
    }

    @Test func everyLoadHasASecretAndANonceOfItsOwn() throws {
        let (first, second) = (try page(), try page())
        #expect(first.secret != second.secret)
        #expect(first.secret.count == 32)
        #expect(first.html != second.html)
        #expect(!first.html.contains("{{"))
        #expect(first.html.contains(first.secret))
    }

    @Test func textFromOutsideCannotLeaveItsElement() throws {
        let html = try page(appName: "</script><script>alert(1)</script><!--").html
        #expect(!html.contains("<script>alert"))
        #expect(html.contains("\\u003c/script>"))
    }

    /// A `<` beside some scalars is no character of its own to a Swift string.
    ///
    /// To the page it always is one.
    @Test(arguments: ["\u{600}", "\u{110BD}", "\u{D}"], ["", "\u{338}", "\u{200D}", "\u{FE0F}"])
    func noNeighbourHidesTheEndOfAnElement(before: String, after: String) throws {
        let text = "\(before)</script><script>alert(1)\(before)<\(after)!--"
        let html = try page(appName: text).html
        #expect(!Array(html.utf8).contains(Array("</script><script>alert".utf8)))
        // The page has a comment of its own.
        #expect(after.isEmpty || !Array(html.utf8).contains(Array("<\(after)!--".utf8)))
    }

    @Test func templatesAreFilledWholeOrNotAtAll() throws {
        #expect(try BridgePage.render("a{{x}}b{{x}}{{y}}", ["x": "1", "y": "{{x}}"]) == "a1b1{{x}}")
        #expect(throws: BridgePage.PageError.unknownPlaceholder("z")) { try BridgePage.render("{{z}}", [:]) }
        #expect(throws: BridgePage.PageError.missingPlaceholder("x")) { try BridgePage.render("none", ["x": "1"]) }
    }

    @Test(arguments: [
        "/Bridge/../../Package.swift", "/Bridge/%2e%2e/x", "/Bridge//x", "/Bridge/.keep", "/Desktop/x",
        "/own_file.c", "/",
        "", "/Bridge", "/Bridge/", "//etc/passwd", "/Bridge/a\\b", "/Wallets/../Bridge/bridge.js",
        "Bridge/../bridge.js", "/Bridge/a b",
    ])
    func onlyPlainPathsIntoTheOpenFoldersAreServed(path: String) {
        #expect(PackagedFile.path(ofRequest: path) == nil)
    }

    @Test func packagedFilesAreFound() throws {
        for path in ["/Bridge/bridge.js", "/Connector/index.js", "/Wallets/keystore.js"] {
            let file = try #require(PackagedFile.path(ofRequest: path))
            #expect(try !PackagedFile.bytes(file).isEmpty, "\(path)")
        }
    }

    @Test func logsHoldNoQueries() {
        #expect(Redaction.address("https://w.example/sign?message=secret#x") == "https://w.example/sign")
        #expect(Redaction.address("hotwallet:pay?key=secret") == "hotwallet:")
        #expect(Redaction.address("data:text/html,secret") == "data:")
    }

    @Test func untypedValuesKeepTheirNumbers() throws {
        let value = try UntypedJSON.value([
            "small": 1, "large": UInt64.max, "flag": true, "text": "x", "list": [1, 2], "none": NSNull(), "half": 0.5,
        ])
        #expect(value["large"]?.text == "18446744073709551615")
        #expect(value["flag"] == .bool(true))
        #expect(UntypedJSON.dictionary(value)["large"] as? UInt64 == .max)
        #expect(throws: NEARError.self) { try UntypedJSON.value(["x": Double.nan]) }
        #expect(throws: NEARError.self) { try UntypedJSON.value(["x": Date()]) }
    }

    @Test func customNetworksAreChecked() throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        for id in ["", "a/b", "a b", "ü"] {
            #expect(throws: NEARError.self, "\(id)") { try NEARWalletManager.CustomNetwork(id: id, rpcURLs: [url]) }
        }
        #expect(throws: NEARError.self) { try NEARWalletManager.CustomNetwork(id: "local", rpcURLs: []) }
        let file = try #require(URL(string: "file:///x"))
        #expect(throws: NEARError.self) { try NEARWalletManager.CustomNetwork(id: "local", rpcURLs: [file]) }
        for id in ["local", "mainnet", "testnet"] {
            #expect(try NEARWalletManager.Network.custom(.init(id: id, rpcURLs: [url])).rawValue == id)
        }
    }
}
