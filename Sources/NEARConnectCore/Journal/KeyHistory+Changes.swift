// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

extension KeyHistory {
    /// One change of an account's keys.
    struct Change: Sendable, Hashable {
        /// The cause of a change.
        enum Cause: Sendable, Hashable {
            /// A transaction that the key signed, or a gas refund of it.
            case transaction(CryptoHash)
            /// A receipt: a key was added or removed, or a delegate action was executed.
            case receipt(CryptoHash)
            case other
        }

        let publicKey: PublicKeyHandle
        /// The key's nonce afterwards; `nil` when the key is gone.
        let nonce: UInt64?
        let cause: Cause
    }

    /// Returns what changed the account's keys in a block, in the block's order.
    func changes(in block: Moment) async throws(RPCError) -> [Change] {
        let method = "EXPERIMENTAL_changes"
        try budget.spend()
        let answer = try await client.call(
            method: method,
            params: [
                "changes_type": "all_access_key_changes", "account_ids": [.string(accountId.text)],
                "block_id": .string(block.hash.description),
            ], deadline: Self.patience)
        do {
            let fields = try JSONFields(answer, "changes")
            guard try CryptoHash(fields.string("block_hash")) == block.hash else {
                throw JSONFields.FieldError(
                    description: localized("it is about another block than %1$s", block.hash.description))
            }
            return try fields.array("changes").compactMap(change)
        } catch {
            throw .unexpectedResult(method: method, reason: "\(error)")
        }
    }

    private func change(_ json: JSONValue) throws -> Change? {
        let fields = try JSONFields(json, "change")
        let change = try JSONFields(fields.value("change"), "change")
        guard try AccountId(change.string("account_id")) == accountId else {
            throw JSONFields.FieldError(
                description: localized("it has a change of another account than %1$s", accountId.text))
        }
        let nonce: UInt64?
        switch try fields.string("type") {
        case "access_key_update":
            let key = try JSONFields(change.value("access_key"), "access_key")
            guard let number = try key.value("nonce").integerValue(as: UInt64.self) else {
                throw JSONFields.FieldError(description: localized("access_key.nonce isn’t a nonce"))
            }
            nonce = number
        case "access_key_deletion": nonce = nil
        default: return nil
        }
        return Change(
            publicKey: try PublicKeyHandle(change.string("public_key")), nonce: nonce,
            cause: try Self.cause(JSONFields(fields.value("cause"), "cause")))
    }

    private static func cause(_ cause: JSONFields) throws -> Change.Cause {
        if cause.has("tx_hash") { return .transaction(try CryptoHash(cause.string("tx_hash"))) }
        if cause.has("receipt_hash") { return .receipt(try CryptoHash(cause.string("receipt_hash"))) }
        return .other
    }
}
