// SPDX-License-Identifier: MIT

import Logging
import NEARDevnet
import NEARPrimitives
import NEARRPC
import Synchronization
import TestSupport
import Testing

@testable import NEARConnectCore

/// The journal's questions to a node that lies.
///
/// Whatever the node says, the program continues, the search ends, and nothing wrong is said about money.
@Suite(.timeLimit(.minutes(10))) struct LyingNodeTests {
    /// A journal, with the verdicts that are right whatever one field of a node's answers says.
    private struct Scene: Sendable, CustomStringConvertible {
        let description: String
        let records: [JournalRecord]
        let truth: String
        let allowed: Set<String>

        init(_ description: String, _ records: [JournalRecord], truth: String, allowed: Set<String>) {
            self.description = description
            self.records = records
            self.truth = truth
            self.allowed = allowed.union([truth, "unknown"])
        }
    }

    private static func scenes(of chain: JournalChain) async throws -> [Scene] {
        let (one, two, three) = (try NEARToken.near(1), try NEARToken.near(2), try NEARToken.near(3))
        let ghost = try AccountId("ghost.test.near")
        let keys = try await chain.keys()
        for _ in 0..<5 { try await chain.devnet.produceBlock() }
        let sent = try await chain.sign(one, isSent: true)
        for _ in 0..<5 { try await chain.devnet.produceBlock() }
        let failed = try await chain.sign(two, to: ghost, isSent: true)
        let lost = try await chain.sign(two, isSent: false)
        for _ in 0..<5 { try await chain.devnet.produceBlock() }
        _ = try await chain.sign(three, isSent: true)
        for _ in 0..<5 { try await chain.devnet.produceBlock() }
        let pending = try await chain.sign(three, isSent: false)
        let delegate = JournalSignature(
            part: 0, hash: nil,
            key: pending.key.map {
                JournalSignature.SignedNonce(publicKey: $0.publicKey, nonce: $0.nonce, height: $0.height + 200)
            })
        func signed(_ signature: JournalSignature) -> JournalRecord { .signed(id: "a", signature) }
        return [
            Scene("executed", [chain.intent(one, network: "testnet"), signed(sent)], truth: "confirmed", allowed: []),
            Scene(
                "failed", [chain.intent(two, to: ghost, network: "testnet"), signed(failed)], truth: "failed",
                allowed: []),
            Scene("overtaken", [chain.intent(two, network: "testnet"), signed(lost)], truth: "not-sent", allowed: []),
            Scene(
                "not sent yet", [chain.intent(three, network: "testnet"), signed(pending)], truth: "unknown",
                allowed: []),
            Scene(
                "of a wallet", [chain.intent(one, wallet: "w", network: "testnet"), keys], truth: "confirmed",
                allowed: []),
            Scene(
                "a delegate action",
                [chain.intent(one, kind: .delegateActions, network: "testnet"), keys, signed(delegate)],
                truth: "signed",
                allowed: []),
        ]
    }

    /// One kind of call, and a place in its answers.
    private struct Target: Hashable {
        let kind: String
        let place: JSONPlace
    }

    private static func kind(of call: JSONValue) -> String {
        "\(call["method"]?.text ?? "") \(call["params"]?["request_type"]?.text ?? "")"
    }

    @Test func whicheverFieldIsALieNothingWrongIsSaid() async throws {
        let chain = try await JournalChain()
        let scenes = try await Self.scenes(of: chain)
        // Each scene has a node of its own; they work side by side.
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for (number, scene) in scenes.enumerated() {
                group.addTask {
                    try await LyingNode.run(before: chain.devnet.rpcURL, isStill: true) { node in
                        try await Self.tryEachLie(scene, node, share: number)
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(count > 500, "there is less to lie about than there was")
        await chain.devnet.stop()
    }

    /// A node's refusal of one transaction, or its waiting for it: others are looked up all the same.
    @Test(arguments: ["INVALID_TRANSACTION", "TIMEOUT_ERROR"])
    func aNodesWordOnOneTransactionEndsNoLook(word: String) async throws {
        let chain = try await JournalChain()
        let two = try NEARToken.near(2)
        let lost = try await chain.sign(two, isSent: false)
        let request = [chain.intent(two, network: "testnet"), JournalRecord.signed(id: "a", lost)]
        try await LyingNode.run(before: chain.devnet.rpcURL) { node in
            node.lie { call, answer in
                guard call["method"] == "tx" else { return answer }
                let refusal: JSONValue = [
                    "TxExecutionError": ["InvalidTxError": ["InvalidNonce": ["tx_nonce": 1, "ak_nonce": 2]]]
                ]
                return [
                    "jsonrpc": "2.0", "id": call["id"] ?? .null,
                    "error": [
                        "name": "HANDLER_ERROR", "cause": ["name": .string(word)], "code": -32000,
                        "message": "Server error", "data": word == "TIMEOUT_ERROR" ? "Timeout" : refusal,
                    ],
                ]
            }
            let client = try node.client()
            let waiting = try await JournalChain.verdict(of: request, asking: client).get()
            #expect(waiting.code == "unknown", "it can still be executed: \(waiting)")
            for _ in 0..<5 { try await chain.devnet.produceBlock() }
            _ = try await chain.sign(try .near(3), isSent: true)
            for _ in 0..<5 { try await chain.devnet.produceBlock() }
            // Its nonce is used by another one, of which the node says as little: that proves nothing yet.
            let later = try await JournalChain.verdict(of: request, asking: client).get()
            #expect(later.code == "unknown", "\(later)")
            node.lie { $1 }
            let known = try await JournalChain.verdict(of: request, asking: client).get()
            #expect(known.code == "not-sent", "\(known)")
        }
        await chain.devnet.stop()
    }

    /// Tries every lie of one share; the other scenes try the others.
    private static func tryEachLie(_ scene: Scene, _ node: LyingNode, share: Int) async throws -> Int {
        let client = try node.client()
        let honest = try await JournalChain.verdict(of: scene.records, asking: client)
        #expect(try honest.get().code == scene.truth, "\(scene)")
        var lies: [Target: Set<JSONValue?>] = [:]
        for (call, answer) in node.exchanges {
            for place in JSONPlace.all(in: answer) {
                guard let value = place.value(in: answer) else { continue }
                // A field that nothing is decided by is tried with a few lies.
                let known = value.lies
                let chosen = place.isOfWeight ? known : Array(known.prefix(1))
                lies[Target(kind: kind(of: call), place: place), default: []].formUnion(chosen)
            }
        }
        var count = 0
        let all = lies.flatMap { target, values in values.map { (target, $0) } }
            .sorted {
                ($0.0.kind, $0.0.place.description, $0.1?.text ?? "") < (
                    $1.0.kind, $1.0.place.description, $1.1?.text ?? ""
                )
            }
        let stride = max(1, all.count / 100)
        for (target, value) in all.enumerated().filter({ $0.offset % stride == share % stride }).map(\.element) {
            node.lie { call, answer in
                guard kind(of: call) == target.kind else { return answer }
                return target.place.replacing(in: answer, with: value) ?? answer
            }
            let verdict = try await JournalChain.verdict(of: scene.records, asking: client)
            let lie = "\(scene): \(target.kind)\(target.place) = \(value?.text.prefix(80) ?? "nothing")"
            switch verdict {
            case .success(let state): #expect(scene.allowed.contains(state.code), "\(lie): \(state)")
            case .failure(let error): #expect(error.code == "rpc-error", "\(lie): \(error)")
            }
            #expect(node.exchanges.count < 150, "\(lie): \(node.exchanges.count) questions")
            count += 1
        }
        return count
    }

    /// Nodes that always lie: each makes its answer from the real one.
    private static let liars: [(String, LyingNode.Lie)] = [
        (
            "names the greatest height of all",
            { call, answer in
                heights(of: call, answer) { _ in .integer(Int128(UInt64.max)) }
            }
        ),
        ("names the least height of all", { call, answer in heights(of: call, answer) { _ in 0 } }),
        (
            "names the height before",
            { call, answer in
                heights(of: call, answer) { .integer(max(0, $0 - 1)) }
            }
        ),
        ("names the height after", { call, answer in heights(of: call, answer) { .integer($0 + 1) } }),
        (
            "has a chain of all heights",
            { call, answer in
                let asked = call["params"]?["block_id"]?.integerValue(as: UInt64.self)
                return every(in: answer, ["height", "block_height"]) { height in
                    .integer(asked.map { Int128($0) } ?? Int128(UInt64.max))
                }
            }
        ),
        (
            "has no block",
            { call, answer in
                guard call["params"]?["block_id"]?.integerValue(as: UInt64.self) != nil else { return answer }
                return [
                    "jsonrpc": "2.0", "id": call["id"] ?? .null,
                    "error": [
                        "name": "HANDLER_ERROR", "cause": ["name": "UNKNOWN_BLOCK", "info": [:]], "code": -32000,
                    ],
                ]
            }
        ),
        (
            "has other nonces at each height",
            { call, answer in
                let asked = call["params"]?["block_id"]?.integerValue(as: UInt64.self) ?? 0
                return every(in: answer, ["nonce"]) { _ in .integer(Int128(asked) * 7 + 1) }
            }
        ),
        (
            "has a thousand changes in each block",
            { call, answer in
                guard let change = answer["result"]?["changes"]?[0], let hash = answer["result"]?["block_hash"] else {
                    return answer
                }
                let changes = (0..<1000).map { number -> JSONValue in
                    let place = JSONPlace(steps: [.name("cause"), .name("tx_hash")])
                    let other = CryptoHash.sha256(Array("\(number)".utf8)).description
                    return place.replacing(in: change, with: .string(other)) ?? change
                }
                return [
                    "jsonrpc": "2.0", "id": call["id"] ?? .null,
                    "result": ["block_hash": hash, "changes": .array(changes)],
                ]
            }
        ),
    ]

    /// Returns answers about the keys with another height.
    private static func heights(
        of call: JSONValue, _ answer: JSONValue, _ other: (Int128) -> JSONValue
    ) -> JSONValue {
        guard call["params"]?["request_type"] == "view_access_key_list" else { return answer }
        return every(in: answer, ["block_height"], other)
    }

    private static func every(
        in answer: JSONValue, _ names: Set<String>, _ other: (Int128) -> JSONValue
    ) -> JSONValue {
        JSONPlace.all(in: answer).reduce(answer) { answer, place in
            guard case .name(let name)? = place.steps.last, names.contains(name),
                case .integer(let value)? = place.value(in: answer)
            else { return answer }
            return place.replacing(in: answer, with: other(value)) ?? answer
        }
    }

    @Test(arguments: liars.indices) func whoeverLiesAllAlongIsAskedABoundedNumberOfTimes(index: Int) async throws {
        let chain = try await JournalChain()
        for scene in try await Self.scenes(of: chain)[2...4] {
            let (name, lie) = Self.liars[index]
            try await LyingNode.run(before: chain.devnet.rpcURL, isStill: true, lying: lie) { node in
                switch try await JournalChain.verdict(of: scene.records, asking: try node.client()) {
                case .success(let state):
                    #expect(scene.allowed.contains(state.code), "\(scene), a node that \(name): \(state)")
                case .failure(let error): #expect(error.code == "rpc-error", "\(scene), a node that \(name): \(error)")
                }
                // Each question is asked at most twice.
                #expect(node.exchanges.count <= 2 * QuestionBudget.limit, "\(scene), a node that \(name)")
            }
        }
        await chain.devnet.stop()
    }

    @Test func anEntryThatANodeLiesAboutDoesNotKeepTheOthersWaiting() async throws {
        let chain = try await JournalChain()
        let scenes = try await Self.scenes(of: chain)
        let journal = TransactionJournal(file: nil, logger: Logger(label: "test"))
        for (number, scene) in scenes.prefix(2).enumerated() {
            try await journal.append(
                scene.records.map { $0.renamed("\(number)") })
        }
        guard case .signed(_, let first)? = scenes.first?.records.last, let hash = first.hash else {
            Issue.record("the first scene has no signature")
            return
        }
        try await LyingNode.run(before: chain.devnet.rpcURL) { call, answer in
            guard call["params"]?["tx_hash"]?.stringValue == hash.description else { return answer }
            return Self.every(in: answer, ["nonce"]) { _ in "a lie" }
        } _: { node in
            await #expect(throws: NEARError.self) {
                try await journal.reconcile(network: "testnet", client: try node.client())
            }
        }
        #expect(try await journal.contents().entries.map(\.state.code) == ["failed", "unknown"])
        await chain.devnet.stop()
    }
}

extension JSONPlace {
    /// True if this field says what happened, to what, or when.
    fileprivate var isOfWeight: Bool {
        let names: Set<String> = [
            "block_hash", "block_height", "cause", "changes", "final_execution_status", "hash", "height", "id", "keys",
            "nonce", "public_key", "receiver_id", "requested_transaction_hash", "result", "signer_id", "status",
            "tx_hash",
        ]
        guard !steps.contains(.name("chunks")), case .name(let name)? = steps.last else { return false }
        return names.contains(name)
    }
}

extension JournalRecord {
    /// Returns the same record of another request.
    fileprivate func renamed(_ id: String) -> JournalRecord {
        switch self {
        case .intent(let intent):
            .intent(
                JournalIntent(
                    id: id, time: intent.time, request: intent.request, kind: intent.kind, network: intent.network,
                    signerId: intent.signerId, walletId: intent.walletId, parts: intent.parts, process: intent.process))
        case .keys(_, let keys): .keys(id: id, keys)
        case .signed(_, let signature): .signed(id: id, signature)
        case .left(_, let reason): .left(id: id, reason: reason)
        case .checked(_, let height): .checked(id: id, height: height)
        case .state(_, let part, let state, let isSettled, let isOwn):
            .state(id: id, part: part, state, isSettled: isSettled, isOwn: isOwn)
        }
    }
}
