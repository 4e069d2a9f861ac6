// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// The rules that keep pages of the internet from this computer and its network.
final class LocalNetworkRulesTests: XCTestCase {
    /// Addresses as WebKit writes them before it asks the rules.
    private static let local = [
        "http://localhost/", "http://localhost:3030/x", "http://localhost./", "http://api.localhost:80/",
        "ws://127.0.0.1:9222/", "https://127.1.2.3/", "http://0.0.0.0:1/", "http://[::1]:3030/", "http://[::]/",
        "http://[::ffff:7f00:1]/", "http://[64:ff9b::7f00:1]/", "http://10.0.0.1/", "http://192.168.1.1:8080/",
        "http://169.254.169.254/latest", "http://172.16.0.1/", "http://172.29.3.4/", "http://172.31.255.255/",
        "http://100.64.0.1/", "http://100.127.0.1/", "http://[fe80::1]/", "http://[fd00::1]/", "http://printer/",
        "http://nas.local/", "http://router.lan/", "http://box.home.arpa/", "http://user:pass@127.0.0.1/",
    ]
    private static let remote = [
        "https://app.example/", "https://rpc.testnet.near.org/", "https://localhost.example/", "https://10.example/",
        "https://127.0.0.1.example/", "http://172.32.0.1/", "http://172.15.0.1/", "http://100.128.0.1/",
        "http://11.0.0.1/", "https://[2606:4700::1111]/", "https://app.example/http://localhost/",
        "https://app.example:8443/127.0.0.1/",
    ]

    func testRulesMeetEachFormOfALocalAddressAndNoOther() throws {
        let rules = try XCTUnwrap(LocalNetworkRules.json.arrayValue)
        let patterns = try rules.map { rule in
            try NSRegularExpression(pattern: XCTUnwrap(rule["trigger"]?["url-filter"]?.stringValue))
        }
        func isMet(_ address: String) -> Bool {
            let all = NSRange(address.startIndex..., in: address)
            return patterns.contains { $0.firstMatch(in: address, range: all) != nil }
        }
        for address in Self.local { XCTAssertTrue(isMet(address), address) }
        for address in Self.remote { XCTAssertFalse(isMet(address), address) }
        // Pages that are there themselves may reach it.
        for rule in rules {
            XCTAssertEqual(rule["trigger"]?["unless-top-url"]?.arrayValue?.count, patterns.count)
            XCTAssertEqual(rule["action"], ["type": "block"])
        }
    }

    func testOnlyTheAddressThatAUserWantsIsExempt() throws {
        let page = try XCTUnwrap(DAppAsker.Token(UUID().uuidString))
        let shown = "https://app.example/"
        var local = LocalNetworkGuard()
        func allows(_ uri: String, isRedirect: Bool = false, from address: String? = shown) -> Bool {
            local.allows(
                NavigationRequest(kind: .navigation, uri: uri, isRedirect: isRedirect), in: page, showing: address)
        }
        XCTAssertFalse(allows("http://localhost:3000/"))
        local.begin(WebAddress("http://localhost:3000"), in: page)
        // What the page does before that address is shown.
        XCTAssertFalse(allows("http://localhost:3001/"))
        XCTAssertFalse(allows("http://127.0.0.1:3000/"))
        XCTAssertFalse(allows("http://localhost:3000/delete"))
        XCTAssertFalse(allows("http://localhost:3000/", isRedirect: true))
        XCTAssertTrue(allows("http://localhost:3000/"))
        XCTAssertTrue(allows("http://localhost:3000/start", isRedirect: true), "it leads on by itself")
        local.end(page)
        XCTAssertFalse(allows("http://localhost:3000/"))
        // A server of the internet that a user goes to leads to no local one.
        local.begin(WebAddress("https://other.example/"), in: page)
        XCTAssertTrue(allows("https://other.example/", from: nil))
        XCTAssertFalse(allows("http://127.0.0.1:9222/session", isRedirect: true, from: nil))
        XCTAssertFalse(allows("http://127.0.0.1:9222/session", isRedirect: true, from: "http://localhost:3000/"))
    }

    func testAPageOfTheInternetLeadsToNoLocalAddress() {
        for address in Self.local where !address.hasPrefix("ws") {
            XCTAssertFalse(LocalNetworkRules.allows(address, from: "https://app.example/"), address)
            XCTAssertTrue(LocalNetworkRules.allows(address, from: "http://localhost:5173/"), address)
            XCTAssertTrue(LocalNetworkRules.allows(address, from: nil), address)
        }
        for address in Self.remote {
            XCTAssertTrue(LocalNetworkRules.allows(address, from: "https://app.example/"), address)
        }
    }
}
