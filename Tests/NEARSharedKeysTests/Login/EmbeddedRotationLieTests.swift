// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import NEARVault
import Synchronization
import TestSupport
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Nodes that lie while an account's key is replaced, and what an honest node leads to afterwards.
@Suite struct EmbeddedRotationLieTests {
    private typealias Value = NEARPrimitives.JSONValue

    /// The newest of several sets.
    private static func newest(_ records: ShareSetRecords) -> ShareSetRecord? {
        do {
            let sets = try records.all()
            return sets.count > 1 ? sets.last : nil
        } catch {
            Issue.record(error)
            return nil
        }
    }

    /// Has a node show the newest set's key alone, from a question on after that set was dealt.
    private static func newest(of scene: EmbeddedScene, after truths: Int) -> LyingNode.Lie {
        let records = ShareSetRecords(folder: scene.folder)
        let asked = Mutex(0)
        return { call, answer in
            guard call["params"]?["request_type"]?.stringValue == "view_access_key_list",
                var members = answer.objectValue, var result = answer["result"]?.objectValue,
                let newest = newest(records)
            else { return answer }
            let number = asked.withLock { asked in
                defer { asked += 1 }
                return asked
            }
            guard number >= truths else { return answer }
            result["keys"] = [
                [
                    "public_key": .string("\(newest.set.publicKey)"),
                    "access_key": ["nonce": .integer(0), "permission": .string("FullAccess")],
                ]
            ]
            members["result"] = .object(result)
            return .object(members)
        }
    }

    /// Has a node show one key alone.
    private static func showing(_ key: PublicKey) -> LyingNode.Lie {
        { call, answer in
            guard call["params"]?["request_type"]?.stringValue == "view_access_key_list",
                var members = answer.objectValue, var result = answer["result"]?.objectValue
            else { return answer }
            result["keys"] = [
                [
                    "public_key": .string("\(key)"),
                    "access_key": ["nonce": .integer(0), "permission": .string("FullAccess")],
                ]
            ]
            members["result"] = .object(result)
            return .object(members)
        }
    }

    private struct Lied {
        let scene: EmbeddedScene
        let account: AccountId
        let wallet: EmbeddedWallet
        let old: SharedKey
        let words: ShareWords

        func states() throws -> [ShareSetState] { try scene.profile().records.all().map(\.state) }
        func handles() throws -> [PublicKeyHandle] {
            try scene.profile().records.all().map(\.set.publicKey.handle)
        }
    }

