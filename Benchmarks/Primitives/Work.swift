// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A given amount of work without clocks, for `Scripts/instructions`.
extension Main {
    /// The number behind `work` on the command line; `nil` without one.
    static var workCount: Int? {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, arguments[1] == "work" else { return nil }
        return Int(arguments[2])
    }

    /// Encodes and decodes `count` signed transfers, writes their signatures as text, and writes and reads JSON.
    ///
    /// Nothing is signed, verified or hashed: that is a library's work, and its instructions would hide ours.
    static func work(_ count: Int) throws {
        let key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 7, count: 32))
        var transfer = TransactionV0(
            signerId: try AccountId("alice.near"), publicKey: key.publicKey, nonce: 1,
            receiverId: try AccountId("bob.near"), blockHash: .sha256([1]), actions: [.transfer(.oneYocto)])
        let signature = try SignedTransaction.sign(.v0(transfer), with: key).signature
        var kept = 0
        for _ in 0..<count {
            transfer.nonce &+= 1
            let bytes = SignedTransaction(transaction: .v0(transfer), signature: signature).borshBytes
            let decoded = try SignedTransaction(borsh: bytes)
            kept &+= "\(decoded.signature)".utf8.count
            let fields: JSONValue = ["signer": .string("\(transfer.signerId)"), "nonce": .string("\(transfer.nonce)")]
            let text = fields.text
            kept &+= try JSONValue.parse(text)["signer"]?.stringValue?.utf8.count ?? 0
        }
        precondition(kept > 0, "nothing was encoded")
    }
}
