// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Requests of pages: what is decoded, and what is refused before anybody is asked.
@Suite struct DAppRequestTests {
    @Test(arguments: [
        ("getAccounts", "{}"), ("signIn", "{}"), ("signOut", #"{"network":"testnet"}"#),
        ("authorize", #"{"name":"x"}"#),
        ("accounts.subscribe", #"{"since":18446744073709551615}"#), ("metadata.list", "{}"), ("networks", "{}"),
        ("signMessage", #"{"message":"m","recipient":"r","nonce":\#(DAppText.nonce)}"#),
        ("signInAndSignMessage", #"{"messageParams":{"message":"m","recipient":"r","nonce":\#(DAppText.nonce)}}"#),
        ("signAndSendTransaction", #"{"receiverId":"a.near","actions":[{"type":"CreateAccount"}]}"#),
        (
            "signAndSendTransactions",
            #"{"transactions":[{"receiverId":"a.near","actions":[{"type":"CreateAccount"}]}]}"#
        ),
        ("signTransaction", #"{"receiverId":"a.near","actions":[{"type":"CreateAccount"}]}"#),
        (
            "signTransactions",
            #"{"transactions":[{"receiverId":"a.near","actions":[{"type":"CreateAccount"}]}]}"#
        ),
        (
            "deleteKeys",
            #"{"keys":[{"accountId":"a.near","publicKey":"ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"}]}"#
        ),
        (
            "signDelegateActions",
            #"{"delegateActions":[{"receiverId":"a.near","actions":[{"type":"CreateAccount"}]}]}"#
        ),
    ])
    func everyMethodIsRead(method: String, params: String) throws {
        #expect(try DAppText.request(method, params).method.rawValue == method)
    }

    /// The published schema takes what the reader takes, and refuses what it can see.
    @Test func schemaAndReaderAgree() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("docs/schemas/dapp-request.schema.json")
        let json = try JSONValue.parse(Array(try Data(contentsOf: file)))
        let schema = JSONSchema(json)
        let action = #"{"receiverId":"a.near","actions":[{"transfer":{"deposit":"1"},"enum":"transfer"}]"#
        let pairs: [(String, Bool)] = [
            (#"{"method":"getAccounts"}"#, true), (#"{"method":"signIn","params":{"contractId":"a.near"}}"#, true),
            (#"{"method":"rpc"}"#, false), (#"{"params":{}}"#, false),
            (#"{"method":"signAndSendTransaction","params":\#(action)}}"#, true),
            (#"{"method":"signAndSendTransaction","params":\#(action),"amount":"1"}}"#, false),
            (#"{"method":"signAndSendTransactions","params":{"transactions":[\#(action)}]}}"#, true),
            (#"{"method":"signAndSendTransactions","params":{"transactions":[]}}"#, false),
            (#"{"method":"signDelegateActions","params":{"delegateActions":[\#(action),"x":1}]}}"#, false),
            (#"{"method":"signMessage","params":{"message":"m","recipient":"r","nonce":\#(DAppText.nonce)}}"#, true),
            (#"{"method":"signMessage","params":{"message":"m","recipient":"r"}}"#, false),
            (#"{"method":"authorize","params":{"network":"a b"}}"#, false),
            (#"{"method":"metadata.provide","params":{}}"#, false),
        ]
        for (text, isTaken) in pairs {
            #expect((DAppText.code { _ = try DAppRequest(Array(text.utf8)) } == nil) == isTaken, "\(text)")
            #expect(try schema.accepts(try JSONValue.parse(text)) == isTaken, "\(text)")
        }
        let named = try #require(json["anyOf"]?.arrayValue).compactMap {
            $0["properties"]?["method"]?["const"]?.stringValue
        }
        #expect(Set(named) == Set(DAppMethod.allCases.map(\.rawValue)))
    }

    @Test func unknownMethodsNameThoseThatThereAre() {
        for method in ["rpc", "eth_sendTransaction", "signin", "getAccounts ", "pub(rpc.send)"] {
            #expect(DAppText.code { _ = try DAppText.request(method) } == .unsupported, "\(method)")
        }
    }

    // MARK: Limits

    @Test(arguments: [
        "", "[]", "null", "{", #"{"method":"getAccounts"}x"#, #"{"method":1}"#, "{}",
        #"{"method":"getAccounts","params":[]}"#,
        #"{"method":"getAccounts","method":"signOut"}"#, #"{"method":"getAccounts","params":{"a":{"b":1,"b":1}}}"#,
        #"{"method":"getAccounts","params":{"a":1,"\u0061":1}}"#,
        #"{"method":"getAccounts","params":{"network":"a b"}}"#,
        #"{"method":"getAccounts","params":{"network":""}}"#, #"{"method":"getAccounts","params":{"network":7}}"#,
    ])
    func whatIsNoRequestIsRefused(text: String) {
        #expect(DAppText.code { _ = try DAppRequest(Array(text.utf8)) } == .invalidParams)
    }

    @Test func longTextsAreForDeploymentsOnly() throws {
        func text(_ count: Int, _ type: String) -> [UInt8] {
            let code = Base64.encode([UInt8](repeating: 1, count: count))
            let field =
                type == "DeployContract"
                ? #""code":{"$bytes":"\#(code)"}"#
                : #""methodName":"m","gas":"1","deposit":"0","args":{"$bytes":"\#(code)"}"#
            return Array(
                #"{"method":"signAndSendTransaction","params":{"receiverId":"a.near","actions":[{"type":"\#(type)","params":{\#(field)}}]}}"#
                    .utf8)
        }
        #expect(try DAppRequest(text(300_000, "DeployContract")).intents.count == 1)
        #expect(try DAppRequest(text(40_000, "FunctionCall")).intents.count == 1)
        #expect(DAppText.code { _ = try DAppRequest(text(60_000, "FunctionCall")) } == .limitExceeded)
        #expect(DAppText.code { _ = try DAppRequest(text(3_200_000, "DeployContract")) } == .limitExceeded)
        let padded = Array(#"{"method":"getAccounts","x":"\#(String(repeating: "x", count: 65_536))"}"#.utf8)
        #expect(DAppText.code { _ = try DAppRequest(padded) } == .limitExceeded)
    }

    @Test func depthAndCountAreLookedAtFirst() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(DAppText.code { _ = try DAppRequest(Array(deep.utf8)) } == .invalidParams)
        func nested(_ levels: Int) -> [UInt8] {
            let value = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            return Array(#"{"method":"getAccounts","params":{"a":\#(value)}}"#.utf8)
        }
        #expect(DAppText.code { _ = try DAppRequest(nested(30)) } == nil)
        #expect(DAppText.code { _ = try DAppRequest(nested(31)) } == .invalidParams)
        let many = #"{"method":"getAccounts","a":["# + String(repeating: "1,", count: 1_000_000) + "1]}"
        #expect(DAppText.code { _ = try DAppRequest(Array(many.utf8)) } == .limitExceeded)
        // Brackets in texts are no levels.
        let quoted = #"{"method":"authorize","params":{"name":"\#(String(repeating: "[", count: 200))\"\\"}}"#
        #expect(DAppText.code { _ = try DAppRequest(Array(quoted.utf8)) } == nil)
    }

    @Test func listsAreBounded() {
        let action = #"{"type":"CreateAccount"}"#
        func actions(_ count: Int) -> String {
            "[" + Array(repeating: action, count: count).joined(separator: ",") + "]"
        }
        func one(_ count: Int) -> String { #"{"receiverId":"a.near","actions":\#(actions(count))}"# }
        #expect(DAppText.code { _ = try DAppText.request("signAndSendTransaction", one(100)) } == nil)
        #expect(DAppText.code { _ = try DAppText.request("signAndSendTransaction", one(101)) } == .invalidParams)
        #expect(DAppText.code { _ = try DAppText.request("signAndSendTransaction", one(0)) } == .invalidParams)
        func many(_ count: Int) -> String {
            #"{"transactions":["# + Array(repeating: one(1), count: count).joined(separator: ",") + "]}"
        }
        #expect(DAppText.code { _ = try DAppText.request("signAndSendTransactions", many(64)) } == nil)
        #expect(DAppText.code { _ = try DAppText.request("signAndSendTransactions", many(65)) } == .invalidParams)
        #expect(DAppText.code { _ = try DAppText.request("signAndSendTransactions", many(0)) } == .invalidParams)
    }

    // MARK: Messages

    private func message(_ fields: String) throws -> DAppRequest.Message? {
        try DAppText.request("signMessage", "{\(fields)}").message
    }

    @Test func aMessageIsReadExactly() throws {
        let bytes = [UInt8](0..<32)
        let expected = try NEP413Payload(message: "h\u{E9}llo\n", nonce: bytes, recipient: "app.example")
        let list = "[" + bytes.map(String.init).joined(separator: ",") + "]"
        for nonce in [list, #"{"$bytes":"\#(Base64.encode(bytes))"}"#, #""\#(Base64.encode(bytes))""#] {
            let read = try message(#""message":"h\u00e9llo\n","recipient":"app.example","state":"s","nonce":\#(nonce)"#)
            #expect(read?.payload == expected)
            #expect(read?.state == "s")
        }
    }

    @Test(arguments: [
        #""message":"m","recipient":"r""#, #""message":"m","recipient":"r","nonce":"AAAA""#,
        #""message":"m","recipient":"r","nonce":[1,2,256]"#, #""message":"m","recipient":"r","nonce":[1.5]"#,
        #""message":"m","recipient":"","nonce":\#(DAppText.nonce)"#,
        #""message":1,"recipient":"r","nonce":\#(DAppText.nonce)"#,
        #""recipient":"r","nonce":\#(DAppText.nonce)"#, #""message":"m","nonce":\#(DAppText.nonce)"#,
        #""message":"m","recipient":"r","nonce":{"$bytes":"AA==","x":1}"#,
        #""message":"m","recipient":"r","nonce":\#(DAppText.nonce),"signerId":"NOT VALID""#,
    ])
    func aMessageThatIsNoneIsRefused(fields: String) {
        #expect(DAppText.code { _ = try message(fields) } == .invalidParams)
    }

    /// Nothing is signed that can't be shown, under whatever name it comes.
    @Test(arguments: ["payload", "data", "hash", "hex", "raw", "bytes", "digest", "method"])
    func nothingIsSignedBlind(field: String) {
        let complete = #""message":"m","recipient":"r","nonce":\#(DAppText.nonce),"\#(field)":"0x00""#
        #expect(DAppText.code { _ = try message(complete) } == .unsupported)
        for method in ["signAndSendTransaction", "signTransaction"] {
            let params = #"{"receiverId":"a.near","actions":[{"type":"CreateAccount"}],"\#(field)":"0x00"}"#
            #expect(DAppText.code { _ = try DAppText.request(method, params) } == .unsupported, "\(method)")
        }
        let list = #"{"transactions":[],"\#(field)":"0x00"}"#
        #expect(DAppText.code { _ = try DAppText.request("signAndSendTransactions", list) } == .unsupported)
    }

    // MARK: Transactions

    @Test func fieldsThatNobodyKnowsAreRefusedWhereMoneyMoves() {
        let transaction = #""receiverId":"a.near","actions":[{"type":"CreateAccount"}]"#
        #expect(
            DAppText.code {
                _ = try DAppText.request("signAndSendTransaction", "{\(transaction),\"callbackUrl\":\"x\"}")
            } == nil)
        for extra in ["deposit", "amount", "transaction", "transactions", "encoded", "priorityFee", "__proto__"] {
            let single = "{\(transaction),\"\(extra)\":\"1\"}"
            #expect(
                DAppText.code { _ = try DAppText.request("signAndSendTransaction", single) } == .invalidParams,
                "\(extra)")
            let list = "{\"transactions\":[\(single)]}"
            #expect(
                DAppText.code { _ = try DAppText.request("signAndSendTransactions", list) } == .invalidParams,
                "\(extra)")
        }
        #expect(DAppText.code { _ = try DAppText.request("signIn", #"{"appName":"x"}"#) } == nil)
    }

    @Test func oneAccountSignsAList() throws {
        func signer(_ outer: String?, _ inner: [String?]) throws -> AccountId? {
            let elements = inner.map { name in
                #"{"receiverId":"a.near","actions":[{"type":"CreateAccount"}]\#(name.map { #","signerId":"\#($0)""# } ?? "")}"#
            }
            let own = outer.map { #","signerId":"\#($0)""# } ?? ""
            return try DAppText.request(
                "signAndSendTransactions", #"{"transactions":[\#(elements.joined(separator: ","))]\#(own)}"#
            ).signer
        }
        #expect(try signer(nil, [nil, nil]) == nil)
        #expect(try signer("a.near", [nil, "a.near"]) == AccountId("a.near"))
        #expect(try signer(nil, ["a.near", "a.near"]) == AccountId("a.near"))
        #expect(DAppText.code { _ = try signer("a.near", ["b.near"]) } == .invalidParams)
        #expect(DAppText.code { _ = try signer(nil, ["a.near", "b.near"]) } == .invalidParams)
        #expect(DAppText.code { _ = try signer(nil, [nil, "b.near"]) } == .invalidParams)
    }

    // MARK: Keys

    private func key(_ params: String) throws -> FunctionCallKeyRequest? {
        guard case .signIn(let key) = try DAppText.request("signIn", params).operation else { return nil }
        return key
    }

    @Test func aKeyOfASignInIsReadInBothForms() throws {
        let contract = try AccountId("shop.near")
        #expect(
            try key(#"{"addFunctionCallKey":{"contractId":"shop.near","allowMethods":{"anyMethod":true}}}"#)
                == FunctionCallKeyRequest(contractId: contract))
        let full =
            #"{"contractId":"shop.near","publicKey":"\#(DAppText.key)","allowMethods":{"anyMethod":false,"methodNames":["buy"]},"gasAllowance":{"kind":"limited","amount":5}}"#
        #expect(
            try key(#"{"addFunctionCallKey":\#(full)}"#)
                == FunctionCallKeyRequest(
                    contractId: contract, methodNames: ["buy"], allowance: NEARToken(yoctoNEAR: 5),
                    publicKey: PublicKey(DAppText.key)))
        #expect(
            try key(#"{"contractId":"shop.near","methodNames":["buy"]}"#)
                == FunctionCallKeyRequest(contractId: contract, methodNames: ["buy"]))
        #expect(try key(#"{"contractId":"shop.near"}"#) == FunctionCallKeyRequest(contractId: contract))
        #expect(try key("{}") == nil)
    }

    @Test(arguments: [
        #"{"contractId":"shop.near"}"#, #"{"contractId":"shop.near","allowMethods":{"anyMethod":true},"deposit":"1"}"#,
        #"{"contractId":"shop.near","allowMethods":{"anyMethod":false,"methodNames":[]}}"#,
        #"{"contractId":"shop.near","allowMethods":{"anyMethod":true},"gasAllowance":{"kind":"limited","amount":1e30}}"#,
        #"{"contractId":"shop.near","allowMethods":{"anyMethod":true},"gasAllowance":{"kind":"limited","amount":9007199254740993}}"#,
        #"{"contractId":"NOT VALID","allowMethods":{"anyMethod":true}}"#,
    ])
    func aKeyThatIsNotSaidExactlyIsRefused(json: String) {
        #expect(DAppText.code { _ = try key(#"{"addFunctionCallKey":\#(json)}"#) } == .invalidParams)
    }
}
