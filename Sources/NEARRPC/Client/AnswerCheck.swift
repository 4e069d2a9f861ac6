// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Compares an answer with what was asked for.
///
/// A node's word is input: one that speaks of another block, account, key or transaction hasn't answered.
///
/// Missing fields are left to the view that is read from the answer.
struct AnswerCheck: Sendable {
    /// Returns in a few words what the answer is about instead; `nil` when it fits the call.
    let contradiction: @Sendable (RPCReply.Content) -> String?

    /// A check of a method whose answers don't say what they are about.
    static let none = AnswerCheck { _ in nil }

    /// A check of a query about `parameters` at a block.
    static func query(_ parameters: JSONValue.Members, at block: BlockReference) -> AnswerCheck {
        AnswerCheck { content in
            switch content {
            case .result(let result):
                return Self.block(block, height: read(result, "block_height"), hash: read(result, "block_hash"))
            case .error(let error):
                let (subject, position) = Self.subject(of: error.cause)
                if let subject, let asked = parameters[ExactText(subject.name)]?.stringValue,
                    !asked.hasSameBytes(as: subject.value)
                {
                    return "about \(subject.value), not \(asked)"
                }
                return position.flatMap { Self.block(block, height: $0.height, hash: $0.hash) }
            }
        }
    }

    /// A check of a block.
    static func block(_ block: BlockReference) -> AnswerCheck {
        AnswerCheck { content in
            guard case .result(let result) = content, let header = result["header"] else { return nil }
            return Self.block(block, height: read(header, "height"), hash: read(header, "hash"))
        }
    }

    /// A check of a chunk.
    ///
    /// A block in which a shard has no new chunk carries the one before.
    static func chunk(_ chunk: ChunkReference) -> AnswerCheck {
        AnswerCheck { content in
            guard case .result(let result) = content, let header = result["header"] else { return nil }
            let shard: UInt64? = read(header, "shard_id")
            switch chunk {
            case .hash(let hash): return differs(read(header, "chunk_hash"), from: hash, name: "chunk")
            case .shardOfBlock(let asked, _): return differs(shard, from: asked, name: "shard")
            case .shard(let asked, let height):
                if let other = differs(shard, from: asked, name: "shard") { return other }
                let included: UInt64? = read(header, "height_included")
                return included.map { $0 <= height } ?? true ? nil : "with a chunk from after block \(height)"
            }
        }
    }

    /// A check of a receipt.
    static func receipt(_ id: CryptoHash) -> AnswerCheck {
        AnswerCheck { content in
            switch content {
            case .result(let result): return differs(read(result, "receipt_id"), from: id, name: "receipt")
            case .error(let error):
                guard case .unknownReceipt(let other) = error.cause else { return nil }
                return differs(other, from: id, name: "receipt")
            }
        }
    }

    /// Checks a transaction's outcome: it belongs to that transaction, and its status follows from its receipts.
    static func transaction(_ sought: SoughtTransaction) -> AnswerCheck {
        AnswerCheck { content in
            switch content {
            case .result(let result):
                let (shown, own) = (result["transaction"], result["transaction_outcome"])
                if let other = shown.flatMap({ differs(read($0, "hash"), from: sought.hash, name: "transaction") }) {
                    return other
                }
                if let other = shown.flatMap({ differs(read($0, "signer_id"), from: sought.signerId, name: "signer") })
                {
                    return other
                }
                if let other = own.flatMap({ differs(read($0, "id"), from: sought.hash, name: "transaction") }) {
                    return other
                }
                return isConsistent(result) ? nil : "with a status that the transaction's receipts don't have"
            case .error(let error):
                guard case .unknownTransaction(let other?) = error.cause else { return nil }
                return differs(other, from: sought.hash, name: "transaction")
            }
        }
    }

    /// A check of the hash that a node gives for a transaction that it took.
    static func submission(of hash: CryptoHash) -> AnswerCheck {
        AnswerCheck { content in
            guard case .result(let result) = content else { return nil }
            return differs(read(["hash": result], "hash"), from: hash, name: "transaction")
        }
    }

    // MARK: Parts

    private static func block(_ block: BlockReference, height: UInt64?, hash: CryptoHash?) -> String? {
        switch block {
        case .height(let asked): differs(height, from: asked, name: "block")
        case .hash(let asked): differs(hash, from: asked, name: "block")
        case .finality, .genesis, .earliestAvailable: nil
        }
    }

    /// The subject of a query's error, by the parameter that named it, and the block that it holds for.
    private static func subject(
        of cause: RPCErrorCause
    ) -> (subject: (name: String, value: String)?, position: RPCBlockPosition?) {
        switch cause {
        case .unknownAccount(let id, let position): (("account_id", id.text), position)
        case .unknownAccessKey(let key, let position): (("public_key", key.description), position)
        case .noContractCode(let id, let position): (("account_id", id.text), position)
        case .tooLargeContractState(let id, let position): (("account_id", id.text), position)
        case .contractExecutionError(_, let position): (nil, position)
        default: (nil, nil)
        }
    }

    /// Returns whether the status of the whole follows from the receipts, as far as the answer has them.
    private static func isConsistent(_ result: JSONValue) -> Bool {
        let outcome: FinalExecutionOutcome
        do throws(ViewDecodingError) {
            outcome = try FinalExecutionOutcome(json: result)
        } catch {
            return true  // Whoever reads it says what is wrong.
        }
        guard let end = outcome.lastStatus else { return true }
        return switch (outcome.status, end) {
        case (.successValue(let all), .successValue(let last)): all == last
        case (.failure, .failure): true
        case (.successValue, .failure), (.failure, .successValue), (.successValue, .unknown): false
        default: true
        }
    }

    private static func differs<Value: Equatable>(_ found: Value?, from asked: Value, name: String) -> String? {
        guard let found, found != asked else { return nil }
        return "about \(name) \(found), not \(asked)"
    }

    /// The field as a `Value`; `nil` where it isn't one, which whoever reads the answer will say.
    private static func read<Value: ViewDecodable>(_ json: JSONValue, _ name: String) -> Value? {
        do throws(ViewDecodingError) {
            return try ViewFields(json).value(name)
        } catch {
            return nil
        }
    }
}

extension FinalExecutionOutcome {
    /// The status in which the transaction's main line ends.
    ///
    /// It is its own, or that of the receipt that it was handed on to; `nil` where the answer doesn't have that
    /// receipt.
    fileprivate var lastStatus: ExecutionStatus? {
        var status = transactionOutcome.outcome.status
        let outcomes = Dictionary(receiptsOutcome.map { ($0.id, $0.outcome.status) }) { first, _ in first }
        // A node may name receipts in a circle.
        for _ in 0...receiptsOutcome.count {
            guard case .successReceiptId(let next) = status else { return status }
            guard let found = outcomes[next] else { return nil }
            status = found
        }
        return nil
    }
}
