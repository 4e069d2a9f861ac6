// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault
import Synchronization
import TestSupport
import Testing

@testable import NEARSharedKeys

/// Function-call keys of accounts whose own key is shared.
@Suite struct DailyKeyTests {
    private static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    /// An account, a guest book, and records whose clock the test sets.
    private struct Scene {
        let embedded: EmbeddedScene
        let wallet: EmbeddedWallet
        let alice: AccountId
        let book: AccountId
        let time: Time

        final class Time: Sendable {
            let now = Mutex(noon)
        }

        static func start(allowing deposit: NEARToken? = nil) async throws -> Scene {
            let embedded = try await EmbeddedScene.start(.coSign)
            let (alice, book, time) = (try AccountId("alice.test.near"), try AccountId("book.test.near"), Time())
            try await embedded.devnet.createAccount(
                book, balance: try .near(10), publicKey: try SecretKey.generate().publicKey)
            try await embedded.devnet.deploy(.guestBook, to: book)
            let records = ShareSetRecords(folder: embedded.folder, now: { time.now.withLock { $0 } })
            let wallet = try await EmbeddedWallet.create(
                .named(alice, embedded.creator), plan: try embedded.plan(),
                in: try embedded.profile(records, allowing: try deposit ?? .near(1)), asking: embedded.presenter)
            return Scene(embedded: embedded, wallet: wallet, alice: alice, book: book, time: time)
        }

        func request(allowance: NEARToken? = FunctionCallKeyRequest.usualAllowance) -> FunctionCallKeyRequest {
            FunctionCallKeyRequest(contractId: book, methodNames: ["add_message"], allowance: allowance)
        }

