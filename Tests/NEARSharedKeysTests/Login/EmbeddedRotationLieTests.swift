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

    /// Has a node show the newest set's key alone, from a question on after that set was dealt.
    private static func newest(of scene: EmbeddedScene, after truths: Int) -> LyingNode.Lie {
        let records = ShareSetRecords(folder: scene.folder)
        let asked = Mutex(0)
        return { call, answer in
            guard call["params"]?["request_type"]?.stringValue == "view_access_key_list",
                var members = answer.objectValue, var result = answer["result"]?.objectValue,
                let sets = try? records.all(), sets.count > 1, let newest = sets.last
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
        let lie: LyingNode.Lie = { call, answer in
            guard call["params"]?["request_type"]?.stringValue == "view_access_key_list",
                var members = answer.objectValue, var result = answer["result"]?.objectValue
            else { return answer }
            result["keys"] = [
                [
                    "public_key": .string("\(old)"),
                    "access_key": ["nonce": .integer(0), "permission": .string("FullAccess")],
                ]
            ]
            members["result"] = .object(result)
            return .object(members)
        }
        try await LyingNode.run(before: scene.devnet.rpcURL, lying: lie) { node in
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

    /// Two nodes have to show that the account goes on without the share, and 90 days to pass.
    @Test func oldSharesAreErasedOnTheWordOfTwoNodesAfterTheirTime() async throws {
        let (scene, account) = (try await EmbeddedScene.start(.release), try AccountId("old.test.near"))
        let made = try await EmbeddedWallet.create(
            .named(account, scene.creator), plan: try scene.plan(), in: try scene.profile(), asking: scene.presenter)
        let old = try await made.active().id
        try await made.rotate(asking: scene.presenter)
        @Sendable func count(days: Double, at urls: URL...) async throws -> Int {
            let time = Date(timeIntervalSinceNow: days * 86_400)
            let records = ShareSetRecords(folder: scene.folder, now: { time })
            let wallet = try #require(
                try EmbeddedWallet.restored(
                    account, plan: try scene.plan(), in: try scene.profile(records, at: urls)))
            _ = try await wallet.signIn()
            return try records.all().count
        }
        let real = scene.devnet.rpcURL
        try await LyingNode.run(before: real) { second in
            #expect(try await count(days: 89, at: real, second.url) == 2, "it is too early")
            #expect(try await count(days: 91, at: real) == 2, "one node may lie")
            #expect(try await count(days: 91, at: real, real) == 2, "the same node twice is one")
            second.lie { call, answer in
                guard call["method"]?.stringValue == "tx" || call["method"]?.stringValue == "EXPERIMENTAL_tx_status"
                else { return answer }
                return [
                    "jsonrpc": "2.0", "id": call["id"] ?? .null,
                    "error": ["code": -32000, "cause": ["name": "UNKNOWN_TRANSACTION", "info": [:]]],
                ]
            }
            #expect(try await count(days: 91, at: real, second.url) == 2, "the other one doesn't know it")
            _ = try await scene.plan().deviceShare().share(of: old)
            second.lie { _, answer in answer }
            #expect(try await count(days: 91, at: real, second.url) == 1)
        }
        await #expect(throws: SharedKeyError.missing(.device)) { try await scene.plan().deviceShare().share(of: old) }
        #expect(try await scene.pays(try await made.signIn().signer, account))
        await scene.stop()
    }
}
