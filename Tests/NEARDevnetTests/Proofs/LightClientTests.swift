// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Proofs for those who don't follow the chain, checked by a client that has nothing of the devnet's.
@Suite(.ownThread) struct LightClientTests {
    private typealias Client = ForeignLightClient

    /// A chain with transfers, a call that logs, failures and refunds, several in a block, and some blocks after.
    private func makeChain() throws -> (LocalChain, [TransactionStatus]) {
        var chain = try LocalChain { $0.epochLength = 8 }
        try chain.deploy(SampleContract.guestBook.code(), to: "bob.root")
        var pending: [PendingTransaction] = []
        for (index, signer) in ["alice.root", "root"].enumerated() {
            pending.append(try chain.sign(signer, to: "bob.root", [.transfer(NEARToken.test(1))]))
            pending.append(
                try chain.sign(
                    signer, to: "bob.root", [.functionCall("add_message", args: Array(#"{"text":"hello"}"#.utf8))]
                ) { $0.nonce += 1 })
            pending.append(
                try chain.sign(signer, to: "nobody\(index).root", [.transfer(NEARToken.test(1))]) { $0.nonce += 2 })
        }
        for transaction in pending { try chain.chain.accept(transaction) }
        while chain.chain.hasWork { try chain.chain.produceBlock() }
        for _ in 0..<20 { try chain.chain.produceBlock() }
        return (chain, try pending.map { try #require(TransactionStatus($0.hash, in: chain.chain)) })
    }

    @Test func everyOutcomeIsProvenToALaterBlock() async throws {
        let (chain, statuses) = try makeChain()
        let service = chain.service()
        let head = try await service.result("block", ["finality": "final"])
        let headHash = try #require(head["header"]?["hash"])
        let root = try Client.hash(head["header"]?["block_merkle_root"])
        var failed = 0
        var logged = 0
        for status in statuses {
            let transaction: JSONValue = [
                "type": "transaction", "transaction_hash": .hash(status.transaction.hash), "sender_id": "alice.root",
                "light_client_head": headHash,
            ]
            try Client.check(
                try await service.result("light_client_proof", transaction), headBlockMerkleRoot: root)
            for outcome in status.receiptOutcomes {
                if case .failure = outcome.status { failed += 1 }
                logged += outcome.logs.count
                let receipt: JSONValue = [
                    "type": "receipt", "receipt_id": .hash(outcome.id), "receiver_id": .id(outcome.executorId),
                    "light_client_head": headHash,
                ]
                let proof = try await service.result("EXPERIMENTAL_light_client_proof", receipt)
                try Client.check(proof, headBlockMerkleRoot: root)
                // And only this outcome.
                let forged = try JSONValue.parse(
                    Array(proof.text.replacing("\"executor_id\":\"", with: "\"executor_id\":\"x").utf8))
                #expect(throws: ForeignLightClient.ProofError.self) {
                    try Client.check(forged, headBlockMerkleRoot: root)
                }
            }
        }
        #expect(failed == 2)
        #expect(logged == 2)
    }

    /// `tx` says where in its block's tree an outcome is; the root is in the next block's chunk.
    @Test func outcomesInAStatusHaveTheirProofs() async throws {
        let (chain, statuses) = try makeChain()
        let service = chain.service()
        var longest = 0
        for status in statuses {
            let result = try await service.result("tx", [.hash(status.transaction.hash), "alice.root"])
            let outcomes =
                [try #require(result["transaction_outcome"])] + (result["receipts_outcome"]?.arrayValue ?? [])
            for outcome in outcomes {
                longest = max(longest, outcome["proof"]?.arrayValue?.count ?? 0)
                let block = try await service.result("block", ["block_id": try #require(outcome["block_hash"])])
                let height = try Client.number(block["header"]?["height"])
                let next = try await service.result("chunk", ["block_id": .count(height + 1), "shard_id": 0])
                let root = try Client.climb(outcome["proof"], from: Client.leaf(of: outcome))
                #expect(root == (try Client.hash(next["header"]?["outcome_root"])))
            }
        }
        #expect(longest >= 3)
    }

    @Test func blockIsProvenToALaterBlockOnly() async throws {
        let (chain, _) = try makeChain()
        let service = chain.service()
        let blocks = chain.chain.blocks(above: 0)
        let head = try #require(blocks.last)
        for block in [chain.chain.genesis] + blocks.dropLast() {
            let wanted: JSONValue = ["block_hash": .hash(block.hash), "light_client_head": .hash(head.hash)]
            let proof = try await service.result("EXPERIMENTAL_light_client_block_proof", wanted)
            let hash = try Client.blockHash(try #require(proof["block_header_lite"]))
            #expect(hash == block.hash.bytes)
            #expect(try Client.climb(proof["block_proof"], from: hash) == head.header.blockMerkleRoot.bytes)
        }
        let back: JSONValue = ["block_hash": .hash(head.hash), "light_client_head": .hash(blocks[0].hash)]
        let error = try await service.error("EXPERIMENTAL_light_client_block_proof", back)
        #expect(error["cause"]?["name"] == "INTERNAL_ERROR")
        let unknown: JSONValue = ["block_hash": .hash(.zero), "light_client_head": .hash(head.hash)]
        #expect(
            try await service.error("EXPERIMENTAL_light_client_block_proof", unknown)["cause"]?["name"]
                == "UNKNOWN_BLOCK")
    }

    /// From the first block to the last, epoch by epoch, trusting nobody but the validators named before.
    @Test func clientFollowsTheChainFromItsFirstBlock() async throws {
        var (chain, _) = try makeChain()
        // The validator's stake changes, and so does what is known of it.
        let stake = StakeAction(
            stake: NEARToken(yoctoNEAR: ProtocolParameters.version83.minimumStake + 5),
            publicKey: try chain.key("root").publicKey)
        try chain.send("root", to: "root", [.stake(stake)])
        for _ in 0..<20 { try chain.chain.produceBlock() }
        let service = chain.service()
        var known = chain.chain.genesis.hash
        var validators = [settingsValidator(chain)]
        var epochs: Set<String> = []
        while true {
            let block = try await service.result("next_light_client_block", [.hash(known)])
            guard block != [:] else { break }
            try Client.check(block, validators: validators)
            validators = try #require(block["next_bps"]?.arrayValue)
            epochs.insert(try Client.text(block["inner_lite"]?["epoch_id"]))
            known = try CryptoHash(bytes: Client.blockHash(block))
        }
        let last = try #require(chain.chain.block(known))
        #expect(last.height + 8 > chain.chain.head.height)
        #expect(epochs.count >= 5)
    }

    private func settingsValidator(_ chain: LocalChain) -> JSONValue {
        ["public_key": .key(chain.chain.settings.validatorKey.publicKey)]
    }

    /// Asking again is enough on a chain on demand, as on a network, and nobody has to send anything meanwhile.
    @Test(arguments: [true, false])
    func theNewestOutcomeIsProvenWithoutAnotherTransaction(_ knowsHead: Bool) async throws {
        var chain = try LocalChain()
        let status = try chain.send("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))])
        let service = chain.service()
        for id in [status.transaction.hash] + status.receiptOutcomes.map(\.id) {
            func wanted(_ head: JSONValue) -> JSONValue {
                let isTransaction = id == status.transaction.hash
                return [
                    "type": isTransaction ? "transaction" : "receipt", "light_client_head": head,
                    "transaction_hash": .hash(id), "receipt_id": .hash(id), "sender_id": "alice.root",
                    "receiver_id": "bob.root",
                ]
            }
            var proof: JSONValue?
            var root: JSONValue?
            for _ in 0..<2 where proof == nil {
                var head: JSONValue = .hash(service.host.chain.head.hash)
                root = .hash(service.host.chain.head.header.blockMerkleRoot)
                let block = try await service.result("next_light_client_block", [.hash(chain.chain.genesis.hash)])
                if !knowsHead, block != [:] {
                    head = .hash(try CryptoHash(bytes: Client.blockHash(block)))
                    root = block["inner_lite"]?["block_merkle_root"]
                }
                proof = try await service.response("light_client_proof", wanted(head))["result"]
            }
            try Client.check(try #require(proof), headBlockMerkleRoot: Client.hash(root))
        }
        // No more blocks are made than that takes, and none for those who may only read.
        #expect(service.host.chain.head.height == chain.chain.head.height + (knowsHead ? 3 : 4))
        let reader = chain.service()
        let request: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": "light_client_proof",
            "params": [
                "type": "transaction", "transaction_hash": .hash(status.transaction.hash), "sender_id": "alice.root",
                "light_client_head": .hash(chain.chain.head.hash),
            ],
        ]
        _ = await reader.answer(request.bytes, mayChange: false)
        #expect(reader.host.chain.head.height == chain.chain.head.height)
    }

    @Test func whatIsNotThereOrNotYetProvenIsAnError() async throws {
        var chain = try LocalChain()
        let status = try chain.send("alice.root", to: "bob.root", [.transfer(NEARToken.test(1))])
        let service = chain.service()
        let receipt = try #require(status.receiptOutcomes.first?.id)
        func ask(_ id: CryptoHash) async throws -> JSONValue? {
            let wanted: JSONValue = [
                "type": "receipt", "receipt_id": .hash(id), "receiver_id": "bob.root",
                "light_client_head": .hash(chain.chain.head.hash),
            ]
            return try await service.error("light_client_proof", wanted)["cause"]
        }
        #expect(
            try await ask(receipt)
                == ["name": "NOT_CONFIRMED", "info": ["transaction_or_receipt_id": .hash(receipt)]])
        #expect(
            try await ask(.zero)
                == [
                    "name": "UNKNOWN_TRANSACTION_OR_RECEIPT", "info": ["transaction_or_receipt_id": .hash(.zero)],
                ])
        let other = try await service.error(
            "light_client_proof", ["type": "account", "light_client_head": .hash(.zero)])
        #expect(other["cause"]?["name"] == "PARSE_ERROR")
    }
}
