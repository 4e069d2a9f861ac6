// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct AccountIdTests {
    @Test(arguments: [
        ("a", AccountIdError.Rule.tooShort(byteCount: 1), 1),
        ("", .tooShort(byteCount: 0), 0),
        (String(repeating: "0", count: 65), .tooLong(byteCount: 65), 64),
        ("nEar", .invalidCharacter("E"), 1),
        ("hello world", .invalidCharacter(" "), 5),
        ("неар", .invalidCharacter("н"), 0),
        ("-near", .leadingSeparator("-"), 0),
        ("near.", .trailingSeparator("."), 4),
        ("a..near", .repeatedSeparator("."), 2),
        ("0_-_0", .repeatedSeparator("-"), 2),
    ])
    func refusalNamesRuleAndPosition(text: String, rule: AccountIdError.Rule, position: Int) {
        let error = #expect(throws: AccountIdError.self) { try AccountId(text) }
        #expect(error?.rule == rule)
        #expect(error?.position == position)
    }

    @Test func kindsAreToldApart() throws {
        #expect(try AccountId("alice.near").kind == .named)
        #expect(try AccountId(String(repeating: "0a", count: 32)).kind == .nearImplicit)
        #expect(try AccountId("0x" + String(repeating: "0a", count: 20)).kind == .ethImplicit)
        #expect(try AccountId("0s" + String(repeating: "0a", count: 20)).kind == .nearDeterministic)
        #expect(try AccountId("0u" + String(repeating: "z", count: 51) + "g").kind == .universal)
        #expect(try AccountId("0u" + String(repeating: "z", count: 52)).kind == .named)
        #expect(try AccountId("0x" + String(repeating: "0g", count: 20)).kind == .named)
    }

    @Test func subAccountsAreDirectOnly() throws {
        let near = try AccountId("near")
        let alice = try AccountId("alice.near")
        #expect(alice.isSubAccount(of: near))
        #expect(try !AccountId("a.alice.near").isSubAccount(of: near))
        #expect(try !AccountId("bobnear").isSubAccount(of: near))
        #expect(!near.isSubAccount(of: near))
        #expect(alice.parent == near)
        #expect(near.parent == nil)
        #expect(near.isTopLevel)
        #expect(!alice.isTopLevel)
    }
}
