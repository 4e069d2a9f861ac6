// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// What happened to an account's access keys between two blocks, found with few questions: nonces only grow, so the first block in which
/// they differ is found by halving, and the node says which transactions changed them there.
///
/// A node's word is input. Each height is the one that was asked for, the newest block's is said by two methods, and a block in which the
/// keys differ has to show the changes that made them so.
struct KeyHistory {
    /// Nonces by key; no keys where there is no account.
    typealias Nonces = [PublicKeyHandle: UInt64]

    /// The keys at one block.
    struct Moment: Sendable {
        let height: UInt64
        let hash: CryptoHash
        let nonces: Nonces
    }

    /// The block in which the keys first differ, and what changed there.
    struct Step: Sendable {
        let moment: Moment
        let changes: [Change]
    }

    /// The node doesn't have that part of the chain any more, or never had it.
    struct Gap: Error {}

    /// How many heights without a block are stepped over at one place.
    private static let skippedHeights: UInt64 = 8
    /// How long one question may take.
    static let patience = Duration.seconds(10)

    let client: NEARRPCClient
    let accountId: AccountId
    let budget = QuestionBudget()

    /// The newest final block.
    func now() async throws(RPCError) -> Moment {
        try budget.spend()
        let header = try await client.block(.final, deadline: Self.patience).header
        let moment = try await moment(at: .hash(header.hash))
        guard moment.height == header.height else {
            throw Self.contradiction("block \(header.hash) has the heights \(header.height) and \(moment.height)")
        }
        return moment
    }

    /// The keys at a height that has a block.
    ///
    /// - Throws: ``Gap`` where the node lacks the block; `RPCError`.
    func moment(at height: UInt64) async throws -> Moment {
        guard let moment = try await existing(at: height, upTo: height) else { throw Gap() }
        return moment
    }

    /// The first block after `start`, and up to `end`, for which `isPast` holds of the keys. It must hold for `end`, not for `start`, and
    /// for every block after one for which it holds.
    ///
    /// - Throws: ``Gap`` where the node lacks a block that is needed; `RPCError`, also where its answers contradict each other.
    func first(after start: Moment, upTo end: Moment, where isPast: (Nonces) -> Bool) async throws -> Step {
        guard start.height < end.height else { throw Gap() }
        guard !isPast(start.nonces), isPast(end.nonces) else {
            throw Self.contradiction("the keys of \(accountId) were changed before block \(start.height)")
        }
        var (low, high, found) = (start, end.height, end)
        // Both branches leave at most half of the heights between, so this ends after 64 rounds.
        while high - low.height > 1 {
            let middle = low.height + (high - low.height) / 2
            // Where no block has this height, the next one that has counts for it.
            let block = try await existing(at: middle, upTo: high - 1)
            if let block, !isPast(block.nonces) {
                low = block
            } else {
                high = middle
                found = block ?? found
            }
        }
        let changes = try await changes(in: found)
        for key in Set(low.nonces.keys).union(found.nonces.keys) where low.nonces[key] != found.nonces[key] {
            guard let last = changes.last(where: { $0.publicKey == key }), last.nonce == found.nonces[key] else {
                throw Self.contradiction("\(key) is another in block \(found.height), and nothing changed it there")
            }
        }
        return Step(moment: found, changes: changes)
    }

    /// The block at `height`, or the first one above it that is there; `nil` when there is none up to `limit`.
    private func existing(at height: UInt64, upTo limit: UInt64) async throws -> Moment? {
        for candidate in height...limit {
            guard candidate - height < Self.skippedHeights else { throw Gap() }
            do throws(RPCError) {
                return try await moment(at: .height(candidate))
            } catch {
                guard error.saysThatBlockIsGone else { throw error }
            }
        }
        return nil
    }

    /// The keys at `block`. That the answer is about this block is the client's check.
    private func moment(at block: BlockReference) async throws(RPCError) -> Moment {
        try budget.spend()
        do throws(RPCError) {
            let list = try await client.viewAccessKeyList(of: accountId, at: block, deadline: Self.patience)
            var nonces: Nonces = [:]
            for key in list.value.keys { nonces[key.publicKey] = key.accessKey.nonce }
            return Moment(height: list.blockHeight, hash: list.blockHash, nonces: nonces)
        } catch {
            guard case .unknownAccount(_, let position?)? = error.cause else { throw error }
            return Moment(height: position.height, hash: position.hash, nonces: [:])
        }
    }

    static func contradiction(_ reason: String) -> RPCError {
        .unexpectedResult(method: "view_access_key_list", reason: reason)
    }
}

extension RPCError {
    /// Whether the nodes lack a block: it was skipped, or is older than what they keep.
    var saysThatBlockIsGone: Bool {
        switch cause {
        case .unknownBlock, .garbageCollectedBlock: true
        default: false
        }
    }
}
