// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Names that a user may take for others.
@Suite struct LookAlikeTests {
    private static func known() throws -> [AccountId] {
        try ["alice.near", "market.near", "bob.near", "e1.near", String(repeating: "0123456789abcdef", count: 4)]
            .map { try AccountId($0) }
    }

    @Test(arguments: [
        ("a1ice.near", "alice.near"), ("aliice.near", "alice.near"), ("alcie.near", "alice.near"),
        ("alce.near", "alice.near"), ("a-lice.near", "alice.near"), ("rnarket.near", "market.near"),
        ("b0b.near", "bob.near"), ("alice.mear", "alice.near"),
        (
            "0123456789abcdef0000000000000000000000000000000000000000000fcdef",
            String(repeating: "0123456789abcdef", count: 4)
        ),
    ])
    func aLookAlikeIsFound(name: String, known: String) throws {
        let found = LookAlike.of(try AccountId(name), among: try Self.known())
        #expect(found?.known.text == known)
    }

    @Test(arguments: [
        "alice.near", "carol.near", "alice.alice.near", "shop.market.near", "dave.near", "bab.near", "e2.near",
    ])
    func othersAreNot(name: String) throws {
        #expect(LookAlike.of(try AccountId(name), among: try Self.known()) == nil)
    }

    @Test func theOutlookWarnsOfItAndOfHalfTheBalance() throws {
        var outlook = ApprovalOutlook()
        outlook.lookAlikes = [LookAlike(account: try AccountId("a1ice.near"), known: try AccountId("alice.near"))]
        outlook.balance = ApprovalOutlook.Balance(
            now: try NEARToken("10 NEAR"), most: try NEARToken("5.1 NEAR"), least: try NEARToken("4.9 NEAR"))
        let text = OutlookText(outlook)
        #expect(
            text.warning
                == "a1ice.near looks like alice.near, which you know, and is another account.\nThis is more than half of what the account has."
        )
        #expect(text.facts.contains { $0.name == "With the fee" && $0.value == "at most 5.1 NEAR" })
        #expect(
            text.lines == [
                "Warning: a1ice.near looks like alice.near, which you know, and is another account.",
                "Warning: This is more than half of what the account has.", "With the fee: at most 5.1 NEAR",
                "Balance: 10 NEAR now; at least 4.9 NEAR afterwards, fees included",
            ])
        outlook.lookAlikes = []
        outlook.balance = ApprovalOutlook.Balance(
            now: try NEARToken("10 NEAR"), most: try NEARToken("5 NEAR"), least: try NEARToken("5 NEAR"))
        #expect(OutlookText(outlook).warning == nil)
        #expect(OutlookText(ApprovalOutlook()).lines.isEmpty)
        outlook = ApprovalOutlook()
        outlook.isUntold = true
        #expect(OutlookText(outlook).lines == ["No node could tell what this would do to your balance."])
    }

    @Test func aProgramIsNamedAsItsConfigurationHasIt() {
        let own = Asker.program(origin: ExactText(BridgeOrigin.standard.origin))
        #expect(own.facts(appName: "Shop\u{202E}").map(\.value).first?.hasPrefix("Shop") == true)
        #expect(own.facts(appName: nil).map(\.value) == ["this program"])
        let other = Asker.program(origin: "https://shop.example")
        #expect(other.facts(appName: "Shop").map(\.value) == ["Shop", "https://shop.example"])
        #expect(other.facts(appName: nil).map(\.value) == ["https://shop.example"])
    }
}
