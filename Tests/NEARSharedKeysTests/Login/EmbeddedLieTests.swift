// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import Synchronization
import TestSupport
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Nodes that lie about an account's keys while it is made and recovered, and accounts that others have changed.
@Suite struct EmbeddedLieTests {
    private typealias Value = NEARPrimitives.JSONValue

    /// Returns a lie about the keys of accounts, at some of the questions.
    private static func keys(
        _ keys: @escaping @Sendable () -> [PublicKeyHandle],
        at isTold: @escaping @Sendable (Int) -> Bool = { _ in true }
    ) -> LyingNode.Lie {
        let count = Mutex(0)
        return { call, answer in
            guard call["params"]?["request_type"]?.stringValue == "view_access_key_list" else { return answer }
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            guard isTold(number) else { return answer }
            let list = keys().map { key in
                [
                    "public_key": .string(key.description),
                    "access_key": ["nonce": .integer(0), "permission": .string("FullAccess")],
                ] as Value
            }
            let hash = CryptoHash.sha256([]).description
            return [
                "jsonrpc": "2.0", "id": call["id"] ?? .null,
                "result": ["keys": .array(list), "block_height": .integer(1), "block_hash": .string(hash)],
            ]
        }
    }

    /// The node shows the new key before anybody has placed it, or hides it afterwards, or has a stranger's.
    @Test(arguments: 0..<6) func aNodeThatLiesWhileAnAccountIsMade(_ kind: Int) async throws {
        let scene = try await EmbeddedScene.start(.coSign)
        let (account, stranger) = (try AccountId("lied.test.near"), try SecretKey.generate(.ed25519))
        let records = ShareSetRecords(folder: scene.folder)
        let pending: @Sendable () -> [PublicKeyHandle] = {
            do { return try records.all().map(\.set.publicKey.handle) } catch { return [] }
        }
        let first: @Sendable (Int) -> Bool = { $0 == 0 }
        let lies: [LyingNode.Lie] = [
            Self.keys(pending), Self.keys({ [] }), Self.keys({ [stranger.publicKey.handle] }),
            Self.keys(pending, at: first), Self.keys({ [] }, at: { $0 > 0 }),
            Self.keys({ [stranger.publicKey.handle] }, at: first),
        ]
        try await LyingNode.run(before: scene.devnet.rpcURL, lying: lies[kind]) { node in
            let wallet = try await EmbeddedWallet.create(
                .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(at: node.url),
                asking: scene.presenter)
            #expect(try await wallet.state != .retired)
        }
        // An honest node: making it goes on, with the same key.
        let before = try records.all().map(\.id)
        let wallet = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        #expect(try records.all().map(\.id) == before)
        #expect(try await scene.pays(try await wallet.signIn().signer, account))
        #expect(try await wallet.strangeKeys().isEmpty)
        await scene.stop()
    }

    /// On a new computer, the node shows nothing, a stranger's key, or the key that was replaced.
    @Test func aNodeThatLiesWhileAnAccountIsRecovered() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let account = try AccountId("lied.test.near")
        let made = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let oldWords = HandedShare(try #require(scene.presenter.words))
        let old = try await made.active().set.publicKey.handle
        try await made.rotate(asking: scene.presenter)
        let words = HandedShare(try #require(scene.presenter.words))
        let stranger = try SecretKey.generate(.ed25519).publicKey.handle
        let elsewhere = try await scene.elsewhere()
        let plan = try elsewhere.plan()
        try await LyingNode.run(before: scene.devnet.rpcURL) { node in
            let profile = try elsewhere.profile(at: node.url)
            for keys in [[], [stranger], [old]] as [[PublicKeyHandle]] {
                node.lie(Self.keys { keys })
                await #expect(throws: SharedKeyError.self) {
                    try await EmbeddedWallet.adopt(account, by: [words], plan: plan, in: profile)
                }
                #expect(try profile.records.all().isEmpty)
            }
            // With the words of the key that was replaced, the node has this computer believe in it.
            node.lie(Self.keys { [old] })
            _ = try await EmbeddedWallet.adopt(account, by: [oldWords], plan: plan, in: profile)
        }
        // An honest node says that it is gone; the words of the key that counts open the account here, too.
        let found = try #require(try EmbeddedWallet.restored(account, plan: plan, in: try elsewhere.profile()))
        await #expect(throws: SharedKeyError.keysGone(account)) { try await found.signIn() }
        let wallet = try await EmbeddedWallet.adopt(account, by: [words], plan: plan, in: try elsewhere.profile())
        #expect(try await elsewhere.pays(try await wallet.recover(with: [words]).signer, account))
        #expect(try await scene.pays(try await made.signIn().signer, account))
        await scene.stop()
    }

