// SPDX-License-Identifier: MIT

import CAllocationCounter
import CSodium
import Foundation
import NEARPrimitives

/// Measures the primitives and prints a JSON line a figure; Scripts/bench builds it in release mode and runs it.
@main struct Main {
    private static let pairCount = 31

    private let bare: BareEd25519
    private let key: SecretKey
    private let transfer: TransactionV0

    static func main() throws {
        if let count = workCount { return try work(count) }
        let bench = try Main()
        try bench.sign()
        try bench.verify()
        bench.encodeAndHash()
        try bench.decodeLargeContract()
        bench.countAllocations()
    }

    private init() throws {
        let seed: [UInt8] = Array(repeating: 7, count: 32)
        bare = BareEd25519(seed: seed)
        key = try SecretKey(keyType: .ed25519, seed: seed)
        transfer = TransactionV0(
            signerId: try AccountId("alice.near"), publicKey: key.publicKey, nonce: 1,
            receiverId: try AccountId("bob.near"), blockHash: .sha256([1]), actions: [.transfer(.oneYocto)])
    }

    /// Encode, hash and sign a transfer, against libsodium's signature over 32 bytes.
    private func sign() throws {
        var transfer = transfer
        let hash = Transaction.v0(transfer).hash.bytes
        var kept = 0
        let pairs = try Pairs(count: Self.pairCount, iterations: 1500) {
            kept &+= bare.sign(hash).count
        } ours: {
            transfer.nonce &+= 1
            kept &+= try SignedTransaction.sign(.v0(transfer), with: key).signature.bytes.count
        }
        Report.print("sign-transfer", pairs, bar: 1.15)
        keep(kept)
    }

    /// Decode a signed transfer and verify it, against libsodium's verification over 32 bytes.
    private func verify() throws {
        let signed = try SignedTransaction.sign(.v0(transfer), with: key)
        let bytes = signed.borshBytes
        let hash = signed.hash.bytes
        let signature = signed.signature.bytes
        var valid = 0
        let pairs = try Pairs(count: Self.pairCount, iterations: 500) {
            valid &+= bare.verify(signature, hash) ? 1 : 0
        } ours: {
            valid &+= try SignedTransaction(borsh: bytes).verify() ? 1 : 0
        }
        precondition(valid == 2 * 500 * (Self.pairCount + 1), "a signature did not verify")
        Report.print("decode-verify-transfer", pairs, bar: 1.15)
    }

    /// Encode a transfer and hash it, against libsodium's SHA-256 of the same bytes.
    private func encodeAndHash() {
        var transfer = transfer
        let bytes = Transaction.v0(transfer).borshBytes
        var digest = [UInt8](repeating: 0, count: 32)
        var kept: UInt8 = 0
        let pairs = Pairs(count: Self.pairCount, iterations: 50_000) {
            crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
            kept &+= digest[0]
        } ours: {
            transfer.nonce &+= 1
            kept &+= Transaction.v0(transfer).hash.withUnsafeBytes { $0[0] }
        }
        Report.print("encode-hash-transfer", pairs, bar: 2)
        keep(Int(kept))
    }

    /// Decode a DeployContract of 4 MB, against copying its bytes into memory that is already there.
    private func decodeLargeContract() throws {
        var deploy = transfer
        let code = (0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        deploy.actions = [.deployContract(DeployContractAction(code: code))]
        let bytes = try SignedTransaction.sign(.v0(deploy), with: key).borshBytes
        var copy = [UInt8](repeating: 0, count: bytes.count)
        var kept = 0
        let pairs = try Pairs(count: Self.pairCount, iterations: 20) {
            copy.withUnsafeMutableBytes { target in bytes.withUnsafeBytes { target.copyMemory(from: $0) } }
            kept &+= Int(copy[kept & 1023])
        } ours: {
            kept &+= try SignedTransaction(borsh: bytes).transaction.actions.count
        }
        Report.print("decode-deploy-4mb", pairs, bar: 2)
        keep(kept)
    }

    /// Checks that what encoding allocates doesn't depend on the number of actions.
    private func countAllocations() {
        let method = "a_method_with_a_name_that_is_long"
        let counts = [1, 10, 100, 1000].map { size in
            var transaction = transfer
            transaction.actions = (0..<size).map { number in
                number.isMultiple(of: 2) ? .transfer(.oneYocto) : .functionCall(method, args: Array("{}".utf8))
            }
            let whole = Transaction.v0(transaction)
            keep(whole.borshBytes.count)
            let before = near_connect_allocation_count()
            let bytes = whole.borshBytes
            let after = near_connect_allocation_count()
            keep(bytes.count)
            return (size: size, allocations: after - before)
        }
        Report.print("encode-allocations", counts: counts)
    }

    /// Keeps a result from being computed away.
    @inline(never) func keep(_ value: Int) {
        if value == .min {
            print(value)
        }
    }
}
