// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Whose site is whose, and what WebKit is told about cookies.
@Suite struct WalletSitesTests {
    private let sites = WalletSites([
        "one": ["https://wallet.one.example", "https://shared.example"],
        "two": ["https://shared.example", "https://two.example:8443"],
        "none": ["http://plain.example", "https://.*", "https://a.example/path"],
    ])

    @Test func onlyPlainOriginsCount() {
        #expect(sites.all == ["https://shared.example", "https://two.example:8443", "https://wallet.one.example"])
    }

    @Test(arguments: [
        ("one.example", true), ("wallet.one.example", true), ("two.example", true), ("example", true),
        ("ne.example", false), ("plain.example", false), ("evil.wallet.one.example", false), ("", false),
    ])
    func aSiteHoldsTheOriginsBelowIt(site: String, isHeld: Bool) {
        #expect(sites.holds(site: site) == isHeld)
    }

    @Test func aSharedSiteIsNobodys() {
        #expect(sites.isOnly("one", on: "one.example"))
        #expect(!sites.isOnly("two", on: "one.example"))
        #expect(!sites.isOnly("one", on: "shared.example"))
        #expect(!sites.isOnly("unknown", on: "one.example"))
    }

    @Test func rulesNameOriginsToTheirEnd() {
        let rules = sites.cookieRules.arrayValue ?? []
        #expect(rules.count == 4)
        #expect(rules.first?["action"]?["type"] == "block-cookies")
        #expect(rules.last?["trigger"]?["url-filter"] == "^https://wallet\\.one\\.example/")
        #expect(rules.dropFirst().allSatisfy { $0["action"]?["type"] == "ignore-previous-rules" })
    }
}
