// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

/// A light client as NEAR's specification describes it, of JSON and SHA-256 only: nothing of the devnet is in it.
enum ForeignLightClient {
    struct ProofError: Error {
        let reason: String
    }

    static func hash(_ json: JSONValue?) throws -> [UInt8] { try CryptoHash(text(json)).bytes }

    static func sha256(_ bytes: [UInt8]) -> [UInt8] { CryptoHash.sha256(bytes).bytes }

    static func text(_ json: JSONValue?) throws -> String { try #require(json?.stringValue) }

    static func number(_ json: JSONValue?) throws -> UInt64 { try #require(json?.integerValue(as: UInt64.self)) }

    static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// Borsh's form of bytes and texts.
    static func sized(_ bytes: [UInt8]) -> [UInt8] { little(UInt32(bytes.count)) + bytes }

    /// The end of a proof's path.
    static func climb(_ path: JSONValue?, from leaf: [UInt8]) throws -> [UInt8] {
        var hash = leaf
        for item in try #require(path?.arrayValue) {
            let sibling = try self.hash(item["hash"])
            hash = sha256(item["direction"] == "Left" ? sibling + hash : hash + sibling)
        }
        return hash
    }

    /// The leaf that an outcome's proof begins with.
    static func leaf(of outcome: JSONValue) throws -> [UInt8] {
        let result = try #require(outcome["outcome"])
        let receipts = try #require(result["receipt_ids"]?.arrayValue).map { try hash($0) }
        var partial = little(UInt32(receipts.count)) + receipts.flatMap(\.self)
        partial += little(try number(result["gas_burnt"]))
        partial += little(try #require(UInt128(try text(result["tokens_burnt"]))))
        partial += sized(Array(try text(result["executor_id"]).utf8))
        if let value = result["status"]?["SuccessValue"] {
            partial += [2] + sized(try #require(Base64.decode(try text(value))))
        } else if let id = result["status"]?["SuccessReceiptId"] {
            partial += [3] + (try hash(id))
        } else {
            partial += [1]
        }
        let logs = try #require(result["logs"]?.arrayValue).map { sha256(Array(try text($0).utf8)) }
        let hashes = [try hash(outcome["id"]), sha256(partial)] + logs
        return sha256(little(UInt32(hashes.count)) + hashes.flatMap(\.self))
    }

    /// The hash of a block whose header is told in brief.
    static func blockHash(_ lite: JSONValue) throws -> [UInt8] {
        sha256(try innerHash(lite) + hash(lite["prev_block_hash"]))
    }

    static func innerHash(_ lite: JSONValue) throws -> [UInt8] {
        let inner = try #require(lite["inner_lite"])
        var bytes = little(try number(inner["height"]))
        for name in ["epoch_id", "next_epoch_id", "prev_state_root", "outcome_root"] { bytes += try hash(inner[name]) }
        bytes += little(try #require(UInt64(try text(inner["timestamp_nanosec"]))))
        for name in ["next_bp_hash", "block_merkle_root"] { bytes += try hash(inner[name]) }
        return sha256(sha256(bytes) + (try hash(lite["inner_rest_hash"])))
    }

    /// Returns whether a proof of an outcome holds, for a client that trusts a head's tree of blocks.
    static func check(_ proof: JSONValue, headBlockMerkleRoot: [UInt8]) throws {
        let outcome = try #require(proof["outcome_proof"])
        let chunkRoot = try climb(outcome["proof"], from: leaf(of: outcome))
        let root = try climb(proof["outcome_root_proof"], from: sha256(chunkRoot))
        let header = try #require(proof["block_header_lite"])
        guard root == (try hash(header["inner_lite"]?["outcome_root"])) else { throw ProofError(reason: "outcome") }
        let block = try blockHash(header)
        guard block == (try hash(outcome["block_hash"])) else { throw ProofError(reason: "block") }
        guard try climb(proof["block_proof"], from: block) == headBlockMerkleRoot else {
            throw ProofError(reason: "chain")
        }
    }

    /// Returns whether a block is one that the validators known for its epoch have approved of.
    static func check(_ block: JSONValue, validators: [JSONValue]) throws {
        let current = try blockHash(block)
        let next = sha256(try hash(block["next_block_inner_hash"]) + current)
        let message = [0] + next + little(try number(block["inner_lite"]?["height"]) + 2)
        let approvals = try #require(block["approvals_after_next"]?.arrayValue)
        guard approvals.count == validators.count else { throw ProofError(reason: "approvals") }
        for (approval, validator) in zip(approvals, validators) {
            let key = try PublicKey(text(validator["public_key"]))
            guard key.verify(try Signature(text(approval)), message: message) else {
                throw ProofError(reason: "signature")
            }
        }
        let producers = try #require(block["next_bps"]?.arrayValue)
        var bytes = little(UInt32(producers.count))
        for producer in producers {
            let key = try PublicKey(text(producer["public_key"]))
            bytes += [0] + sized(Array(try text(producer["account_id"]).utf8)) + [0] + key.bytes
            bytes += little(try #require(UInt128(try text(producer["stake"]))))
        }
        guard sha256(bytes) == (try hash(block["inner_lite"]?["next_bp_hash"])) else {
            throw ProofError(reason: "producers")
        }
    }
}
