// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// What happened to an account's access keys between two blocks, found with few questions: nonces only grow, so the first block in which
/// they differ is found by halving, and the node says which transactions changed them there.
struct KeyHistory {
    /// Nonces by key; no keys where there is no account.
    typealias Nonces = [PublicKeyHandle: UInt64]

    /// One change of an account's keys.
    struct Change: Sendable, Hashable {
        /// What changed them.
        enum Cause: Sendable, Hashable {
            /// A transaction that the key signed, or a gas refund of it.
            case transaction(CryptoHash)
            /// A receipt: somebody added or removed a key, or a delegate action was executed.
            case receipt(CryptoHash)
            case other
        }

        let publicKey: PublicKeyHandle
        /// The key's nonce afterwards; `nil` when the key is gone.
        let nonce: UInt64?
        let cause: Cause
    }

    /// The block in which the keys first differ, and what changed there.
    struct Step: Sendable {
        let height: UInt64
        let nonces: Nonces
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

    /// The newest final block.
    func now() async throws(RPCError) -> (height: UInt64, nonces: Nonces) {
        try await nonces(at: .final)
    }

    /// The first block after `low`, and up to `high`, for which `isPast` holds of the keys. It must hold for `high`, not for `low`, and for
    /// every block after one for which it holds.
    ///
    /// - Throws: ``Gap`` where the node lacks a block that is needed; `RPCError`.
    func first(
        after low: UInt64, upTo high: UInt64, where isPast: (Nonces) -> Bool
    ) async throws -> Step {
        guard low < high, let last = try await existing(at: high, upTo: high) else { throw Gap() }
        var (low, high, found) = (low, high, last)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            // Where no block has this height, the next one that has counts for it.
            let block = try await existing(at: middle, upTo: high - 1)
            if let block, !isPast(block.nonces) {
                low = block.height
            } else {
                high = middle
                found = block ?? found
            }
        }
        return Step(height: found.height, nonces: found.nonces, changes: try await changes(at: found.height))
    }

    /// The block at `height`, or the first one above it that is there; `nil` when there is none up to `limit`.
    private func existing(at height: UInt64, upTo limit: UInt64) async throws -> (height: UInt64, nonces: Nonces)? {
        for candidate in height...limit {
            guard candidate - height < Self.skippedHeights else { throw Gap() }
            do throws(RPCError) {
                return try await nonces(at: .height(candidate))
            } catch {
                guard error.saysThatBlockIsGone else { throw error }
            }
        }
        return nil
    }

    private func nonces(at block: BlockReference) async throws(RPCError) -> (height: UInt64, nonces: Nonces) {
        do throws(RPCError) {
            let list = try await client.viewAccessKeyList(of: accountId, at: block, deadline: Self.patience)
            var nonces: Nonces = [:]
            for key in list.value.keys { nonces[key.publicKey] = key.accessKey.nonce }
            return (list.blockHeight, nonces)
        } catch {
            guard case .node(let node) = error, case .unknownAccount = node.cause else { throw error }
            let found = try await client.block(block, deadline: Self.patience)
            return (found.header.height, [:])
        }
    }

    private func changes(at height: UInt64) async throws -> [Change] {
        let answer = try await client.call(
            method: "EXPERIMENTAL_changes",
            params: [
                "changes_type": "all_access_key_changes", "account_ids": [.string(accountId.text)],
                "block_id": .integer(Int128(height)),
            ], deadline: Self.patience)
        return try JSONFields(answer, "changes").array("changes").map(Self.change)
    }

    private static func change(_ json: JSONValue) throws -> Change {
        let (cause, change) = (try JSONFields(json["cause"], "cause"), try JSONFields(json["change"], "change"))
        let nonce =
            change.has("access_key") ? json["change"]?["access_key"]?["nonce"]?.integerValue(as: UInt64.self) : nil
        return Change(
            publicKey: try PublicKeyHandle(change.string("public_key")), nonce: nonce, cause: try Self.cause(cause))
    }

    private static func cause(_ cause: JSONFields) throws -> Change.Cause {
        if cause.has("tx_hash") { return .transaction(try CryptoHash(cause.string("tx_hash"))) }
        if cause.has("receipt_hash") { return .receipt(try CryptoHash(cause.string("receipt_hash"))) }
        return .other
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
