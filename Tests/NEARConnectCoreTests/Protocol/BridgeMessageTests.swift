// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

@Suite struct BridgeMessageTests {
    private static func text(
        type: String, payload: JSONValue = [:], id: JSONValue = "r1", version: JSONValue = 1, secret: JSONValue = "s"
    ) -> String {
        JSONValue.object(["v": version, "id": id, "type": .string(type), "payload": payload, "secret": secret]).text
    }

    @Test func readsEveryTypeOfTheProtocol() throws {
        let account: JSONValue = ["accountId": "a.near", "publicKey": nil]
        let rows: [(String, JSONValue)] = [
            ("ready", ["protocol": 1]), ("walletUI", ["visible": true]), ("walletsChanged", [:]),
            ("log", ["level": "info", "message": "m"]), ("failure", ["code": "userCancelled", "message": ""]),
            ("hostCall", ["callId": "1", "service": "s", "method": "m", "params": [:], "walletId": "w"]),
            ("signedIn", ["accounts": [account], "walletId": "w"]), ("signedOut", [:]),
            ("signedInAndSignedMessage", ["accounts": [account], "walletId": "w"]),
            ("transactionResult", ["outcome": [:]]), ("transactionsResult", ["outcomes": []]),
            ("messageResult", ["signedMessage": [:]]), ("delegateActionResult", ["signedDelegateActions": ["AA=="]]),
            ("walletSelected", ["walletId": "w"]), ("walletList", ["wallets": []]),
            ("accountList", ["accounts": [], "walletId": nil]), ("echo", ["text": "x"]),
        ]
        for (type, payload) in rows {
            #expect(throws: Never.self, "\(type)") {
                try BridgeMessage.decode(Self.text(type: type, payload: payload), secret: "s")
            }
        }
    }

    @Test func unknownFieldsAreIgnored() throws {
        let text = #"{"v":1,"id":"r2","type":"signedOut","payload":{},"secret":"s","later":[1,{"x":2}]}"#
        guard case .reply(let id, .signedOut) = try BridgeMessage.decode(text, secret: "s") else {
            Issue.record("not the reply")
            return
        }
        #expect(id.text == "r2")
    }

    @Test func ofTwoFieldsOfOneNameTheLastCounts() throws {
        let text =
            #"{"v":2,"type":"x","secret":"t","id":"r1","v":1,"id":"r2","type":"signedOut","payload":1,"secret":"s"}"#
        guard case .reply(let id, .signedOut) = try BridgeMessage.decode(text, secret: "s") else {
            Issue.record("not the reply")
            return
        }
        #expect(id.text == "r2")
    }

    @Test func idsAreThoseThatTheHostHasWritten() {
        for number in [0, 1, 9, 10, 12_345, UInt64.max] {
            #expect(RequestID("r\(number)") == RequestID(number: number))
            #expect(RequestID("r\(number)")?.text == "r\(number)")
        }
        for text in [
            "", "r", "1", "R1", "r01", "r00", "r-1", "r+1", "r 1", "r1 ", "r1r", "r18446744073709551616", "r\u{663}",
            "r99999999999999999999", "r1\u{301}", "\u{280}1",
        ] {
            #expect(RequestID(text) == nil, "\(text)")
        }
    }

    @Test func aRequestIsWrittenAsItsFields() throws {
        for back in [nil, "app://x/?a=\"b\"\\\u{2028}"] {
            let params: JSONValue = ["text": "\"\\\n🙂", "list": [1, nil]]
            let request = BridgeRequest(id: RequestID(number: 7), kind: .echo, params: params, returnURL: back)
            var fields: JSONValue.Members = ["v": 1, "id": "r7", "kind": "echo", "params": params]
            if let back { fields["returnUrl"] = .string(back) }
            #expect(try JSONValue.parse(request.text) == .object(fields))
        }
    }

    @Test func refusesWhatIsNotAMessage() {
        let rows: [(String, String)] = [
            ("", "notAMessage"), ("[]", "notAMessage"), ("{", "notAMessage"), ("null", "notAMessage"),
            ("{}", "notAMessage"),
            (Self.text(type: "ready", version: 2), "wrongVersion"),
            (Self.text(type: "ready", version: "1"), "notAMessage"),
            (Self.text(type: "signedOut", secret: "t"), "wrongSecret"),
            (Self.text(type: "signedOut", secret: nil), "notAMessage"),
            (Self.text(type: "signedOut", secret: ""), "wrongSecret"), (Self.text(type: "explode"), "unknownType"),
            (Self.text(type: "signedOut", id: nil), "malformed"), (Self.text(type: "signedOut", id: "x"), "malformed"),
            (Self.text(type: "signedOut", id: 1), "malformed"), (Self.text(type: "signedIn"), "malformed"),
            (Self.text(type: "signedIn", payload: ["accounts": [[:]], "walletId": "w"]), "malformed"),
            (Self.text(type: "ready", payload: ["protocol": 9, "connector": "x"]), "malformed"),
            (Self.text(type: "walletUI", payload: ["visible": "yes"]), "malformed"),
            (Self.text(type: "delegateActionResult", payload: ["signedDelegateActions": [1]]), "malformed"),
        ]
        for (text, expected) in rows {
            do {
                _ = try BridgeMessage.decode(text, secret: "s")
                Issue.record("taken: \(text)")
            } catch {
                #expect("\(error)".hasPrefix(expected), "\(text): \(error)")
            }
        }
    }

    @Test func hostileBytesNeverCrash() {
        var generator = SplitMix64(seed: 7)
        let valid = Array(
            Self.text(type: "signedIn", payload: ["accounts": [["accountId": "a.near"]], "walletId": "w"]).utf8)
        for _ in 0..<20_000 {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                    in: .min ... .max, using: &generator)
            }
            _ = try? BridgeMessage.decode(String(decoding: bytes, as: UTF8.self), secret: "s")
        }
    }

    @Test func failuresBecomeTypedErrors() throws {
        let hash = "4TPXqVjdGbfZCKtt8rvuxTB49ob8xf9cVRbERQNM8qDm"
        let rows: [(JSONValue, String)] = [
            (["code": "userCancelled", "message": ""], "user-cancelled"),
            (["code": "walletRejected", "message": "no"], "wallet-rejected"),
            (["code": "noWalletConnected", "message": ""], "not-signed-in"),
            (["code": "invalidRequest", "message": "x"], "invalid-argument"),
            (["code": "transactionUnknown", "message": "", "hash": .string(hash)], "transaction-unknown"),
            (["code": "from the future", "message": "x"], "wallet-error"),
        ]
        for (payload, code) in rows {
            guard
                case .failure(_, let error) = try BridgeMessage.decode(
                    Self.text(type: "failure", payload: payload), secret: "s")
            else {
                Issue.record("not a failure")
                continue
            }
            #expect(error.code == code)
            #expect(error.errorDescription?.isEmpty == false)
        }
    }

    @Test func aBatchThatStoppedIsAReplyWhoseOutcomesAreYetToBeChecked() throws {
        let hash = CryptoHash.sha256([1])
        let payloads: [(JSONValue, Int, CryptoHash?)] = [
            (
                [
                    "code": "partiallySent", "message": "m", "hash": .string(hash.description),
                    "outcomes": [["a": 1]],
                ], 1, hash
            ),
            (["code": "partiallySent", "message": "m", "hash": "no hash", "outcomes": []], 0, nil),
            (["code": "partiallySent", "message": "m"], 0, nil),
        ]
        for (payload, count, expected) in payloads {
            let message = try BridgeMessage.decode(Self.text(type: "failure", payload: payload), secret: "s")
            guard case .reply(_, .partiallySent(let outcomes, let hash, let reason)) = message else {
                Issue.record("not a reply: \(payload)")
                continue
            }
            #expect(outcomes.count == count && hash == expected && reason == "m")
        }
        #expect(throws: BridgeMessage.DecodingError.self) {
            try BridgeMessage.decode(
                Self.text(type: "failure", payload: ["code": "partiallySent", "message": "m", "outcomes": 7]),
                secret: "s")
        }
    }
}
