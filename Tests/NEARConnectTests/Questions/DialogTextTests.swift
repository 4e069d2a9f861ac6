// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import WebKitGTK

@testable import NEARConnect
@testable import NEARConnectCore
@testable import SafeText

/// The dialogs' texts, and the conditions under which dialogs appear.
@Suite struct DialogTextTests {
    private func text(_ actions: Action..., receiver: String = "bob.near") throws -> ApprovalText {
        let intent = TransactionRequest(receiverId: try AccountId(receiver), actions: actions)
        return ApprovalText(
            ApprovalRequest(
                network: "testnet", chain: .testnet, asker: .program(origin: "https://app.example"),
                subject: .transactions([intent], signerId: try AccountId("alice.near"))))
    }

    @Test func amountsAreExact() throws {
        let text = try text(.transfer(NEARToken("1.000000000000000000000001 NEAR")), .transfer(.oneYocto))
        #expect(text.intents[0].actions[0].title == "Send 1.000000000000000000000001 NEAR to bob.near")
        #expect(text.intents[0].actions[1].title == "Send 1 yoctoNEAR to bob.near")
        #expect(text.total == "1.000000000000000000000002 NEAR")
        #expect(!text.isDangerous)
    }

    @Test func aKeyThatIsAddedWithASignInIsShownWithAllThatItMayDo() throws {
        let shop = try AccountId("shop.near")
        for (methods, shown) in [([], "every method"), (["buy", "sell"], "buy, sell")] {
            for (allowance, amount) in [(nil, "no limit"), (try NEARToken("0.25 NEAR"), "0.25 NEAR")] {
                let key = FunctionCallKeyRequest(contractId: shop, methodNames: methods, allowance: allowance)
                let text = ApprovalText(
                    ApprovalRequest(
                        network: "testnet", chain: .testnet, asker: .program(origin: "https://app.example"),
                        subject: .signInWithFunctionCallKey(candidates: [], permission: key.permission)))
                #expect(text.heading == "Sign in, and let this app call shop.near without asking you?")
                let facts = Dictionary(uniqueKeysWithValues: text.facts.map { ($0.name, $0.value) })
                #expect(facts["Contract"] == "shop.near")
                #expect(facts["Methods"] == shown)
                #expect(facts["Gas allowance"] == amount)
                #expect(text.chainWarning?.contains("can call shop.near without asking you") == true)
                #expect(text.isDangerous == (allowance == nil))
            }
        }
    }

    @Test func aLongMessageHasItsBeginningAmongTheLinesAsInTheDialog() throws {
        let text = ApprovalText(
            ApprovalRequest(
                network: "testnet", chain: .testnet, asker: .program(origin: "https://app.example"),
                subject: .message(
                    ExactText(String(repeating: "ab\n", count: 1_000_000)), recipient: "shop.example",
                    signerId: try AccountId("alice.near"))))
        let lines = text.lines
        #expect(lines.filter { $0 == "  ab" }.count == 5_333)
        #expect(lines.count < 5_400)
        #expect(lines.joined().utf8.count < 30_000)
    }

