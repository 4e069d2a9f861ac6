// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import TestSupport
import Testing

@testable import NEARConnectCore
@testable import NEARConnectShell

/// An account's keys and balance in words, without a display.
@Suite struct KeyListTests {
    private static func key(_ number: UInt8, _ permission: AccessKeyPermissionView) throws -> AccessKeyInfoView {
        let key = "ed25519:\(Base58.encode([UInt8](repeating: number, count: 32)))"
        let text =
            switch permission {
            case .functionCall(let call):
                """
                {"FunctionCall":{"allowance":\(call.allowance.map { "\"\($0.yoctoNEAR)\"" } ?? "null"),
                "receiver_id":"\(call.receiverId.text)","method_names":[\(call.methodNames.map { "\"\($0.text)\"" }.joined(separator: ","))]}}
                """
            case .gasKeyFunctionCall(let gas, let call):
                """
                {"GasKeyFunctionCall":{"balance":"\(gas.balance.yoctoNEAR)","num_nonces":\(gas.numNonces),"allowance":null,
                "receiver_id":"\(call.receiverId.text)","method_names":[]}}
                """
            default: "\"FullAccess\""
            }
        return try AccessKeyInfoView(
            json: JSONValue.parse(#"{"public_key":"\#(key)","access_key":{"nonce":1,"permission":\#(text)}}"#))
    }

    private static func call(_ allowance: NEARToken?, _ methods: [String]) throws -> AccessKeyPermissionView {
        .functionCall(
            FunctionCallPermission(allowance: allowance, receiverId: try AccountId("shop.near"), methodNames: methods))
    }

    @Test func aKeySaysWhatItMayDo() throws {
        let limited = KeyText(try Self.key(1, Self.call(try NEARToken("0.25 NEAR"), ["buy", "sell"])), style: .plain)
        #expect(limited.purpose == "Calls of shop.near")
        #expect(limited.limits == "methods: buy, sell; 0.25\u{A0}NEAR left for gas")
        #expect(!limited.isFullAccess)
        let open = KeyText(try Self.key(1, Self.call(nil, [])), style: .plain)
        #expect(open.limits == "every method; no limit for gas")
        #expect(KeyText(try Self.key(2, .fullAccess), style: .plain).isFullAccess)
        // The chain knows no allowance of a gas key.
        let calls = FunctionCallPermission(allowance: nil, receiverId: try AccountId("shop.near"), methodNames: [])
        let info = GasKeyInfo(balance: try NEARToken("1 NEAR"), numNonces: 2)
        let gas = KeyText(try Self.key(3, .gasKeyFunctionCall(info, calls)), style: .plain)
        #expect(gas.limits == "Gas: 1\u{A0}NEAR; every method")
    }

    @Test func aKeyThatIsNotTakenSaysWhyAndWhatToDo() throws {
        let alice = try AccountId("alice.near")
        let gas = try #require(KeyCheck.gasKey.problem(alice, on: "mainnet"))
        #expect(gas.hasPrefix("This is a gas key") && !KeyCheck.gasKey.mayBeKeptUnchecked && !KeyCheck.gasKey.isUsable)
        let unknown = try #require(KeyCheck.unknownPermission.problem(alice, on: "mainnet"))
        #expect(unknown.hasPrefix("This key of alice.near has a permission"))
        #expect(KeyCheck.unknownPermission.mayBeKeptUnchecked && !KeyCheck.unknownPermission.isUsable)
        let reason = "No node answered within 10 s. Try again, or use another node."
        let unasked = try #require(KeyCheck.unasked(reason).problem(alice, on: "mainnet"))
        #expect(unasked.ranges(of: "ry again").count == 1, "the advice is given once")
    }

    @Test func removingTheLastFullAccessKeyIsADanger() throws {
        let keys = [try Self.key(1, Self.call(nil, [])), try Self.key(2, .fullAccess)]
        let list = KeyList(keys, style: .plain)
        #expect(list.keys.map(\.isFullAccess) == [true, false], "those that matter come first")
        #expect(list.danger(ofRemoving: list.keys[0], signing: nil)?.contains("last key") == true)
        #expect(list.danger(ofRemoving: list.keys[1], signing: nil) == nil)
        #expect(list.danger(ofRemoving: list.keys[1], signing: list.keys[1].key)?.contains("this window") == true)
        let two = KeyList(keys + [try Self.key(3, .fullAccess)], style: .plain)
        // A node can show a key that nobody has: only those of this computer count.
        #expect(two.danger(ofRemoving: two.keys[0], signing: nil)?.contains("no other key") == true)
        let signing = two.keys[0].key
        #expect(two.danger(ofRemoving: two.keys[0], signing: signing)?.contains("no other key") == true)
        #expect(two.danger(ofRemoving: two.keys[1], signing: signing) == nil)
        let held: Set<ExactText> = [ExactText(two.keys[1].key)]
        #expect(two.danger(ofRemoving: two.keys[0], signing: signing, held: held)?.contains("this window") == true)
        #expect(two.danger(ofRemoving: two.keys[0], signing: nil, held: held) == nil)
        #expect(two.danger(ofRemoving: two.keys[1], signing: nil, held: held)?.contains("no other key") == true)
    }

    @Test func moreKeysThanAnybodyReadsAreCounted() throws {
        let keys = try (0..<150).map { try Self.key(UInt8($0), .fullAccess) }
        let list = KeyList(keys, style: .plain)
        #expect(list.keys.count == 100)
        #expect(list.hidden == 50)
        #expect(list.fullCount == 150)
    }

    @Test func aKeyThatIsTypedIsChecked() throws {
        let key = "ed25519:\(Base58.encode([UInt8](repeating: 7, count: 32)))"
        #expect(KeyInput(key, limits: nil, style: .plain).permission == .fullAccess)
        #expect(KeyInput("", limits: nil, style: .plain).problem == nil)
        #expect(KeyInput("ed25519:x", limits: nil, style: .plain).problem?.isEmpty == false)
        let limits = KeyInput.Limits(contract: "shop.near", methods: "buy, sell  give", allowance: "0,5")
        let input = KeyInput(key, limits: limits, style: .plain)
        #expect(
            input.permission
                == .functionCall(
                    FunctionCallPermission(
                        allowance: try NEARToken("0.5 NEAR"), receiverId: try AccountId("shop.near"),
                        methodNames: ["buy", "sell", "give"])))
        #expect(KeyInput(key, limits: KeyInput.Limits(contract: "Shop.near"), style: .plain).problem != nil)
        #expect(KeyInput(key, limits: KeyInput.Limits(), style: .plain).permission == nil)
    }

    @Test func aSecretIsNotTakenForAKey() {
        let secret = "ed25519:\(Base58.encode([UInt8](repeating: 7, count: 64)))"
        for text in [secret, "legal winner thank year wave sausage worth useful legal winner thank yellow"] {
            let input = KeyInput(text, limits: nil, style: .plain)
            #expect(input.key == nil)
            #expect(input.problem == "This looks like a secret key or a seed phrase. Enter the public key only.")
        }
    }

    @Test func theBalanceIsShownInItsParts() throws {
        let json = """
            {"amount":"12345678900000000000000000000","locked":"0","code_hash":"11111111111111111111111111111111",
            "storage_usage":100000,"storage_paid_at":0}
            """
        let account = try AccountView(json: JSONValue.parse(json))
        let text = BalanceText(account, style: NumberStyle(decimal: ",", group: "."))
        #expect(text.rounded == "12.345,6789\u{A0}NEAR")
        #expect(text.lines.map(\.value) == ["12.344,6789\u{A0}NEAR", "1\u{A0}NEAR", "0\u{A0}NEAR"])
    }
}
