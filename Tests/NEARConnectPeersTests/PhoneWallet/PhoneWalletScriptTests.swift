// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectPeers

/// Scripts of phone wallets, as JSON.
struct PhoneWalletScriptTests {
    @Test func everyStepHasItsName() throws {
        let script = try PhoneWalletScript(
            json: [
                "connect": [
                    "approveByRelay", "fetch", "settleFirst", "noChains", "noIcons", "noRedirect", "otherController",
                    "neverSettle",
                    ["do": "expiry", "seconds": 5], ["do": "grant", "methods": ["a"], "accounts": []],
                ],
                "near_signMessage": [
                    "accept", "hang", "wait", "sleep", "twice", "wrongBytes", "wrongKey", "wrongNonce",
                    "wrongSignature", "addNothing", ["do": "delay", "milliseconds": 5],
                    ["do": "reject", "code": 4001, "message": "no"], ["do": "rejectText", "message": "no"],
                    ["do": "encoding", "as": "indexedBuffer"], ["do": "encoding", "as": "gap"],
                    ["do": "return", "value": [1]], ["do": "disconnect"],
                    ["do": "wrongAccount", "accountId": "eve.near"],
                ],
                "*": ["hang"],
            ])
        #expect(script.connect.count == 10)
        #expect(script.connect.last == .grant(PhoneWalletGrant(accounts: [], methods: ["a"])))
        #expect(script.request("near_signMessage").count == 18)
        #expect(script.request("near_signMessage").contains(.encoding(.indexedBuffer)))
        #expect(script.request("near_signMessage").contains(.brokenBytes(.gap)))
        #expect(script.request("near_getAccounts") == [.hang])
        #expect(PhoneWalletScript().request("near_getAccounts").isEmpty)
    }

    @Test func aScriptThatIsNoneIsRefusedByItsStep() {
        let broken: [(JSONValue, String)] = [
            ([], "JSON object"), (["connect": "accept"], "connect"), (["connect": ["fly"]], "fly"),
            (["*": [["do": "delay", "milliseconds": -1]]], "delay"), (["*": [["do": "encoding", "as": "x"]]], "x"),
            (["*": [["do": "grant", "methods": [1]]]], "grant"), (["*": [5]], "5"),
            (["*": .array(Array(repeating: "accept", count: 65))], "64"),
        ]
        for (json, words) in broken {
            do throws(PhoneWalletScriptError) {
                _ = try PhoneWalletScript(json: json)
                Issue.record("\(json) was read")
            } catch {
                #expect(error.description.contains(words), "\(error)")
            }
        }
    }
}
