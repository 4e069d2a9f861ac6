// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing
import TextTesting

/// Texts of other bytes are other texts, whatever Unicode says.
@Suite struct ExactTextTests {
    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }

    @Test func thePairsAreEqualToUnicode() {
        for pair in TextPair.make() {
            #expect(pair.left == pair.right, "\(pair)")
            #expect(!pair.left.utf8.elementsEqual(pair.right.utf8), "\(pair)")
        }
    }

    @Test func stringsInJSON() throws {
        for pair in TextPair.make() {
            for form in ["%@", "[1,%@]", #"{"a":[%@]}"#] {
                let texts = [pair.left, pair.right].map { form.replacing("%@", with: Self.quoted($0)) }
                let (left, right) = (try JSONValue.parse(texts[0]), try JSONValue.parse(texts[1]))
                #expect(left != right, "\(pair)")
                #expect(Set([left, right]).count == 2, "\(pair)")
                #expect(try left == JSONValue.parse(texts[0]) && [left].contains(left), "\(pair)")
                #expect(try left.hashValue == JSONValue.parse(texts[0]).hashValue, "\(pair)")
            }
        }
    }

    @Test func namesInJSONObjects() throws {
        for pair in TextPair.make() {
            let (left, right) = (Self.quoted(pair.left), Self.quoted(pair.right))
            let both = try JSONValue.parse("{\(left):1,\(right):2}")
            #expect(both.objectValue?.count == 2, "\(pair)")
            #expect(both[pair.left] == 1 && both[pair.right] == 2, "\(pair)")
            #expect(try JSONValue.parse("{\(left):1}") != JSONValue.parse("{\(right):1}"), "\(pair)")
            #expect(try JSONValue.parse("{\(left):1}")[pair.right] == nil, "\(pair)")
            // What is hashed and shown doesn't depend on who came first.
            let swapped = try JSONValue.parse("{\(right):2,\(left):1}")
            #expect(both == swapped && both.text.utf8.elementsEqual(swapped.text.utf8), "\(pair)")
            #expect(try JSONValue.parse(both.text) == both, "\(pair)")
        }
    }

    @Test func membersAreWrittenInTheOrderOfTheirBytes() throws {
        for pair in TextPair.make() {
            let names = [pair.left, pair.right, "z", "\u{10FFFF}", "\u{FFFD}"]
            let text = try JSONValue.parse("{\(names.map { "\(Self.quoted($0)):1" }.joined(separator: ","))}").text
            let sorted = names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
            let expected = sorted.map { Array(#"""#.utf8) + $0 + Array(#"":1"#.utf8) }.joined(separator: [0x2C])
            #expect(Array(text.utf8) == [0x7B] + expected + [0x7D], "\(pair)")
        }
    }

    @Test func zerosOfEitherSign() throws {
        for (one, other) in [("-0.0", "0.0"), ("-0", "0"), ("-0e0", "0e0")] {
            #expect(try JSONValue.parse(one) != JSONValue.parse(other), "\(one)")
            #expect(try Set([JSONValue.parse(one), JSONValue.parse(other)]).count == 2, "\(one)")
        }
        #expect(try JSONValue.parse("-0").integerValue() == nil)
        #expect(try JSONValue.parse("0") == 0)
        #expect(JSONValue.number(.nan) == .number(.nan))
    }

    /// JavaScript reads -0 and writes 0, so a wallet gets the bytes.
    @Test(arguments: [#"{"a":-0}"#, #"{"a":[1,-0,2]}"#])
    func aNegativeZeroGoesToWalletsAsBytes(args: String) throws {
        let call = Action.functionCall("m", args: Array(args.utf8))
        #expect(try call.connectorJSON["params"]?["args"]?["$bytes"] != nil)
        #expect(try Action(connectorJSON: call.connectorJSON) == call)
    }

    @Test func argumentsWithBothFormsOfAName() throws {
        for pair in TextPair.make() {
            let args = JSONValue.text(of: [(pair.left, 1), (pair.right, 2)])
            let call = Action.functionCall(pair.left, args: Array(args.utf8))
            #expect(try Action(connectorJSON: call.connectorJSON) != .functionCall(pair.right, args: Array(args.utf8)))
            let members = try call.connectorJSON["params"]?["args"]?.objectValue
            #expect(members?.count == 2, "\(pair)")
        }
    }

    @Test func callsKeysAndMessages() throws {
        let id = try AccountId("shop.near")
        for pair in TextPair.make() {
            #expect(Action.functionCall(pair.left) != .functionCall(pair.right), "\(pair)")
            let methods = [pair.left, pair.right].map {
                FunctionCallPermission(allowance: nil, receiverId: id, methodNames: [$0])
            }
            #expect(methods[0] != methods[1] && Set(methods).count == 2, "\(pair)")
            let receivers = [pair.left, pair.right].map {
                FunctionCallPermission(allowance: nil, receiverText: $0, methodNames: [])
            }
            #expect(receivers[0] != receivers[1] && Set(receivers).count == 2, "\(pair)")
            let nonce = [UInt8](repeating: 1, count: 32)
            let messages = try [(pair.left, "a", "b"), ("m", pair.left, "b"), ("m", "a", pair.left)].map {
                try NEP413Payload(message: $0.0, nonce: nonce, recipient: $0.1, callbackUrl: $0.2)
            }
            let others = try [(pair.right, "a", "b"), ("m", pair.right, "b"), ("m", "a", pair.right)].map {
                try NEP413Payload(message: $0.0, nonce: nonce, recipient: $0.1, callbackUrl: $0.2)
            }
            for (one, other) in zip(messages, others) {
                #expect(one != other && one.hash != other.hash, "\(pair)")
                #expect(try NEP413Payload(borsh: one.borshBytes) == one, "\(pair)")
            }
        }
    }

    @Test func theStateOfASignedMessage() throws {
        let payload = try NEP413Payload(message: "m", nonce: [UInt8](repeating: 1, count: 32), recipient: "r")
        let key = try SecretKey.generate()
        for pair in TextPair.make(10) {
            let signed = try payload.sign(with: key, accountId: try AccountId("alice.near"), state: pair.left)
            #expect(throws: Never.self) { try signed.verify(payload, expectedState: pair.left) }
            #expect(throws: NEP413Error.stateMismatch) { try signed.verify(payload, expectedState: pair.right) }
        }
    }
}

extension JSONValue {
    fileprivate static func text(of members: [(String, Int)]) -> String {
        "{\(members.map { "\(JSONValue.string($0.0).text):\($0.1)" }.joined(separator: ","))}"
    }
}