        func send(_ action: Action, to receiver: AccountId, by key: DailyKey) async throws -> Bool {
            let node = try embedded.node
            let seen = try await node.viewAccessKey(key.publicKey, of: alice, at: .final)
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: alice, publicKey: key.publicKey, nonce: seen.value.nonce + 1, receiverId: receiver,
                    blockHash: seen.blockHash, actions: [action]))
            let signature = try await key.sign(.transaction(transaction)) { _ in }
            let result = try await node.sendTransaction(
                SignedTransaction(transaction: transaction, signature: signature), waitUntil: .final)
            return result.outcome?.isSuccess == true
        }

        var call: Action {
            .functionCall(
                FunctionCallAction(
                    methodName: "add_message", args: Array(#"{"text":"hello"}"#.utf8),
                    gas: Gas(gas: 30_000_000_000_000), deposit: .zero))
        }

        func names() async throws -> [SecretName] { try await embedded.vault.names() }
    }

    @Test func aDailyKeyCallsItsContractUntilItsEndAndNothingElse() async throws {
        let scene = try await Scene.start()
        let own = try await scene.wallet.signIn().signer.publicKey
        let key = try await scene.wallet.addDailyKey(scene.request(), until: Self.noon + 3_600)
        #expect(try await scene.send(scene.call, to: scene.book, by: key))
        await #expect(throws: RPCError.self) {
            try await scene.send(.transfer(.oneYocto), to: scene.book, by: key)
        }
        let view = try await scene.embedded.node.viewAccessKey(key.publicKey, of: scene.alice, at: .final)
        guard case .functionCall(let permission) = view.value.permission else {
            Issue.record("the key has full access")
            return
        }
        #expect(permission.receiverId == ExactText(scene.book.text))
        #expect(permission.methodNames == [ExactText("add_message")])
        #expect(try await scene.wallet.strangeKeys().isEmpty, "the account's daily keys are no strange ones")

        // Another start: no login, and the key still signs.
        let again = try #require(
            try EmbeddedWallet.restored(
                scene.alice, plan: try scene.embedded.plan(), in: await scene.wallet.profile))
        let found = try #require(try await again.dailyKeys.first)
        #expect(found.record == key.record)
        #expect(try await scene.send(scene.call, to: scene.book, by: found))

        scene.time.now.withLock { $0 = Self.noon + 3_600 }
        await #expect {
            try await scene.send(scene.call, to: scene.book, by: found)
        } throws: { error in
            if case SigningError.refused = error { true } else { false }
        }
        #expect(try await again.dailyKeys.isEmpty)
        #expect(try await scene.names().contains { $0.purpose == .dailyKey }, "it is removed by the next login")
        _ = try await again.signIn()
        #expect(try await scene.embedded.keys(of: scene.alice) == [own.handle])
        #expect(try await !scene.names().contains { $0.purpose == .dailyKey })
        #expect(try await again.record?.dailyKeys == [])
        await scene.embedded.stop()
    }

    /// A node that hides a key doesn't have it forgotten.
    ///
    /// The next login at an honest one takes it from the account.
    @Test func aNodeThatHidesADailyKeyHasItForgottenByNobody() async throws {
        let scene = try await Scene.start()
        let own = try await scene.wallet.signIn().signer.publicKey
        let first = try await scene.wallet.addDailyKey(scene.request(), until: Self.noon + 3_600)
        let second = try await scene.wallet.addDailyKey(scene.request(), until: Self.noon + 3_600)
        let hidden: LyingNode.Lie = { call, answer in
            guard call["params"]?["request_type"]?.stringValue == "view_access_key_list",
                var result = answer["result"]?.objectValue, let keys = result["keys"]?.arrayValue
            else { return answer }
            let text = own.description
            result["keys"] = .array(keys.filter { $0["public_key"]?.stringValue?.hasSameBytes(as: text) == true })
            return ["jsonrpc": "2.0", "id": call["id"] ?? .null, "result": .object(result)]
        }
        let records = await scene.wallet.profile.records
        try await LyingNode.run(before: scene.embedded.devnet.rpcURL, lying: hidden) { node in
            let profile = try scene.embedded.profile(records, at: node.url, allowing: try .near(1))
            let liedTo = try #require(
                try EmbeddedWallet.restored(scene.alice, plan: try scene.embedded.plan(), in: profile))
            // By hand, and after its end.
            #expect(try await liedTo.removeDailyKeys([first.publicKey]).isEmpty)
            #expect(try await liedTo.dailyKeys.map(\.publicKey) == [second.publicKey], "it signs nothing here")
            scene.time.now.withLock { $0 = Self.noon + 3_600 }
            _ = try await liedTo.signIn()
        }
        #expect(try await scene.embedded.keys(of: scene.alice).count == 3)
        #expect(try records.all().flatMap(\.dailyKeys).map(\.isHidden) == [true, true])
        #expect(try await !scene.names().contains { $0.purpose == .dailyKey })
        let again = try #require(
            try EmbeddedWallet.restored(
                scene.alice, plan: try scene.embedded.plan(), in: await scene.wallet.profile))
        _ = try await again.signIn()
        #expect(try await scene.embedded.keys(of: scene.alice) == [own.handle])
        #expect(try records.all().flatMap(\.dailyKeys).isEmpty)
        await scene.embedded.stop()
    }

    @Test func aReplacedKeyTakesItsDailyKeysAlong() async throws {
        let scene = try await Scene.start()
        let key = try await scene.wallet.addDailyKey(scene.request(), until: Self.noon + 3_600)
        try await scene.wallet.rotate(asking: scene.embedded.presenter)
        let now = try await scene.wallet.signIn().signer.publicKey
        #expect(try await scene.embedded.keys(of: scene.alice) == [now.handle])
        await #expect(throws: SigningError.self) {
            _ = try await key.sign(.transaction(try Self.anything(scene.alice))) { _ in }
        }
        #expect(try await scene.wallet.dailyKeys.isEmpty)
        await scene.embedded.stop()
    }

    @Test func whatIsNoDailyKeyIsRefusedAndNothingStays() async throws {
        let scene = try await Scene.start()
        _ = try await scene.wallet.signIn()
        await #expect(throws: SharedKeyError.dailyKey(.ended)) {
            try await scene.wallet.addDailyKey(scene.request(), until: Self.noon)
        }
        let named = FunctionCallKeyRequest(contractId: scene.book, publicKey: try SecretKey.generate().publicKey)
        await #expect(throws: SharedKeyError.dailyKey(.named)) {
            try await scene.wallet.addDailyKey(named, until: Self.noon + 60)
        }
        for _ in 0..<DailyKeyRecord.limit {
            _ = try await scene.wallet.addDailyKey(scene.request(), until: Self.noon + 60)
        }
        await #expect(throws: SharedKeyError.dailyKey(.tooMany)) {
            try await scene.wallet.addDailyKey(scene.request(), until: Self.noon + 60)
        }
        #expect(try await scene.names().filter { $0.purpose == .dailyKey }.count == DailyKeyRecord.limit)
        try await scene.wallet.removeDailyKeys(nil)
        #expect(try await scene.embedded.keys(of: scene.alice).count == 1)
        #expect(try await !scene.names().contains { $0.purpose == .dailyKey })
        await scene.embedded.stop()
    }

    @Test func whatThePolicyRefusesLeavesNothing() async throws {
        let scene = try await Scene.start(allowing: .zero)
        let session = try await scene.wallet.signIn()
        await #expect {
            _ = try await scene.wallet.addDailyKey(scene.request(), until: Self.noon + 60)
        } throws: { error in
            if case SharedKeyError.refused = error { true } else { false }
        }
        #expect(try await scene.wallet.record?.dailyKeys == [])
        #expect(try await !scene.names().contains { $0.purpose == .dailyKey })
        #expect(try await scene.embedded.keys(of: scene.alice) == [session.signer.publicKey.handle])
        await scene.embedded.stop()
    }

    /// The vault can't be written: neither the record nor the account has a key that nobody has.
    @Test func aKeyThatCantBeKeptIsNotAdded() async throws {
        let scene = try await Scene.start()
        let session = try await scene.wallet.signIn()
        await scene.embedded.vault.lock()
        await #expect(throws: SharedKeyError.self) {
            try await scene.wallet.addDailyKey(scene.request(), until: Self.noon + 60)
        }
        #expect(try await scene.embedded.keys(of: scene.alice) == [session.signer.publicKey.handle])
        #expect(try await scene.wallet.dailyKeys.isEmpty)
        await scene.embedded.stop()
    }

    private static func anything(_ account: AccountId) throws -> Transaction {
        .v0(
            TransactionV0(
                signerId: account, publicKey: try SecretKey.generate().publicKey, nonce: 1, receiverId: account,
                blockHash: .sha256([]), actions: [.transfer(.oneYocto)]))
    }
}
