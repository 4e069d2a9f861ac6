// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

/// Answers about something else than was asked for.
@Suite("Answers about something else", .timeLimit(.minutes(5))) struct AnswerCheckTests {
    private static let (asked, other) = (CryptoHash.sha256([1]), CryptoHash.sha256([2]))
    private static let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"
    private static let heights: [Int128] = [0, 6, 8, Int128(UInt64.max)]

    /// A call, the answer that it should have, and others.
    private struct Case: Sendable {
        let name: String
        let call: @Sendable (NEARRPCClient) async throws -> Void
        let good: FakeNode.Answer
        let bad: [FakeNode.Answer]
    }

    private static func keys(height: Int128, hash: CryptoHash) -> JSONValue {
        ["keys": [], "block_height": .integer(height), "block_hash": .string(hash.description)]
    }

    private static func block(height: Int128, hash: CryptoHash) -> JSONValue {
        let zero = JSONValue.string(CryptoHash.zero.description)
        return [
            "author": "node0", "chunks": [],
            "header": [
                "height": .integer(height), "hash": .string(hash.description), "prev_hash": zero, "epoch_id": zero,
                "timestamp": 1, "gas_price": "1", "total_supply": "1", "last_final_block": zero,
                "latest_protocol_version": 1,
            ],
        ]
    }

    private static func chunk(_ hash: CryptoHash, shard: Int128, height: Int128) -> JSONValue {
        [
            "author": "node0", "transactions": [], "receipts": [],
            "header": [
                "chunk_hash": .string(hash.description), "prev_block_hash": .string(CryptoHash.zero.description),
                "height_created": .integer(height), "height_included": .integer(height), "shard_id": .integer(shard),
                "gas_used": 5, "gas_limit": 7,
            ],
        ]
    }

    private static func receipt(_ id: CryptoHash) -> JSONValue {
        [
            "predecessor_id": "system", "receiver_id": "a.near", "receipt_id": .string(id.description), "priority": 0,
            "receipt": [
                "Action": [
                    "actions": [["Transfer": ["deposit": "5"]]], "gas_price": "0", "input_data_ids": [],
                    "is_promise_yield": false, "output_data_receivers": [], "signer_id": "a.near",
                    "signer_public_key": .string(key),
                ]
            ],
        ]
    }

    private static func unknownAccount(_ id: String, height: Int128) -> FakeNode.Answer {
        .error(
            makeHandlerError(
                "UNKNOWN_ACCOUNT",
                info: [
                    "requested_account_id": .string(id), "block_height": .integer(height),
                    "block_hash": .string(asked.description),
                ]))
    }

    private static func reads() throws -> [Case] {
        let alice = try AccountId("alice.near")
        let sent = try makeSignedTransaction()
        let stranger = try makeSignedTransaction(nonce: 8)
        let outcome = makeOutcome(of: sent, stage: .final)
        let circular = change(outcome, at: ["receipts_outcome"]) { _ in
            let own = outcome["transaction_outcome"] ?? .null
            return [own, own]
        }
        let failing = change(outcome, at: ["receipts_outcome"]) { _ in
            [
                change(outcome["transaction_outcome"] ?? .null, at: ["outcome", "status"]) { _ in
                    [
                        "Failure": [
                            "ActionError": ["index": 0, "kind": ["AccountDoesNotExist": ["account_id": "x.near"]]]
                        ]
                    ]
                }
            ]
        }
        let strange = makeOutcome(of: stranger, stage: .final)
        return [
            Case(
                name: "query at a height", call: { _ = try await $0.viewAccessKeyList(of: alice, at: .height(7)) },
                good: .result(keys(height: 7, hash: other)),
                bad: heights.map { .result(keys(height: $0, hash: other)) }
                    + [unknownAccount("alice.near", height: 8), unknownAccount("bob.near", height: 7)]),
            Case(
                name: "query at a hash", call: { _ = try await $0.viewAccessKeyList(of: alice, at: .hash(asked)) },
                good: .result(keys(height: 7, hash: asked)), bad: [.result(keys(height: 7, hash: other))]),
            Case(
                name: "key at a height",
                call: { _ = try await $0.viewAccessKey(PublicKey(key), of: alice, at: .height(7)) },
                good: .result([
                    "nonce": 1, "permission": "FullAccess", "block_height": 7, "block_hash": .string(asked.description),
                ]),
                bad: [.result(["error": "gone", "block_height": 8, "block_hash": .string(asked.description)])]),
            Case(
                name: "block by height", call: { _ = try await $0.block(.height(7)) },
                good: .result(block(height: 7, hash: asked)),
                bad: heights.map { .result(block(height: $0, hash: asked)) }),
            Case(
                name: "block by hash", call: { _ = try await $0.block(.hash(asked)) },
                good: .result(block(height: 7, hash: asked)), bad: [.result(block(height: 7, hash: other))]),
            Case(
                name: "tx", call: { _ = try await $0.transaction(sent.hash, signerId: AccountId("alice.testnet")) },
                good: .result(outcome),
                bad: [
                    .result(strange), .result(failing),
                    .result(change(outcome, at: ["transaction", "signer_id"]) { _ in "bob.testnet" }),
                    .result(change(outcome, at: ["transaction_outcome", "id"]) { _ in .string(other.description) }),
                    .error(
                        makeHandlerError(
                            "UNKNOWN_TRANSACTION", info: ["requested_transaction_hash": .string(other.description)])),
                ]),
            Case(
                name: "chunk by hash", call: { _ = try await $0.chunk(.hash(asked)) },
                good: .result(chunk(asked, shard: 3, height: 7)), bad: [.result(chunk(other, shard: 3, height: 7))]),
            Case(
                name: "chunk of a shard", call: { _ = try await $0.chunk(.shard(3, height: 7)) },
                good: .result(chunk(asked, shard: 3, height: 6)),
                bad: [.result(chunk(asked, shard: 4, height: 7)), .result(chunk(asked, shard: 3, height: 8))]),
            Case(
                name: "receipt", call: { _ = try await $0.receipt(asked) }, good: .result(receipt(asked)),
                bad: [
                    .result(receipt(other)),
                    .error(makeHandlerError("UNKNOWN_RECEIPT", info: ["receipt_id": .string(other.description)])),
                ]),
            // Receipts in a circle lead nowhere, and end.
            Case(
                name: "receipts in a circle",
                call: { _ = try await $0.transaction(sent.hash, signerId: AccountId("alice.testnet")) },
                good: .result(circular), bad: []),
        ]
    }

    private static func change(
        _ value: JSONValue, at path: [String], _ new: (JSONValue) -> JSONValue
    ) -> JSONValue {
        guard let name = path.first else { return new(value) }
        guard case .object(var members) = value else { return value }
        members[ExactText(name)] = change(members[ExactText(name)] ?? .null, at: Array(path.dropFirst()), new)
        return .object(members)
    }

    @Test func itIsATypedErrorThatNamesTheEndpointAndAnotherEndpointIsAsked() async throws {
        for read in try Self.reads() {
            for bad in read.bad {
                try await FakeNode.run(answering: { _, _ in bad }) { liar in
                    let error = await #expect(throws: RPCError.self, "\(read.name)") {
                        try await read.call(try makeClient(liar))
                    }
                    guard case .unexpectedResult(_, let reason)? = error else {
                        Issue.record("\(read.name): \(String(describing: error))")
                        return
                    }
                    #expect(
                        reason.contains(liar.endpoint.description) && liar.calls.count == 1, "\(read.name): \(reason)")
                    try await FakeNode.run(answering: { _, _ in read.good }) { honest in
                        try await read.call(try makeClient(liar, honest))
                        #expect(honest.calls.count == 1)
                    }
                }
            }
            try await FakeNode.run(answering: { _, _ in read.good }) { try await read.call(try makeClient($0)) }
        }
    }

    /// A node takes a transaction and speaks of another one: it is looked up, and isn't called not sent.
    @Test func aTransactionThatANodeSpeaksOtherwiseOfIsLookedUp() async throws {
        let (sent, stranger) = (try makeSignedTransaction(), try makeSignedTransaction(nonce: 8))
        let (own, strange) = (makeOutcome(of: sent, stage: .final), makeOutcome(of: stranger, stage: .final))
        try await FakeNode.run(answering: { call, number in
            .result(number < 2 ? strange : own)
        }) { node in
            let result = try await makeClient(node).sendTransaction(sent)
            #expect(result.outcome?.transactionHash == sent.hash)
            #expect(node.methods == ["send_tx", "tx", "tx"])
        }
        try await FakeNode.run(answering: { _, _ in .result(.string(stranger.hash.description)) }) { node in
            let error = await #expect(throws: RPCError.self) {
                try await makeClient(node).broadcastTransactionAsync(sent)
            }
            #expect(error == .transactionUnknown(hash: sent.hash) && node.calls.count == 1)
        }
    }
}
