// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARPrimitives
import TestSupport
import Testing
import TextTesting

@testable import NEARConnectCore

/// Texts that are equal in Unicode but have other bytes are other texts.
///
/// That holds for wallets, pages and files.
@Suite struct ExactComparisonTests {
    private typealias Request = TransactionRequest

    /// Two actions that differ in nothing but the form of one text, for each text that an action holds.
    private static func actions(_ pair: TextPair) throws -> [(Action, Action)] {
        func key(_ method: String) throws -> Action {
            let permission = FunctionCallPermission(
                allowance: nil, receiverId: try AccountId("shop.near"), methodNames: ["a", method])
            return .addKey(
                AddKeyAction(
                    publicKey: try PublicKey(JournalBuilders.key),
                    accessKey: AccessKey(permission: .functionCall(permission))))
        }
        func call(_ form: String, _ text: String) -> Action {
            .functionCall("buy", args: Array(form.replacing("%@", with: JSONValue.string(text).text).utf8))
        }
        let arguments = [#"{"a":%@}"#, #"{%@:1}"#, #"{"a":[{"b":%@}]}"#, "%@"].map { form in
            (call(form, pair.left), call(form, pair.right))
        }
        return [(.functionCall(pair.left), .functionCall(pair.right)), (try key(pair.left), try key(pair.right))]
            + arguments
    }

    private static func view(_ action: Action) -> ActionView? {
        switch action {
        case .functionCall(let call): .functionCall(call)
        case .addKey(let add):
            if case .functionCall(let permission) = add.accessKey.permission {
                .addKey(
                    publicKey: add.publicKey, accessKey: AccessKeyView(nonce: 0, permission: .functionCall(permission)))
            } else {
                nil
            }
        default: nil
        }
    }

    @Test func whatTheChainShowsIsNotWhatWasAskedFor() throws {
        for pair in TextPair.make() {
            for (asked, other) in try Self.actions(pair) {
                #expect(try #require(Self.view(asked)).shows(asked), "\(pair)")
                #expect(try !#require(Self.view(other)).shows(asked), "\(pair) \(asked)")
            }
        }
    }