    /// Makes an account, and replaces its key by a node that says after some truths that all is done.
    private static func rotate(_ mode: LoginShareMode, lyingAfter truths: Int) async throws -> Lied {
        let (scene, account) = (try await EmbeddedScene.start(mode), try AccountId("lied.test.near"))
        let made = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let words = try #require(scene.presenter.words)
        let old = try await made.signIn().signer
        try await LyingNode.run(before: scene.devnet.rpcURL, lying: Self.newest(of: scene, after: truths)) { node in
            let lied = try #require(
                try EmbeddedWallet.restored(account, plan: try scene.plan(), in: try scene.profile(at: node.url)))
            _ = try await lied.signIn()
            try await lied.rotate(asking: scene.presenter)
        }
        let wallet = try #require(
            try EmbeddedWallet.restored(account, plan: try scene.plan(), in: try scene.profile()))
        return Lied(scene: scene, account: account, wallet: wallet, old: old, words: words)
    }

    /// The node says at once that all is done: the account opens with the old shares alone.
    @Test(arguments: LoginShareMode.allCases) func aRotationThatNeverHappenedIsTakenBack(
        _ mode: LoginShareMode
    ) async throws {
        let lied = try await Self.rotate(mode, lyingAfter: 0)
        let (scene, wallet, account) = (lied.scene, lied.wallet, lied.account)
        #expect(try lied.states() == [.retired, .active], "the node was believed")
        let keys = try lied.handles()
        #expect(try await scene.keys(of: account) == [keys[0]])
        // An honest node: the old set counts again, with its shares, its service and its words.
        #expect(try await scene.pays(try await wallet.signIn().signer, account))
        #expect(try lied.states() == [.active, .pending])
        try await wallet.prove(lied.words)
        #expect(try await wallet.strangeKeys().isEmpty)
        // The replacement goes on with the set that was dealt, whose words the owner has.
        let asked = scene.presenter.state.withLock { $0.words.count }
        try await wallet.rotate(asking: scene.presenter)
        #expect(scene.presenter.state.withLock { $0.words.count } == asked)
        #expect(try lied.states() == [.retired, .active])
        #expect(try await scene.keys(of: account) == [keys[1]])
        await #expect(throws: RPCError.self) { _ = try await scene.pays(lied.old, account) }
        #expect(try await scene.pays(try await wallet.signIn().signer, account))
        await scene.stop()
    }

    /// The node hides that the old key is still there: whoever has two old shares opens the account.
    @Test(arguments: LoginShareMode.allCases) func anOldKeyThatIsStillThereIsNamedAndRemoved(
        _ mode: LoginShareMode
    ) async throws {
        let lied = try await Self.rotate(mode, lyingAfter: 1)
        let (scene, wallet, account) = (lied.scene, lied.wallet, lied.account)
        let keys = try lied.handles()
        #expect(try await scene.keys(of: account) == Set(keys), "the new key was added, and the old one not removed")
        #expect(try lied.states() == [.retired, .active])
        #expect(try await scene.pays(lied.old, account), "a thief of two old shares pays")
        #expect(try await scene.pays(try await wallet.signIn().signer, account))
        #expect(try await wallet.strangeKeys() == [keys[0]])
        #expect(try scene.profile().records.all().replacedKeys == [keys[0]])
        try await wallet.rotate(asking: scene.presenter)
        #expect(try await scene.keys(of: account) == [try #require(try lied.handles().last)])
        #expect(try await wallet.strangeKeys().isEmpty)
        await #expect(throws: RPCError.self) { _ = try await scene.pays(lied.old, account) }
        #expect(try await scene.pays(try await wallet.signIn().signer, account))
        await scene.stop()
    }

    /// A rotation that was done isn't taken back for good by a node that shows the old key.
    @Test func aNodeThatShowsTheOldKeyChangesNothingForGood() async throws {
        let (scene, account) = (try await EmbeddedScene.start(.coSign), try AccountId("lied.test.near"))
        let wallet = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let old = try await wallet.active().set.publicKey
        try await wallet.rotate(asking: scene.presenter)
        try await LyingNode.run(before: scene.devnet.rpcURL, lying: Self.showing(old)) { node in
            let lied = try #require(
                try EmbeddedWallet.restored(account, plan: try scene.plan(), in: try scene.profile(at: node.url)))
            let session = try await lied.signIn()
            #expect(session.signer.publicKey == old)
            await #expect(throws: RPCError.self, "the chain doesn't have it") {
                _ = try await scene.pays(session.signer, account)
            }
        }
        #expect(try await scene.pays(try await wallet.signIn().signer, account))
        #expect(try scene.profile().records.all().map(\.state) == [.retired, .active])
        await scene.stop()
    }

    /// A computer that took the account over has shown two shares only: its set comes back all the same.
    @Test(arguments: LoginShareMode.allCases) func aSetOfATakenOverAccountIsTakenBackToo(
        _ mode: LoginShareMode
    ) async throws {
        let (scene, account) = (try await EmbeddedScene.start(mode), try AccountId("lied.test.near"))
        _ = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let words = HandedShare(try #require(scene.presenter.words))
        let other = try await scene.elsewhere()
        let (plan, profile) = (try other.plan(), try other.profile())
        let taken = try await EmbeddedWallet.adopt(account, by: [words], plan: plan, in: profile)
        let keys = try await scene.keys(of: account)
        try await LyingNode.run(before: scene.devnet.rpcURL, lying: Self.newest(of: other, after: 0)) { node in
            let lied = try #require(
                try EmbeddedWallet.restored(account, plan: plan, in: try other.profile(at: node.url)))
            try await lied.logIn()
            try await lied.rotate(asking: other.presenter, with: [words])
        }
        #expect(try profile.records.all().map(\.state) == [.retired, .active])
        #expect(try await scene.keys(of: account) == keys, "nothing was sent")
        // The replacement begins with what the chain says, and goes on.
        try await taken.rotate(asking: other.presenter, with: [words])
        #expect(try profile.records.all().map(\.state) == [.retired, .active])
        #expect(try await scene.keys(of: account).isDisjoint(with: keys))
        #expect(try await other.pays(try await taken.signIn().signer, account))
        await scene.stop()
    }

    /// A lagging node shows the key of before; the set of now, of a taken-over account, isn't lost by that.
    @Test func aLaggingNodeDoesNotShutATakenOverAccountOut() async throws {
        let (scene, account) = (try await EmbeddedScene.start(.release), try AccountId("lied.test.near"))
        let one = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let old = try await one.active().set.publicKey
        let words = HandedShare(try #require(scene.presenter.words))
        let other = try await scene.elsewhere()
        let two = try await EmbeddedWallet.adopt(
            account, by: [words], plan: try other.plan(), in: try other.profile())
        _ = try await two.recover(with: [words])
        try await two.rotate(asking: other.presenter)
        let newWords = HandedShare(try #require(other.presenter.words))
        // The first computer takes the account over again, with the new key.
        _ = try await EmbeddedWallet.adopt(
            account, by: [newWords], plan: try scene.plan(), in: try scene.profile())
        _ = try await one.recover(with: [newWords])
        #expect(try scene.profile().records.all().map(\.state) == [.retired, .active])
        try await LyingNode.run(before: scene.devnet.rpcURL, lying: Self.showing(old)) { node in
            let lied = try #require(
                try EmbeddedWallet.restored(account, plan: try scene.plan(), in: try scene.profile(at: node.url)))
            _ = try await lied.signIn()
        }
        #expect(try scene.profile().records.all().map(\.state) == [.active, .retired])
        #expect(try await scene.pays(try await one.signIn().signer, account))
        // The old key doesn't wait to come back.
        #expect(try scene.profile().records.all().map(\.state) == [.retired, .active])
        await scene.stop()
    }

    /// Two nodes have to show that the account goes on without the share, and 90 days to pass.
    @Test func oldSharesAreErasedOnTheWordOfTwoNodesAfterTheirTime() async throws {
        let (scene, account) = (try await EmbeddedScene.start(.release), try AccountId("old.test.near"))
        let made = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let old = try await made.active().id
        try await made.rotate(asking: scene.presenter)
        @Sendable func records(days: Double, at urls: URL...) async throws -> [ShareSetRecord] {
            let time = Date(timeIntervalSinceNow: days * 86_400)
            let records = ShareSetRecords(folder: scene.folder, now: { time })
            let wallet = try #require(
                try EmbeddedWallet.restored(
                    account, plan: try scene.plan(), in: try scene.profile(records, at: urls)))
            _ = try await wallet.signIn()
            await wallet.eraseReplacedShares()
            return try records.all()
        }
        let real = scene.devnet.rpcURL
        try await LyingNode.run(before: real) { second in
            #expect(try await records(days: 1, at: real).first?.witnesses == 1)
            #expect(try await records(days: 1, at: real, real).first?.witnesses == 1, "the same node twice is one")
            second.lie { call, answer in
                guard
                    call["params"]?["request_type"]?.stringValue == "view_access_key_list"
                        || ["tx", "EXPERIMENTAL_tx_status"].contains(call["method"]?.stringValue)
                else { return answer }
                return [
                    "jsonrpc": "2.0", "id": call["id"] ?? .null,
                    "error": ["code": -32000, "cause": ["name": "UNKNOWN_TRANSACTION", "info": [:]]],
                ]
            }
            #expect(try await records(days: 1, at: real, second.url).first?.witnesses == 1, "the other doesn't know it")
            second.lie { _, answer in answer }
            #expect(try await records(days: 91, at: real).count == 2, "one node may lie")
            #expect(try await records(days: 1, at: real, second.url).first?.witnesses == 2)
            #expect(try await records(days: 89, at: real).count == 2, "it is too early")
            _ = try await scene.plan().deviceShare().share(of: old)
            #expect(try await records(days: 91, at: real).count == 1)
        }
        await #expect(throws: SharedKeyError.missing(.device)) { try await scene.plan().deviceShare().share(of: old) }
        #expect(try await scene.pays(try await made.signIn().signer, account))
        await scene.stop()
    }
}