    @Test func whatCanTakeAnAccountAwayIsDangerous() throws {
        let key = try SecretKey.generate().publicKey
        let shop = try AccountId("app.near")
        func calls(_ allowance: NEARToken?) -> Action {
            let permission = FunctionCallPermission(allowance: allowance, receiverId: shop, methodNames: [])
            return .addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .functionCall(permission))))
        }
        // A key for calls has a warning in red, and the account stays its owner's.
        let limited = try text(calls(try NEARToken("0.25 NEAR")))
        #expect(!limited.isDangerous)
        #expect(
            limited.intents[0].actions[0].warning
                == "Whoever has this key can call app.near without asking you, for at most 0.25 NEAR of gas, until you remove it."
        )
        let unlimited = try text(calls(nil)).intents[0].actions[0]
        #expect(unlimited.warning?.contains("burn all NEAR of the account as gas") == true)
        // A gas key burns what it has itself.
        let gasKey = AccessKeyPermission.gasKeyFunctionCall(
            GasKeyInfo(balance: try NEARToken("1 NEAR"), numNonces: 1),
            FunctionCallPermission(allowance: nil, receiverId: shop, methodNames: []))
        let gas = try text(.addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(permission: gasKey))))
        #expect(
            gas.intents[0].actions[0].warning
                == "Whoever has this key can call app.near without asking you, and burn what the key has for gas, until you remove it."
        )
        #expect(gas.intents[0].actions[0].facts.map(\.name) == ["Key", "Methods", "Gas balance"])
        let dangerous: [Action] = [
            .addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess)), calls(nil),
            .deleteKey(DeleteKeyAction(publicKey: key)),
            .deleteAccount(DeleteAccountAction(beneficiaryId: try AccountId("eve.near"))),
            .deployContract(DeployContractAction(code: [0])),
        ]
        for action in dangerous {
            let text = try text(.transfer(.oneYocto), action)
            #expect(text.isDangerous)
            #expect(text.intents[0].actions[1].warning != nil)
        }
    }

    @Test func argumentsKeepWhatTheContractGets() throws {
        let json = #"{"b":[],"a":1.00,"a":12345678901234567890.5,"s":"{\"x\": [1,2]}","n":{"k":null}}"#
        let shown = try #require(ArgumentText.describe(Array(json.utf8)))
        #expect(shown.name == "Arguments")
        #expect(
            shown.text == #"""
                {
                  "b": [],
                  "a": 1.00,
                  "a": 12345678901234567890.5,
                  "s": "{\"x\": [1,2]}",
                  "n": {
                    "k": null
                  }
                }
                """#)
        #expect(ArgumentText.describe([]) == nil)
        #expect(ArgumentText.describe(Array("not json".utf8))?.name == "Arguments (not JSON)")
        #expect(ArgumentText.describe([0xFF, 0x00])?.text == "ff 00")
    }

    @Test(
        arguments: [
            ("plain äöü 😀 👩‍💻", "plain äöü 😀 👩‍💻"),
            ("a\u{0}b", "a\\u{0}b"),
            ("pay \u{202E}eve", "pay \\u{202E}eve"),
            ("ali\u{200B}ce", "ali\\u{200B}ce"),
            ("two\nlines", "two\nlines"),
            ("p\u{336}ay", "p\\u{336}ay"),
            ("a\u{20DD}b\u{488}", "a\\u{20DD}b\\u{488}"),
            ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
            ("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}x", "e\u{301}\u{302}\u{303}\u{304}\\u{305}\\u{306}x"),
            ("הַסְּפָרִים ที่นี่ हिन्दी việt", "הַסְּפָרִים ที่นี่ हिन्दी việt"),
        ])
    func hiddenCharactersAreShown(text: String, shown: String) {
        #expect(DisplayText.lines(text) == shown)
    }

    /// Breaks lines, strikes out, covers other lines and reverses the order.
    private static let hostile = [
        "ping\n\nYou pay nothing", "ping\r\nx", "ping\u{2028}x", "p\u{336}i\u{336}ng", "ping\u{20E0}",
        "p" + String(repeating: "\u{30D}", count: 40), "ping\u{202E}x", "ping\u{B}x",
    ]

    /// Whatever stands in a request, a title and a fact stay one line that covers no other.
    @Test(arguments: hostile) func noTextFromOutsideMakesLinesOfItsOwn(_ text: String) throws {
        let exact = ExactText(text)
        let permission = FunctionCallPermission(allowance: nil, receiverText: text, methodNames: [text])
        let key = try SecretKey.generate().publicKey
        let (alice, bob) = (try AccountId("alice.near"), try AccountId("bob.near"))
        let call = Action.functionCall(
            FunctionCallAction(methodName: text, args: Array(text.utf8), gas: .tera(1), deposit: .zero))
        let inner = DelegateAction(
            senderId: bob, receiverId: bob, actions: [call], nonce: 1, maxBlockHeight: 1, publicKey: key)
        let actions: [Action] = [
            call, .delegate(SignedDelegateAction(delegateAction: inner, signature: try SecretKey.generate().sign([]))),
            .addKey(AddKeyAction(publicKey: key, accessKey: AccessKey(permission: .functionCall(permission)))),
        ]
        let subjects: [ApprovalRequest.Subject] = [
            .transactions([TransactionRequest(receiverId: bob, actions: actions)], signerId: alice),
            .message("hello", recipient: exact, signerId: alice),
            .signInAndSignMessage(candidates: [alice], message: "hello", recipient: exact),
            .signInWithFunctionCallKey(candidates: [alice], permission: permission),
        ]
        for subject in subjects {
            let shown = ApprovalText(
                ApprovalRequest(
                    network: "testnet", chain: .testnet, asker: .program(origin: exact), subject: subject))
            let actions = shown.intents.flatMap(\.actions)
            let lines =
                [shown.heading] + actions.map(\.title)
                + (shown.facts + actions.flatMap(\.facts)).flatMap { [$0.name, $0.value] }
            for line in lines {
                #expect(DisplayText.name(line) == line, "\(line)")
                let hasBreak = line.contains { $0.isNewline }
                #expect(!hasBreak, "\(line)")
            }
            let isWrittenOut = lines.contains { $0.contains(#"\u{"#) }
            #expect(isWrittenOut)
        }
    }

    @Test func longTextsSayWhatIsMissing() {
        let text = ArgumentText.cut(String(repeating: "x", count: ArgumentText.limit + 7))
        #expect(text.hasSuffix("… and 7 more characters that aren\u{2019}t shown."))
    }

    /// Sixteen thousand characters take a second to lay out, so all calls share what two may have.
    @Test func argumentsOfManyCallsShareWhatIsShown() throws {
        let receiver = try AccountId("c.near")
        func call(_ count: Int) -> Action {
            .functionCall(
                FunctionCallAction(
                    methodName: "m", args: Array(repeating: UInt8(ascii: "x"), count: count), gas: Gas(gas: 1),
                    deposit: .zero))
        }
        let sizes = Array(repeating: 16_000, count: 20) + [5, 900]
        let text = ApprovalText(
            ApprovalRequest(
                network: "devnet", chain: nil, asker: .program(origin: "https://app.example"),
                subject: .transactions(
                    [TransactionRequest(receiverId: receiver, actions: sizes.map(call))], signerId: receiver)))
        let shown = text.intents[0].actions.compactMap { $0.code?.text }
        #expect(shown.count == sizes.count)
        #expect(shown[20] == "xxxxx" && shown[21].count == 900, "short ones are whole")
        #expect(shown.reduce(0) { $0 + $1.filter { $0 == "x" }.count } <= ArgumentText.requestLimit)
        #expect(shown[0].hasPrefix(String(repeating: "x", count: 1_554) + "\n"))
        #expect(shown[0].hasSuffix("… and 14446 more characters that aren\u{2019}t shown."))
        #expect(ArgumentText.limit(among: [16_000, 16_000]) == ArgumentText.limit)
        #expect(ArgumentText.limit(among: []) == ArgumentText.limit)
    }

    @Test func aPageThatFloodsIsCutOff() {
        var guardian = DialogFloodGuard()
        let start = ContinuousClock.now
        for _ in 0..<DialogFloodGuard.limit { #expect(guardian.judge("https://a", at: start) == .ask) }
        #expect(guardian.judge("https://a", at: start) == .askAndOfferBlock)
        #expect(guardian.judge("https://b", at: start) == .ask)
        #expect(guardian.judge("https://a", at: start + DialogFloodGuard.window) == .ask)
        guardian.block("https://a")
        #expect(guardian.judge("https://a", at: start + .seconds(3600)) == .refuse)
        #expect(guardian.judge("https://b", at: start) == .ask)
    }

    @Test func moreDialogsThanAUserAnswersAreCutOffWithoutAsking() {
        var guardian = DialogFloodGuard()
        let start = ContinuousClock.now
        for _ in 0..<DialogFloodGuard.cutOff { #expect(guardian.judge("https://a", at: start) != .refuse) }
        #expect(guardian.judge("https://a", at: start) == .refuse)
        #expect(guardian.judge("https://a", at: start + .seconds(3600)) == .refuse)
    }
}
