// SPDX-License-Identifier: MIT

import Foundation
import Testing
import WebKitGTK

@testable import NEARConnect
@testable import NEARConnectCore

@Suite struct NavigationPolicyTests {
    private enum Outcome: Equatable { case allow, popup, external, remembered, returned, block }

    private func outcome(
        _ uri: String, _ kind: NavigationRequest.Kind, of source: NavigationPolicy.Source,
        permissions: [String]? = nil, isHostLoad: Bool = false
    ) throws -> Outcome {
        let origin = try BridgeOrigin(#require(URL(string: "https://app.example")))
        let request = NavigationRequest(kind: kind, uri: uri, isUserGesture: true)
        let policy = NavigationPolicy(origin: origin, returnScheme: "app-return")
        let allowed = permissions.map(OpenPermissions.init)
        switch policy.decide(request, from: source, permissions: allowed, isHostLoad: isHostLoad) {
        case .allow: return .allow
        case .popup: return .popup
        case .external(_, let mayRemember): return mayRemember ? .remembered : .external
        case .returned: return .returned
        case .block: return .block
        }
    }

    /// The addresses in a wallet's manifest for the table below.
    private static let named = [
        "https://wallet.example", "hotwallet://", "tg://resolve", "near-connect://", "file:///", "javascript:",
        "app-return://",
        "about:", "data:", "admin://", "smb://", "whatever://",
    ]

    /// The decision for each address, by where it comes from.
    ///
    /// The columns: address | navigation in the bridge | new window from the bridge | navigation in a popup | new
    /// window from a popup | dApp's navigation | dApp's new window | a wallet's link that its manifest names.
    @Test(
        arguments: [
            ("https://wallet.example/sign?x=1", [.allow, .popup, .allow, .popup, .allow, .popup, .block]),
            ("http://wallet.example/", [.block, .popup, .allow, .popup, .allow, .popup, .block]),
            ("HTTPS://APP.EXAMPLE/callback", [.block, .block, .block, .block, .block, .block, .block]),
            ("https://app.example:443/", [.block, .block, .block, .block, .block, .block, .block]),
            ("https://app.example:8443/", [.allow, .popup, .allow, .popup, .allow, .popup, .block]),
            ("https://app.example.evil/", [.allow, .popup, .allow, .popup, .allow, .popup, .block]),
            ("about:blank", [.allow, .popup, .allow, .popup, .allow, .popup, .block]),
            ("about:srcdoc", [.allow, .popup, .allow, .popup, .allow, .popup, .block]),
            ("about:config", [.block, .block, .block, .block, .block, .block, .block]),
            ("near-connect://bridge/Bridge/bridge.js", [.block, .block, .block, .block, .block, .block, .block]),
            ("NEAR-CONNECT://rpc/mainnet", [.block, .block, .block, .block, .block, .block, .block]),
            ("hotwallet://sign", [.block, .external, .external, .external, .external, .external, .remembered]),
            ("mailto:a@b.c", [.block, .external, .external, .external, .external, .external, .block]),
            ("tg://resolve?domain=x", [.block, .external, .external, .external, .external, .external, .remembered]),
            ("tg://join?domain=x", [.block, .external, .external, .external, .external, .external, .block]),
            ("app-return://request/x/y", [.block, .block, .returned, .returned, .block, .block, .block]),
            ("App-Return:x", [.block, .block, .returned, .returned, .block, .block, .block]),
            ("file:///etc/passwd", [.block, .block, .block, .block, .block, .block, .block]),
            ("javascript:alert(1)", [.block, .block, .block, .block, .block, .block, .block]),
            ("JavaScript:alert(1)", [.block, .block, .block, .block, .block, .block, .block]),
            ("data:text/html,x", [.block, .block, .block, .block, .allow, .block, .block]),
            ("blob:https://app.example/1", [.block, .block, .block, .block, .allow, .block, .block]),
            ("view-source:https://a.b", [.block, .block, .block, .block, .block, .block, .block]),
            ("admin:///etc/shadow", [.block, .block, .block, .block, .block, .block, .block]),
            ("smb://evil.example/x", [.block, .block, .block, .block, .block, .block, .block]),
            ("whatever://x", [.block, .block, .block, .block, .block, .block, .block]),
            ("ftp://a.b/c", [.block, .block, .block, .block, .block, .block, .block]),
            ("no scheme at all", [.block, .block, .block, .block, .block, .block, .block]),
            ("\u{212A}ey://x", [.block, .block, .block, .block, .block, .block, .block]),
            ("-flag://x", [.block, .block, .block, .block, .block, .block, .block]),
            ("", [.allow, .popup, .allow, .popup, .allow, .popup, .block]),
        ] as [(String, [Outcome])])
    private func table(row: (uri: String, expected: [Outcome])) throws {
        let found = [
            try outcome(row.uri, .navigation, of: .bridge), try outcome(row.uri, .newWindow, of: .bridge),
            try outcome(row.uri, .navigation, of: .popup), try outcome(row.uri, .newWindow, of: .popup),
            try outcome(row.uri, .navigation, of: .dApp), try outcome(row.uri, .newWindow, of: .dApp),
            try outcome(row.uri, .newWindow, of: .walletFrame, permissions: Self.named),
        ]
        #expect(found == row.expected)
    }

    @Test func aWalletsFrameOpensNothingWithoutAManifestThatNamesIt() throws {
        for kind in [NavigationRequest.Kind.navigation, .newWindow, .response(isMainFrame: true)] {
            #expect(try outcome("hotwallet://sign", kind, of: .walletFrame) == .block)
            #expect(try outcome("hotwallet://sign", kind, of: .walletFrame, permissions: []) == .block)
            #expect(try outcome("hotwallet://sign", kind, of: .walletFrame, permissions: ["meteor://"]) == .block)
        }
        // What a manifest names changes nothing for pages: they are asked about each time.
        #expect(try outcome("hotwallet://sign", .newWindow, of: .popup, permissions: ["hotwallet://"]) == .external)
        #expect(try outcome("hotwallet://sign", .newWindow, of: .bridge, permissions: ["hotwallet://"]) == .external)
    }

    @Test func theHostsOwnLoadIsAllowedAndNothingElseOnItsOrigin() throws {
        #expect(try outcome("https://app.example/", .navigation, of: .bridge, isHostLoad: true) == .allow)
        #expect(try outcome("https://app.example/", .navigation, of: .bridge) == .block)
        #expect(try outcome("https://app.example/x", .navigation, of: .bridge, isHostLoad: true) == .block)
    }

    @Test func aResponseNeverReplacesTheBridgesTopFrame() throws {
        #expect(try outcome("https://wallet.example/", .response(isMainFrame: true), of: .bridge) == .block)
        #expect(try outcome("https://wallet.example/", .response(isMainFrame: false), of: .bridge) == .allow)
        #expect(try outcome("https://wallet.example/", .response(isMainFrame: true), of: .popup) == .allow)
        #expect(try outcome("https://app.example/", .response(isMainFrame: true), of: .popup) == .block)
    }

    @Test func aWindowShowsNothingThatAPageHasMade() throws {
        for uri in ["data:text/html,x", "blob:https://shop.example/1", "BLOB:https://shop.example/1"] {
            #expect(try outcome(uri, .response(isMainFrame: true), of: .dApp) == .block)
            #expect(try outcome(uri, .response(isMainFrame: false), of: .dApp) == .allow)
        }
    }

    @Test func aFileIsShownToNobody() throws {
        let policy = NavigationPolicy(origin: .standard)
        for source in NavigationPolicy.Source.allCases {
            for isMainFrame in [true, false] {
                let file = NavigationRequest(
                    kind: .response(isMainFrame: isMainFrame), uri: "https://wallet.example/x", isFile: true)
                guard case .block = policy.decide(file, from: source, isHostLoad: true) else {
                    Issue.record("\(source) gets a file")
                    continue
                }
            }
        }
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
