// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCService {
    /// `light_client_proof`: that a transaction or a receipt ended as it did, in a block before one that the client
    /// knows.
    ///
    /// Where that takes later blocks than there are, some are made, so that the client can ask again, as of a network.
    ///
    /// - Parameter mayChange: False for whoever may only read.
    func lightClientProof(_ parameters: RPCParameters, mayChange: Bool) async throws(RPCServiceError) -> JSONValue {
        do throws(RPCServiceError) {
            return try lightClientProof(parameters)
        } catch {
            if mayChange, ["NOT_CONFIRMED", "INTERNAL_ERROR"].contains(error.cause),
                let outcome = host.chain.outcome(try subject(parameters)),
                let height = host.chain.block(outcome.blockHash)?.height
            {
                try await makeBlocks(upTo: height + Self.blocksForProof)
            }
            throw error
        }
    }

    /// The blocks after an outcome's with which `next_light_client_block` names one that its proof leads to.
    ///
    /// The first has the root of the outcomes, the second that of the first, and the other two prove that one final.
    private static let blocksForProof: UInt64 = 4

    private func makeBlocks(upTo height: UInt64) async throws(RPCServiceError) {
        do {
            try await host.produceBlocks(upTo: height)
        } catch {
            throw .internal("No block can be made: \(error)")
        }
    }

    private func lightClientProof(_ parameters: RPCParameters) throws(RPCServiceError) -> JSONValue {
        let id = try subject(parameters)
        let chain = host.chain
        let head = try find(.hash(parameters.hash("light_client_head")), in: chain)
        let subject: JSONValue.Members = ["transaction_or_receipt_id": .hash(id)]
        guard let outcome = chain.outcome(id) else {
            throw .handler(
                "UNKNOWN_TRANSACTION_OR_RECEIPT", info: .object(subject),
                data: .string("Transaction or receipt \(id) does not exist"))
        }
        guard let block = LightClient(chain).confirmation(of: outcome) else {
            throw .handler(
                "NOT_CONFIRMED", info: .object(subject), data: .string("\(id) has not been confirmed"))
        }
        let isTransaction = chain.transaction(id) != nil
        let proof = outcome.view(isTransaction: isTransaction, proof: chain.proof(of: outcome))
        var members = try blockProof(of: block, in: head, chain)
        members["outcome_proof"] = proof.replacing("block_hash", with: .hash(block.hash))
        // One shard: its root is the only leaf.
        members["outcome_root_proof"] = []
        return .object(members)
    }

    /// `EXPERIMENTAL_light_client_block_proof`: that a block is before one that the client knows.
    func lightClientBlockProof(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let parameters = try parameters.named("block_hash", "light_client_head")
        let chain = host.chain
        let block = try find(.hash(parameters.hash("block_hash")), in: chain)
        let head = try find(.hash(parameters.hash("light_client_head")), in: chain)
        return .object(try blockProof(of: block, in: head, chain))
    }

    /// `next_light_client_block`: the last block that a client who knows one can check; nothing where there is none.
    func nextLightClientBlock(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let hash = try parameters.named("last_block_hash").hash("last_block_hash")
        let chain = host.chain
        let known = try find(.hash(hash), in: chain)
        guard let (block, next) = LightClient(chain).next(after: known) else { return [:] }
        let approval: Signature
        do {
            approval = try settings.validatorKey.sign(LightClient.approval(of: next))
        } catch {
            throw .internal("The validator can't sign: \(error)")
        }
        let header = block.header
        return [
            "prev_block_hash": .hash(header.prevHash), "next_block_inner_hash": .hash(next.header.innerHash),
            "inner_lite": header.innerLiteView, "inner_rest_hash": .hash(header.innerRestHash),
            "next_bps": [header.nextValidator.view], "approvals_after_next": [.string(approval.description)],
        ]
    }

    /// The hash that the request is about: that of a `transaction` or a `receipt`.
    ///
    /// A node with one shard needn't know the account that it belongs to.
    private func subject(_ parameters: RPCParameters) throws(RPCServiceError) -> CryptoHash {
        switch try parameters.string("type") {
        case "transaction":
            _ = try parameters.accountId("sender_id")
            return try parameters.hash("transaction_hash")
        case "receipt":
            _ = try parameters.accountId("receiver_id")
            return try parameters.hash("receipt_id")
        case let other:
            throw .arguments("unknown variant `\(other)`, expected `transaction` or `receipt`")
        }
    }

    private func blockProof(
        of block: Block, in head: Block, _ chain: Chain
    ) throws(RPCServiceError) -> JSONValue.Members {
        guard let path = LightClient(chain).proof(of: block, in: head) else {
            throw .internal(
                block.height < head.height
                    ? "Blocks before \(head.hash) have been forgotten" : "\(head.hash) isn't after block \(block.hash)")
        }
        return ["block_header_lite": block.header.liteView, "block_proof": .array(path.map(\.view))]
    }
}

extension JSONValue {
    /// The object with another value of one member.
    fileprivate func replacing(_ name: ExactText, with value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return self }
        members[name] = value
        return .object(members)
    }
}
