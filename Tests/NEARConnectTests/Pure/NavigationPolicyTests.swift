// SPDX-License-Identifier: MIT

import Foundation
import Testing
import WebKitGTK

@testable import NEARConnect

@Suite struct NavigationPolicyTests {
    private enum Outcome: Equatable { case allow, popup, external, block }

    private func outcome(
        _ uri: String, _ kind: NavigationRequest.Kind, _ source: NavigationPolicy.Source, isHostLoad: Bool = false
    ) throws -> Outcome {
        let origin = try BridgeOrigin(#require(URL(string: "https://app.example")))
        let request = NavigationRequest(kind: kind, uri: uri, isUserGesture: true)
        switch NavigationPolicy(origin: origin).decide(request, from: source, isHostLoad: isHostLoad) {
        case .allow: return .allow
        case .popup: return .popup
        case .external: return .external
        case .block: return .block
        }
    }

    /// address | navigation in the bridge | new window from the bridge | navigation in a popup
    @Test(
        arguments: [
            ("https://wallet.example/sign?x=1", Outcome.allow, .popup, .allow),
            ("http://wallet.example/", .block, .popup, .allow),
            ("HTTPS://APP.EXAMPLE/callback", .block, .block, .block),
            ("https://app.example:443/", .block, .block, .block),
            ("https://app.example:8443/", .allow, .popup, .allow),
            ("https://app.example.evil/", .allow, .popup, .allow),
            ("about:blank", .allow, .popup, .allow),
            ("about:srcdoc", .allow, .popup, .allow),
            ("about:config", .block, .block, .block),
            ("near-connect://bridge/Bridge/bridge.js", .block, .block, .block),
            ("NEAR-CONNECT://rpc/mainnet", .block, .block, .block),
            ("hotwallet://sign", .block, .external, .external),
            ("mailto:a@b.c", .block, .external, .external),
            ("tg://resolve?domain=x", .block, .external, .external),
            ("file:///etc/passwd", .block, .block, .block),
            ("javascript:alert(1)", .block, .block, .block),
            ("JavaScript:alert(1)", .block, .block, .block),
            ("data:text/html,x", .block, .block, .block),
            ("blob:https://app.example/1", .block, .block, .block),
            ("view-source:https://a.b", .block, .block, .block),
            ("no scheme at all", .block, .block, .block),
            ("-flag://x", .block, .block, .block),
            ("", .allow, .popup, .allow),
        ] as [(String, Outcome, Outcome, Outcome)])
    private func table(row: (uri: String, bridge: Outcome, newWindow: Outcome, popup: Outcome)) throws {
        #expect(try outcome(row.uri, .navigation, .bridge) == row.bridge)
        #expect(try outcome(row.uri, .newWindow, .bridge) == row.newWindow)
        #expect(try outcome(row.uri, .newWindow, .popup) == row.newWindow)
        #expect(try outcome(row.uri, .navigation, .popup) == row.popup)
    }

    @Test func theHostsOwnLoadIsAllowedAndNothingElseOnItsOrigin() throws {
        #expect(try outcome("https://app.example/", .navigation, .bridge, isHostLoad: true) == .allow)
        #expect(try outcome("https://app.example/", .navigation, .bridge) == .block)
        #expect(try outcome("https://app.example/x", .navigation, .bridge, isHostLoad: true) == .block)
    }

    @Test func aResponseNeverReplacesTheBridgesTopFrame() throws {
        #expect(try outcome("https://wallet.example/", .response(isMainFrame: true), .bridge) == .block)
        #expect(try outcome("https://wallet.example/", .response(isMainFrame: false), .bridge) == .allow)
        #expect(try outcome("https://wallet.example/", .response(isMainFrame: true), .popup) == .allow)
        #expect(try outcome("https://app.example/", .response(isMainFrame: true), .popup) == .block)
    }

    @Test func originsAreCheckedWhenTheyAreMade() throws {
        for text in [
            "http://app.example", "https://", "https://app.example/path", "https://u@app.example", "near:x",
            "https://a?b",
        ] {
            let url = try #require(URL(string: text))
            #expect(throws: NEARError.self, "\(text)") { try BridgeOrigin(url) }
        }
        #expect(try BridgeOrigin(#require(URL(string: "https://App.Example:443/"))).baseURI == "https://app.example/")
        #expect(BridgeOrigin.standard.baseURI == "https://near-connect-bridge.local/")
    }
}
