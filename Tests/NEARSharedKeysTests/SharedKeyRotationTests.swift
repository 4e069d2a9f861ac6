// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import NEARRPC
import NEARShares
import Synchronization
import TestSupport
import Testing

@testable import NEARSharedKeys

/// The replacement of a shared key: its order, where it is cut off, and nodes that lie about it.
@MainActor @Suite struct SharedKeyRotationTests {
    nonisolated private static func isKeyList(_ call: NEARPrimitives.JSONValue) -> Bool {
        call["params"]?["request_type"]?.stringValue == "view_access_key_list"
    }

    /// An answer to `view_access_key_list` with other keys.
    nonisolated private static func keys(
        _ answer: NEARPrimitives.JSONValue, _ keys: [PublicKey]
    ) -> NEARPrimitives.JSONValue {
        guard var members = answer.objectValue, var result = answer["result"]?.objectValue else { return answer }
        result["keys"] = .array(
            keys.map { key in
                [
                    "public_key": .string(key.description),
                    "access_key": ["nonce": .integer(0), "permission": .string("FullAccess")],
                ]
            })
        members["result"] = .object(result)
        return .object(members)
    }

    @Test func theOldKeyAddsTheNewOneWhichRemovesIt() async throws {
        let scene = try await RotationScene.start()
        try await scene.rotation().run()
        #expect(try await scene.keys() == [scene.new.set.publicKey.handle])
        #expect(try scene.states() == [.retired, .active])
        let record = try scene.records.record(of: scene.old.set.id)
        let proof = try #require(record.successor)
        let signed = try await scene.node.transaction(proof, signerId: scene.alice, waitUntil: .final)
        #expect(signed.outcome?.isSuccess == true)
        // One node that shows it twice is two clients here; a node that knows nothing is none.
        let nobody = try NEARRPCClient(url: "http://127.0.0.1:1")
        let all = try scene.records.all()
        #expect(await RotationWitnesses([scene.node, nobody]).count(record, among: all) == 1)
        #expect(await RotationWitnesses([scene.node, scene.node]).count(record, among: all) == 2)
        // Nodes forget transactions, and not keys: the new one has signed.
        var forgotten = record
        forgotten.successor = nil
        #expect(await RotationWitnesses([scene.node, nobody]).count(forgotten, among: all) == 1)
        let others = all.filter { $0.id == record.id }
        #expect(await RotationWitnesses([scene.node]).count(forgotten, among: others) == 1, "the account was left")
        // Once more does nothing.
        try await scene.rotation().run()
        #expect(try scene.records.record(of: scene.old.set.id).successor == proof)
        await scene.stop()
    }

    @Test func nothingIsSentBeforeThreeHoldersHaveTheNewKeysShares() async throws {
        let scene = try await RotationScene.start()
        try scene.records.remove(scene.new.set.id)
        let places = try SharePlaces([.login: .service("https://a"), .device: .keyring, .recovery: .words])
        try scene.records.add(scene.new.set, of: scene.alice, on: "devnet", in: places)
        try scene.records.prove(try scene.new.share(.device))
        let rotation = try await scene.rotation()
        await #expect(throws: SharedKeyError.unproven(1)) { try await rotation.run() }
        #expect(try await scene.keys() == [scene.old.set.publicKey.handle])
        await scene.stop()
    }

    @Test func whatThePolicyRefusesLeavesAllAsItWas() async throws {
        let scene = try await RotationScene.start()
        let rotation = try await scene.rotation(
            approval: .allow(ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: .zero)))
        do throws(SharedKeyError) {
            try await rotation.run()
            Issue.record("no error")
        } catch {
            guard case .refused(let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(reason.contains("the policy doesn’t cover"), "\(reason)")
        }
        #expect(try await scene.keys() == [scene.old.set.publicKey.handle])
        #expect(try scene.states() == [.active, .pending])
        await scene.stop()
    }

    @Test func aLyingNodeLocksNobodyOut() async throws {
        let scene = try await RotationScene.start()
        let (old, new) = (scene.old.set.publicKey, scene.new.set.publicKey)
        try await LyingNode.run(before: scene.devnet.rpcURL) { node in
            // It says that all has been done; nothing was sent.
            node.lie { call, answer in Self.isKeyList(call) ? Self.keys(answer, [new]) : answer }
            try await scene.rotation(at: node.url).run()
            #expect(try await scene.states() == [.retired, .active])
            let record = try await scene.records.record(of: scene.old.set.id)
            let later = Date(timeIntervalSinceNow: 400 * 86_400)
            let witnesses = await RotationWitnesses([scene.node, scene.node])
                .count(record, among: try scene.records.all())
            #expect(witnesses == 0 && !record.mayBeErased(at: later), "no transaction proves it")
            #expect(try await scene.opens())

            // It says that neither key is there.
            node.lie { call, answer in Self.isKeyList(call) ? Self.keys(answer, []) : answer }
            let rotation = try await scene.rotation(at: node.url)
            await #expect(throws: SharedKeyError.keysGone(scene.alice)) { try await rotation.run() }

            // It says that nothing has happened, whatever is sent.
            node.lie { call, answer in Self.isKeyList(call) ? Self.keys(answer, [old]) : answer }
            let again = try await scene.rotation(at: node.url)
            await #expect(throws: SharedKeyError.self) { try await again.run() }
            #expect(try await scene.opens())
        }
        // An honest node's word puts the records right.
        try scene.records.move(scene.old.set.id, to: .active)
        try await scene.rotation().run()
        #expect(try await scene.keys() == [new.handle])
        #expect(try scene.states() == [.retired, .active])
        await scene.stop()
    }

    /// Loses each call's answer in turn; the next start goes on by what the chain says.
    @Test func aRotationThatIsCutOffAtAnyCallGoesOn() async throws {
        var calls = 0
        while true {
            let scene = try await RotationScene.start()
            let left = Mutex(calls)
            let limit = calls
            let wasCutOff = try await LyingNode.run(before: scene.devnet.rpcURL) { node in
                node.lie { _, answer in
                    let isLost = left.withLock { left in
                        left -= 1
                        return left < 0
                    }
                    return isLost ? ["jsonrpc": "2.0", "id": answer["id"] ?? .null, "error": ["code": -32000]] : answer
                }
                do {
                    try await scene.rotation(at: node.url).run()
                    return false
                } catch let error as SharedKeyError {
                    switch error {
                    // Without a node's word for the chain the policy approves nothing either.
                    case .rotation, .unavailable, .refused: return true
                    default: throw error
                    }
                }
            }
            #expect(try await scene.opens(), "call \(limit)")
            try await scene.rotation().run()
            #expect(try await scene.keys() == [scene.new.set.publicKey.handle], "call \(limit)")
            #expect(try scene.states() == [.retired, .active])
            await scene.stop()
            guard wasCutOff else { break }
            calls += 1
        }
        #expect(calls > 4)
    }
}
