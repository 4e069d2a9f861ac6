// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Actions of near-connect and of near-api-js: both forms give the same action, and nothing of them is passed over.
@Suite struct DAppActionTests {
    private static let publicKey = (0..<32).map { $0 }
    private static let keyText: String = {
        let bytes = publicKey.map { UInt8($0) }
        return "ed25519:\(Base58.encode(bytes))"
    }()
    private static let keyBytes = #"{"$bytes":"\#(Base64.encode(publicKey.map { UInt8($0) }))"}"#
    private static let keyObjects = [
        #""\#(keyText)""#, #"{"keyType":0,"data":\#(keyBytes)}"#, #"{"ed25519Key":{"data":\#(keyBytes)}}"#,
        #"{"enum":"ed25519Key","ed25519Key":{"data":[\#(publicKey.map(String.init).joined(separator: ","))]}}"#,
    ]
    private static let hash = "9MjpcnwW3TSdzGweNfPbkx8M74q1XzUcT1PAN8G5bNDz"

    private func same(_ connector: String, _ nearAPI: [String]) throws {
        let expected = try DAppText.action(connector)
        for json in nearAPI { #expect(try DAppText.action(json) == expected, "\(json)") }
    }

    @Test func bothFormsGiveTheSameAction() throws {
        try same(
            #"{"type":"CreateAccount"}"#, [#"{"createAccount":{}}"#, #"{"enum":"createAccount","createAccount":{}}"#])
        try same(
            #"{"type":"DeployContract","params":{"code":"AAEC"}}"#,
            [#"{"deployContract":{"code":{"$bytes":"AAEC"}}}"#, #"{"deployContract":{"code":[0,1,2]}}"#])
        try same(
            #"{"type":"FunctionCall","params":{"methodName":"buy","args":{"a":1},"gas":"30000000000000","deposit":"340282366920938463463374607431768211455"}}"#,
            [
                #"{"functionCall":{"methodName":"buy","args":{"$bytes":"eyJhIjoxfQ=="},"gas":30000000000000,"deposit":"340282366920938463463374607431768211455"}}"#,
                #"{"enum":"functionCall","functionCall":{"methodName":"buy","args":[123,34,97,34,58,49,125],"gas":"30000000000000","deposit":"340282366920938463463374607431768211455"}}"#,
            ])
        try same(
            #"{"type":"Transfer","params":{"deposit":"1"}}"#,
            [#"{"transfer":{"deposit":"1"}}"#, #"{"transfer":{"deposit":1}}"#])
        try same(
            #"{"type":"DeleteAccount","params":{"beneficiaryId":"b.near"}}"#,
            [#"{"deleteAccount":{"beneficiaryId":"b.near"}}"#])
        try same(
            #"{"type":"UseGlobalContract","params":{"contractIdentifier":{"accountId":"g.near"}}}"#,
            [#"{"useGlobalContract":{"contractIdentifier":{"AccountId":"g.near","enum":"AccountId"}}}"#])
        let bytes = Base64.encode(try CryptoHash(Self.hash).withUnsafeBytes { Array($0) })
        try same(
            #"{"type":"UseGlobalContract","params":{"contractIdentifier":{"codeHash":"\#(Self.hash)"}}}"#,
            [#"{"useGlobalContract":{"contractIdentifier":{"CodeHash":{"$bytes":"\#(bytes)"}}}}"#])
        try same(
            #"{"type":"DeployGlobalContract","params":{"code":"AAEC","deployMode":"CodeHash"}}"#,
            [#"{"deployGlobalContract":{"code":[0,1,2],"deployMode":{"CodeHash":null}}}"#])
    }

    @Test func keysOfAllReleasesAreRead() throws {
        let text = Self.keyText
        for key in Self.keyObjects {
            try same(
                #"{"type":"DeleteKey","params":{"publicKey":"\#(text)"}}"#, [#"{"deleteKey":{"publicKey":\#(key)}}"#])
            try same(
                #"{"type":"Stake","params":{"stake":"5","publicKey":"\#(text)"}}"#,
                [#"{"stake":{"stake":"5","publicKey":\#(key)}}"#])
            try same(
                #"{"type":"AddKey","params":{"publicKey":"\#(text)","accessKey":{"nonce":0,"permission":"FullAccess"}}}"#,
                [
                    #"{"addKey":{"publicKey":\#(key),"accessKey":{"nonce":"0","permission":{"fullAccess":{},"enum":"fullAccess"}}}}"#
                ])
        }
        try same(
            #"{"type":"AddKey","params":{"publicKey":"\#(text)","accessKey":{"permission":{"receiverId":"s.near","methodNames":["m"],"allowance":"7"}}}}"#,
            [
                #"{"addKey":{"publicKey":"\#(text)","accessKey":{"nonce":0,"permission":{"functionCall":{"receiverId":"s.near","methodNames":["m"],"allowance":"7"}}}}}"#
            ])
        try same(
            #"{"type":"AddKey","params":{"publicKey":"\#(text)","accessKey":{"permission":{"receiverId":"s.near","methodNames":[]}}}}"#,
            [
                #"{"addKey":{"publicKey":"\#(text)","accessKey":{"nonce":0,"permission":{"functionCall":{"receiverId":"s.near","methodNames":[],"allowance":null}}}}}"#
            ])
    }

    @Test(arguments: [
        #"{"type":"Transfer","params":{"deposit":"1","amount":"2"}}"#, #"{"type":"Transfer","deposit":"1"}"#,
        #"{"type":"Transfer","params":{"deposit":"1"},"receiverId":"b.near"}"#,
        #"{"transfer":{"deposit":"1"},"type":"Transfer"}"#, #"{"transfer":{"deposit":"1"},"createAccount":{}}"#,
        #"{"transfer":{"deposit":"1","deposit2":"1"}}"#, #"{"transfer":{"deposit":"1"},"enum":"createAccount"}"#, "{}",
        #"{"enum":"transfer"}"#, #"{"transfer":null}"#, #"{"transfer":{}}"#, "null", "[]", #""transfer""#,
        #"{"transfer":{"deposit":1.5}}"#, #"{"transfer":{"deposit":1e24}}"#, #"{"transfer":{"deposit":"1e24"}}"#,
        #"{"transfer":{"deposit":9007199254740992}}"#, #"{"transfer":{"deposit":-1}}"#,
        #"{"transfer":{"deposit":"-1"}}"#,
        #"{"transfer":{"deposit":"+1"}}"#, #"{"transfer":{"deposit":" 1"}}"#, #"{"transfer":{"deposit":""}}"#,
        #"{"transfer":{"deposit":"340282366920938463463374607431768211456"}}"#, #"{"transfer":{"deposit":true}}"#,
        #"{"transfer":{"deposit":["1"]}}"#, #"{"transfer":{"deposit":{"$bigint":"1"}}}"#,
        #"{"functionCall":{"methodName":"m","args":{"$bytes":"AA==","to":"b"},"gas":"1","deposit":"0"}}"#,
        #"{"functionCall":{"methodName":"m","args":{"$bytes":"A"},"gas":"1","deposit":"0"}}"#,
        #"{"functionCall":{"methodName":"m","args":[1,256],"gas":"1","deposit":"0"}}"#,
        #"{"functionCall":{"methodName":"m","args":{},"gas":"18446744073709551616","deposit":"0"}}"#,
        #"{"functionCall":{"methodName":"m","args":{},"gas":"1"}}"#,
        #"{"type":"AddKey","params":{"publicKey":"ed25519:x","accessKey":{"permission":"FullAccess"}}}"#,
        #"{"addKey":{"publicKey":"KEY","accessKey":{"nonce":0,"permission":{"fullAccess":{},"functionCall":{"receiverId":"s.near","methodNames":[]}}}}}"#,
        #"{"addKey":{"publicKey":"KEY","accessKey":{"nonce":0,"permission":{"fullAccess":{"x":1}}}}}"#,
        #"{"addKey":{"publicKey":"KEY","accessKey":{"nonce":0,"permission":"FullAccess","x":1}}}"#,
        #"{"addKey":{"publicKey":"KEY","accessKey":{"permission":{"functionCall":{"receiverId":"s.near","methodNames":[],"allowance":1e30}}}}}"#,
        #"{"addKey":{"publicKey":"KEY","accessKey":{"permission":{"functionCall":{"receiverId":"s.near","methodNames":[],"limit":"1"}}}}}"#,
        #"{"deleteKey":{"publicKey":{"keyType":0,"data":[1,2]}}}"#,
        #"{"deleteKey":{"publicKey":{"keyType":9,"data":[]}}}"#,
        #"{"deleteKey":{"publicKey":{"ed25519Key":{"data":[1]},"secp256k1Key":{"data":[1]}}}}"#,
        #"{"useGlobalContract":{"contractIdentifier":{"AccountId":"g.near","CodeHash":[1]}}}"#,
        #"{"type":"UseGlobalContract","params":{"contractIdentifier":{"accountId":"g.near","codeHash":"x"}}}"#,
        #"{"createAccount":{"x":1}}"#,
    ])
    func anActionThatCouldBeReadInTwoWaysIsRefused(json: String) {
        let json = json.replacing("KEY", with: DAppText.key)
        #expect(DAppText.code { _ = try DAppText.action(json) } == .invalidParams, "\(json)")
    }

    @Test(arguments: [
        #"{"signedDelegate":{"delegateAction":{},"signature":{}}}"#, #"{"type":"SignedDelegate","params":{}}"#,
        #"{"transferToGasKey":{"deposit":"1"}}"#, #"{"type":"transfer","params":{"deposit":"1"}}"#,
        #"{"__proto__":{}}"#, #"{"deterministicStateInit":{}}"#,
    ])
    func unknownActionsSayWhatIsPossible(json: String) throws {
        do {
            _ = try DAppText.action(json)
            Issue.record("\(json) was read")
        } catch let error as DAppError {
            #expect(error.code == .unsupported)
            #expect(error.message.contains("FunctionCall, Stake, Transfer"))
        }
    }

    // MARK: Encoded transactions

    private func encoded(_ bytes: [UInt8], _ rest: String = "") throws -> DAppRequest {
        try DAppText.request("signTransaction", #"{"encoded":{"$bytes":"\#(Base64.encode(bytes))"}\#(rest)}"#)
    }

    private func transaction(_ actions: [Action]) throws -> Transaction {
        .v0(
            TransactionV0(
                signerId: try AccountId("a.near"), publicKey: try PublicKey(DAppText.key), nonce: .max,
                receiverId: try AccountId("b.near"), blockHash: try CryptoHash(Self.hash), actions: actions))
    }

    @Test func anEncodedTransactionIsReadWhollyOrNotAtAll() throws {
        let transfer = Action.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: .max)))
        let whole = try transaction([transfer, .createAccount])
        let bytes = whole.borshBytes
        let request = try encoded(bytes)
        #expect(request.operation == .signEncodedTransaction(whole))
        #expect(request.signer == (try AccountId("a.near")))
        #expect(request.intents.first?.actions == [transfer, .createAccount])
        for count in 0..<bytes.count {
            #expect(DAppText.code { _ = try encoded(Array(bytes[..<count])) } == .unsupported, "\(count) bytes")
        }
        for byte: UInt8 in [0, 1, 255] {
            #expect(DAppText.code { _ = try encoded(bytes + [byte]) } == .unsupported)
        }
        var unknownTag = bytes
        unknownTag[bytes.count - 1] = 200
        #expect(DAppText.code { _ = try encoded(unknownTag) } == .unsupported)
        #expect(DAppText.code { _ = try encoded(try transaction([]).borshBytes) } == .unsupported)
        let many = Array(repeating: Action.createAccount, count: 101)
        #expect(DAppText.code { _ = try encoded(try transaction(many).borshBytes) } == .unsupported)
        #expect(DAppText.code { _ = try encoded(bytes, #","receiverId":"c.near""#) } == .invalidParams)
        #expect(
            DAppText.code { _ = try DAppText.request("signTransaction", #"{"encoded":"0x00"}"#) } == .unsupported)
    }

    /// Each change of one bit makes another transaction, or none.
    @Test func aTransactionHasOneEncoding() throws {
        let key = try PublicKey(DAppText.key)
        let permission = FunctionCallPermission(
            allowance: NEARToken(yoctoNEAR: 7), receiverId: try AccountId("s.near"), methodNames: ["m", "n"])
        let whole = try transaction([
            .functionCall(
                FunctionCallAction(
                    methodName: "set", args: Array("{}".utf8), gas: .tera(1), deposit: NEARToken(yoctoNEAR: 1))),
            .addKey(
                AddKeyAction(
                    publicKey: key, accessKey: AccessKey(nonce: 0, permission: .functionCall(permission)))),
            .deleteAccount(DeleteAccountAction(beneficiaryId: try AccountId("b.near"))),
        ])
        let bytes = whole.borshBytes
        var read = 0
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << bit
                guard let request = try? encoded(changed), case .signEncodedTransaction(let other) = request.operation
                else { continue }
                read += 1
                #expect(other != whole, "bit \(bit) of byte \(place)")
                #expect(other.borshBytes == changed)
            }
        }
        #expect(read > 500, "keys, amounts and names may be others")
        // Version 1 has a second encoding of what version 0 says.
        let second = Transaction.v1(
            TransactionV1(
                signerId: whole.signerId, publicKey: whole.publicKey, nonce: .nonce(.max), receiverId: whole.receiverId,
                blockHash: whole.blockHash, actions: whole.actions))
        #expect(DAppText.code { _ = try encoded(second.borshBytes) } == .unsupported)
        // A name that isn't UTF-8 could be read as another one.
        let name = try #require(bytes.firstRange(of: Array("set".utf8)))
        var broken = bytes
        broken[name.lowerBound] = 0xFF
        #expect(DAppText.code { _ = try encoded(broken) } == .unsupported)
    }

    @Test func version1IsRefusedByName() throws {
        let first = try transaction([.createAccount])
        let second = Transaction.v1(
            TransactionV1(
                signerId: first.signerId, publicKey: first.publicKey, nonce: .nonce(1), receiverId: first.receiverId,
                blockHash: first.blockHash, actions: first.actions))
        #expect(DAppText.code { _ = try encoded(second.borshBytes) } == .unsupported)
    }
}