    @MainActor
    @Test func aSignedDelegateActionIsNotWhatWasAskedFor() throws {
        let (alice, shop) = (try AccountId("alice.near"), try AccountId("shop.near"))
        let key = try SecretKey.generate()
        func signed(_ action: Action) throws -> String {
            try SignedDelegateAction.sign(
                DelegateAction(
                    senderId: alice, receiverId: shop, actions: [action], nonce: 1, maxBlockHeight: 10,
                    publicKey: key.publicKey), with: key
            ).base64
        }
        for pair in TextPair.make(30) {
            for (asked, other) in try Self.actions(pair) {
                let request = Request(receiverId: shop, actions: [asked])
                #expect(throws: Never.self, "\(pair)") {
                    try WalletAnswerVerifier.delegateAction(signed(asked), for: request, of: alice)
                }
                #expect(throws: NEARError.self, "\(pair) \(asked)") {
                    try WalletAnswerVerifier.delegateAction(signed(other), for: request, of: alice)
                }
            }
        }
    }

    @MainActor
    @Test func theKeystoreIsAskedForSomethingElse() throws {
        let shop = try AccountId("shop.near")
        let journal = TransactionJournal(file: nil, logger: Logger(label: "test"))
        for pair in TextPair.make() {
            for (asked, other) in try Self.actions(pair) {
                let recorder = JournalRecorder(
                    try JournalBuilders.intent("a"), [Request(receiverId: shop, actions: [asked])], journal: journal,
                    logger: Logger(label: "test"))
                #expect(recorder.isFor([Request(receiverId: shop, actions: [asked])]), "\(pair)")
                #expect(!recorder.isFor([Request(receiverId: shop, actions: [other])]), "\(pair) \(asked)")
            }
        }
    }

    @Test func theJournalTellsMethodsApart() throws {
        for pair in TextPair.make() {
            let (asked, other) = (Action.functionCall(pair.left), Action.functionCall(pair.right))
            let kept = JournalAction(asked)
            #expect(try kept.resembles(#require(Self.view(asked))), "\(pair)")
            #expect(try !kept.resembles(#require(Self.view(other))), "\(pair)")
            #expect(try JournalAction(json: kept.json) == kept && kept != JournalAction(other), "\(pair)")
        }
    }

    /// Entries that were stored before the journal named who gets tokens.
    @Test func anOlderEntryOfATransferIsFoundOnTheChain() throws {
        let arguments: JSONValue = ["receiver_id": "bob.near", "amount": "1"]
        let asked = Action.functionCall(
            FunctionCallAction(methodName: "ft_transfer", args: arguments.bytes, gas: .tera(10), deposit: .oneYocto))
        let kept = JournalAction(asked)
        #expect(kept.tokenReceiver?.text == "bob.near" && kept.tokenAmount == 1)
        #expect(kept.summary == "call ft_transfer for bob.near: 1 of the token’s smallest units")
        var fields = try #require(kept.json.objectValue)
        #expect(fields["tokenReceiver"] == .string("bob.near") && fields["tokenAmount"] == .string("1"))
        #expect(try JournalAction(json: kept.json).tokenAmount == 1)
        fields["tokenAmount"] = nil
        #expect(try JournalAction(json: .object(fields)).summary == "call ft_transfer for bob.near")
        fields["tokenReceiver"] = nil
        let older = try JournalAction(json: .object(fields))
        // A job that asks again under its name meets the entry that an older version has written.
        #expect(older.tokenReceiver == nil && older == kept && Set([older, kept]).count == 1)
        #expect(try older.resembles(#require(Self.view(asked))))
        fields["tokenReceiver"] = "Bob!"
        #expect(throws: (any Error).self) { try JournalAction(json: .object(fields)) }
        (fields["tokenReceiver"], fields["tokenAmount"]) = (nil, "+1")
        #expect(throws: (any Error).self) { try JournalAction(json: .object(fields)) }
    }

    @Test func aKeyCoversItsOwnMethodsOnly() throws {
        let shop = try AccountId("shop.near")
        for pair in TextPair.make() {
            let permission = AccessKeyPermissionView.functionCall(
                FunctionCallPermission(allowance: nil, receiverId: shop, methodNames: [pair.left]))
            #expect(permission.covers([.functionCall(pair.left)], receiverId: shop), "\(pair)")
            #expect(!permission.covers([.functionCall(pair.right)], receiverId: shop), "\(pair)")
        }
    }

    @Test func aPolicyCoversWhatItNames() throws {
        let (alice, shop) = (try AccountId("alice.near"), try AccountId("shop.near"))
        func isApproved(_ rule: ApprovalPolicy.Rule, _ subject: ApprovalRequest.Subject) -> Bool {
            let request = ApprovalRequest(
                network: "devnet", chain: .other(genesisHash: .sha256([])), asker: .program(origin: ""),
                subject: subject)
            if case .approved = rule.answer(request) { return true }
            return false
        }
        func transaction(_ action: Action) -> ApprovalRequest.Subject {
            .transactions([TransactionRequest(receiverId: shop, actions: [action])], signerId: alice)
        }
        for pair in TextPair.make() {
            let (left, right) = (ExactText(pair.left), ExactText(pair.right))
            var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: try .near(1))
            rule.methodNames = [left]
            #expect(isApproved(rule, transaction(.functionCall(pair.left))), "\(pair)")
            #expect(!isApproved(rule, transaction(.functionCall(pair.right))), "\(pair)")
            rule.allowsDangerousActions = true
            func key(_ method: String) throws -> Action {
                let permission = FunctionCallPermission(allowance: .oneYocto, receiverId: shop, methodNames: [method])
                return .addKey(
                    AddKeyAction(
                        publicKey: try PublicKey(JournalBuilders.key),
                        accessKey: AccessKey(permission: .functionCall(permission))))
            }
            #expect(isApproved(rule, transaction(try key(pair.left))), "\(pair)")
            #expect(!isApproved(rule, transaction(try key(pair.right))), "\(pair)")
            rule.messageRecipients = [left]
            #expect(isApproved(rule, .message("m", recipient: left, signerId: alice)), "\(pair)")
            #expect(!isApproved(rule, .message("m", recipient: right, signerId: alice)), "\(pair)")
            let signIn = ApprovalRequest.Subject.signInAndSignMessage(
                candidates: [alice], message: "m", recipient: right)
            #expect(!isApproved(rule, signIn), "\(pair)")
        }
    }

    /// A wallet's id is ASCII.
    ///
    /// An id that only looks like it would find the wallet's pin, its window and its accounts.
    @Test func aPageNamesWalletsByASCIIOnly() throws {
        func decoded(_ type: String, _ id: String) throws -> BridgeMessage {
            let payload: JSONValue = [
                "walletId": .string(id), "url": "x:", "accounts": [], "callId": "1", "service": "s", "method": "m",
                "params": [:],
            ]
            let message: JSONValue = ["v": 1, "id": "r1", "type": .string(type), "payload": payload, "secret": "s"]
            return try BridgeMessage.decode(message.text, secret: "s")
        }
        let types = [
            "hostCall", "walletAsked", "openLink", "signedIn", "signedInAndSignedMessage", "walletSelected",
            "accountList",
        ]
        for type in types {
            #expect(throws: Never.self, "\(type)") { _ = try decoded(type, "Keeper") }
            for pair in TextPair.make() {
                #expect(throws: BridgeMessage.DecodingError.self, "\(type) \(pair)") {
                    _ = (try decoded(type, pair.left), try decoded(type, pair.right))
                }
            }
        }
    }

    @MainActor
    @Test func whatALinkBringsBack() throws {
        let links = ReturnLinks(scheme: try ReturnScheme("app-return"))
        func escaped(_ text: String) -> String {
            text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        for pair in TextPair.make() {
            let fields = "\(escaped(pair.left))=1&\(escaped(pair.right))=2"
            let uri = links.issue(for: RequestID(number: 1), network: "n") + "?\(fields)#\(fields)"
            let link = try links.take(ReturnLinks.address(of: uri)) { _ in true }.link
            #expect(link.query.count == 2 && link.fragment == link.query, "\(pair)")
            #expect(link.query[ExactText(pair.left)] == "1" && link.query[ExactText(pair.right)] == "2", "\(pair)")
        }
        // A mark behind a sign that separates is one character with it, and doesn't hide it.
        let uri = links.issue(for: RequestID(number: 2), network: "n") + "?\u{301}a=\u{301}b&\u{301}c=d#\u{301}e=f"
        let link = try links.take(ReturnLinks.address(of: uri)) { _ in true }.link
        #expect(link.query == ["\u{301}a": "\u{301}b", "\u{301}c": "d"])
        #expect(link.fragment == ["\u{301}e": "f"])
    }

    @Test func anAddressThatAWalletMayOpenNow() throws {
        let code = WalletLock.Executor(url: "https://x.example/x.js", sha256: "0", size: 1)
        func manifest(_ path: String) throws -> WalletManifest {
            let entry = ManifestEntry.make([
                "permissions": ["allowsOpen": [.string("https://a.example/\(path)")]]
            ])
            return try WalletManifest(entry, from: .remote, place: "")
        }
        for pair in TextPair.make() {
            let difference = WalletDifference(from: try manifest(pair.left), code, to: try manifest(pair.right), code)
            #expect(difference.addsPermissions, "\(pair)")
            #expect(difference.items.map(\.kind) == [.destinationAdded, .destinationRemoved], "\(pair)")
        }
    }

    @Test(arguments: ["wallets", "local"])
    func anIdInTheLockThatLooksLikeAnother(place: String) async throws {
        let profile = try WalletProfile(["Keeper"])
        try await profile.library.pin("Keeper")
        let good = try JSONValue.parse(Array(Data(contentsOf: profile.lockFile)))
        let pin = try #require(good["wallets"]?["Keeper"]).text
        try profile.write(lock: #"{"schema":1,"wallets":{},"\#(place)":{"Keeper":\#(pin),"\u212Aeeper":\#(pin)}}"#)
        let error = #expect(throws: WalletError.self) { try profile.library.lock() }
        #expect(error?.code == "lock-corrupt", "\(error as Any)")
    }
}