    /// A node that lies while an account leaves doesn't have it lose its only key.
    ///
    /// It says that the user's own key is there already, or that the shared key is gone.
    @Test func aNodeThatLiesWhileAnAccountLeaves() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let (account, own) = (try AccountId("lied.test.near"), try SecretKey.generate(.ed25519).publicKey)
        let made = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let words = HandedShare(try #require(scene.presenter.words))
        let shared = try await made.active().set.publicKey.handle
        let plan = try scene.plan()
        @Sendable func opens() async throws -> Bool {
            let wallet = try #require(try EmbeddedWallet.restored(account, plan: plan, in: try scene.profile()))
            return try await scene.pays(try await wallet.signIn().signer, account)
        }
        try await LyingNode.run(before: scene.devnet.rpcURL) { node in
            let profile = try scene.profile(at: node.url)
            let wallet = try #require(try EmbeddedWallet.restored(account, plan: plan, in: profile))
            node.lie(Self.keys { [shared, own.handle] })
            await #expect(throws: SharedKeyError.self) { try await wallet.leave(adding: own, with: [words]) }
            #expect(try await scene.keys(of: account) == [shared])
            #expect(try await opens())
            node.lie(Self.keys { [] })
            await #expect(throws: SharedKeyError.keysGone(account)) {
                try await wallet.leave(adding: own, with: [words])
            }
            #expect(try await opens())
            node.lie(Self.keys { [own.handle] })
            try await wallet.leave(adding: own, with: [words])
            #expect(try await wallet.state == .retired)
        }
        // An honest node shows the key, so the set counts again.
        #expect(try await opens())
        // An honest node: the key that the account has anyway is added anew, and the shared one is gone.
        let wallet = try #require(try EmbeddedWallet.restored(account, plan: plan, in: try scene.profile()))
        let key = try await wallet.signIn().signer
        try await wallet.send(
            [.addKey(AddKeyAction(publicKey: own, accessKey: AccessKey(nonce: 0, permission: .fullAccess)))], by: key)
        try await wallet.leave(adding: own, with: [words])
        #expect(try await scene.keys(of: account) == [own.handle])
        await #expect(throws: SharedKeyError.noAccount(account)) { try await wallet.signIn() }
        await scene.stop()
    }

    /// The account's own shared key isn't left for, and a replacement that was cut off leaves no key behind.
    @Test func leavingTakesEveryKeyOfTheProfileAndAcceptsNone() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let (account, own) = (try AccountId("left.test.near"), try SecretKey.generate(.ed25519).publicKey)
        let wallet = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let words = HandedShare(try #require(scene.presenter.words))
        let key = try await wallet.signIn().signer
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let records = ShareSetRecords(folder: scene.folder)
        let places = try SharePlaces([
            .login: .service(scene.login.service.address), .device: .sealedFile, .recovery: .words,
        ])
        try records.add(dealt.set, of: account, on: "devnet", in: places)
        for refused in [key.publicKey, dealt.set.publicKey] {
            await #expect(throws: SharedKeyError.self) { try await wallet.leave(adding: refused, with: [words]) }
        }
        // As a replacement does it, which ends before it removes the old key.
        try await wallet.send(
            [
                .addKey(
                    AddKeyAction(
                        publicKey: dealt.set.publicKey, accessKey: AccessKey(nonce: 0, permission: .fullAccess)))
            ], by: key)
        try await wallet.leave(adding: own, with: [words])
        #expect(try await scene.keys(of: account) == [own.handle])
        #expect(try records.all().allSatisfy { $0.state == .retired })
        await scene.stop()
    }

    /// A node that hides or makes up keys has a further computer take nothing.
    @Test func aNodeThatLiesWhileAComputerJoins() async throws {
        let scene = try await EmbeddedScene.start(.coSign)
        let account = try AccountId("lied.test.near")
        let made = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        _ = try await made.signIn()
        let words = HandedShare(try #require(scene.presenter.words))
        let (elsewhere, joining) = (try await scene.elsewhere(), JoiningComputer())
        let sealed = try await made.answer(joining.request, with: [words])
        let plan = try elsewhere.plan()
        let stranger = try SecretKey.generate(.ed25519).publicKey.handle
        try await LyingNode.run(before: scene.devnet.rpcURL) { node in
            let profile = try elsewhere.profile(at: node.url)
            for keys in [[], [stranger]] as [[PublicKeyHandle]] {
                node.lie(Self.keys { keys })
                let answer = try joining.open(sealed)
                await #expect(throws: SharedKeyError.keysGone(account)) {
                    try await EmbeddedWallet.join(answer, plan: plan, in: profile)
                }
                #expect(try profile.records.all().isEmpty)
            }
        }
        let joined = try await EmbeddedWallet.join(try joining.open(sealed), plan: plan, in: try elsewhere.profile())
        #expect(try await elsewhere.pays(try await joined.signIn().signer, account))
        await scene.stop()
    }

    @Test func anAccountThatWasDeletedIsMadeAgainWithItsKey() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let account = try AccountId("gone.test.near")
        func make() async throws -> EmbeddedWallet {
            try await EmbeddedWallet.create(
                .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                asking: scene.presenter)
        }
        let wallet = try await make()
        let key = try await wallet.signIn().signer
        let seen = try await scene.node.viewAccessKey(key.publicKey, of: account, at: .final)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account, publicKey: key.publicKey, nonce: seen.value.nonce + 1, receiverId: account,
                blockHash: seen.blockHash,
                actions: [.deleteAccount(DeleteAccountAction(beneficiaryId: try AccountId("test.near")))]))
        let signature = try await key.sign(.transaction(transaction)) { _ in }
        _ = try await scene.node.sendTransaction(
            SignedTransaction(transaction: transaction, signature: signature), waitUntil: .final)
        await #expect(throws: SharedKeyError.keysGone(account)) { try await wallet.signIn() }
        await #expect(throws: SharedKeyError.self) { try await wallet.rotate(asking: scene.presenter) }
        #expect(try await scene.pays(try await make().signIn().signer, account))
        await scene.stop()
    }

    /// The account is there with other keys: the old key isn't given back to it, whoever has replaced it.
    @Test func aKeyThatWasReplacedElsewhereIsNotPlacedAgain() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let account = try AccountId("moved.test.near")
        func make() async throws -> EmbeddedWallet {
            try await EmbeddedWallet.create(
                .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(),
                asking: scene.presenter)
        }
        let wallet = try await make()
        let words = HandedShare(try #require(scene.presenter.words))
        let elsewhere = try await scene.elsewhere()
        let two = try await EmbeddedWallet.adopt(
            account, by: [words], plan: try elsewhere.plan(), in: try elsewhere.profile())
        _ = try await two.recover(with: [words])
        try await two.rotate(asking: elsewhere.presenter)
        let keys = try await scene.keys(of: account)
        await #expect(throws: SharedKeyError.keysGone(account)) { _ = try await make() }
        #expect(try await scene.keys(of: account) == keys)
        #expect(try await wallet.strangeKeys() == Array(keys))
        #expect(try await elsewhere.pays(try await two.signIn().signer, account))
        await scene.stop()
    }
}
