// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The changes of an account's access keys between two blocks, found with few questions.
///
/// Nonces only grow, so the first block in which they differ is found by bisection, and the node says which
/// transactions changed them there.
///
/// A node's answers aren't trusted. Each height must be the one that was asked for, the newest block is asked for by
/// two methods, and a block in which the keys differ must show the changes that caused that.
struct KeyHistory {
    /// Nonces by key; empty where there is no account.
    typealias Nonces = [PublicKeyHandle: UInt64]

    /// The keys at one block.
    struct Moment: Sendable {
        let height: UInt64
        let hash: CryptoHash
        let nonces: Nonces
    }

    /// The block in which the keys first differ, with the changes in it.
    struct Step: Sendable {
        let moment: Moment
        let changes: [Change]
    }

    /// A part of the chain that the node no longer has, or never had.
    struct MissingBlockError: Error {}

    /// The most heights without a block that are skipped at one place.
    private static let skippedHeights: UInt64 = 8
    /// The deadline of one question.
    static let patience = Duration.seconds(10)

    let client: NEARRPCClient
    let accountId: AccountId
    let budget = QuestionBudget()

    /// Returns the keys at the newest final block.
    func now() async throws(RPCError) -> Moment {
        try budget.spend()
        let header = try await client.block(.final, deadline: Self.patience).header
        let moment = try await moment(at: .hash(header.hash))
        guard moment.height == header.height else {
            throw Self.contradiction(
                localized(
                    "block %1$s has the heights %2$s and %3$s", header.hash.description, "\(header.height)",
                    "\(moment.height)"))
        }
        return moment
    }

    /// Returns the keys at a height that has a block.
    ///
    /// - Throws: ``MissingBlockError`` where the node lacks the block; `RPCError`.
    func moment(at height: UInt64) async throws -> Moment {
        guard let moment = try await existing(at: height, upTo: height) else { throw MissingBlockError() }
        return moment
    }

    /// Returns the first block after `start`, and up to `end`, whose keys satisfy `isPast`.
    ///
    /// `isPast` must be false for `start`, true for `end`, and stay true from the first block for which it is.
    ///
    /// - Throws: ``MissingBlockError`` where the node lacks a block that is needed; `RPCError`, also where its answers
    ///   contradict each other.
    func first(after start: Moment, upTo end: Moment, where isPast: (Nonces) -> Bool) async throws -> Step {
        guard start.height < end.height else { throw MissingBlockError() }
        guard !isPast(start.nonces), isPast(end.nonces) else {
            throw Self.contradiction(
                localized("the keys of %1$s were changed before block %2$s", accountId.text, "\(start.height)"))
        }
        var (low, high, found) = (start, end.height, end)
        // Both branches leave at most half of the heights between, so this ends after 64 rounds.
        while high - low.height > 1 {
            let middle = low.height + (high - low.height) / 2
            // If no block has this height, the next block stands for it.
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
                throw Self.contradiction(
                    localized(
                        "the nonce of %1$s differs in block %2$s, and nothing changed it there", key.description,
                        "\(found.height)"))
            }
        }
        return Step(moment: found, changes: changes)
    }

    /// Returns the block at `height` or the next one above it; `nil` where none exists up to `limit`.
    private func existing(at height: UInt64, upTo limit: UInt64) async throws -> Moment? {
        for candidate in height...limit {
            guard candidate - height < Self.skippedHeights else { throw MissingBlockError() }
            do throws(RPCError) {
                return try await moment(at: .height(candidate))
            } catch {
                guard error.saysThatBlockIsGone else { throw error }
            }
        }
        return nil
    }

    /// Returns the keys at `block`; the client checks that the answer is about this block.
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
    /// True if the nodes lack a block: it was skipped, or is older than what they store.
    var saysThatBlockIsGone: Bool {
        switch cause {
        case .unknownBlock, .garbageCollectedBlock: true
        default: false
        }
    }
}
