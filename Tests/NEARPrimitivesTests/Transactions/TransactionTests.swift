// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@Suite struct TransactionTests {
    private let key: SecretKey
    private let actions: [Action]

    init() throws {
        key = try SecretKey(keyType: .ed25519, seed: Array(repeating: 7, count: 32))
        actions = [
            .createAccount, .transfer(.oneYocto),
            .functionCall("method", args: Array("{}".utf8), gas: .tera(30), deposit: .zero),
            .addKey(AddKeyAction(publicKey: key.publicKey, accessKey: .fullAccess)),
        ]
    }

    private func make(_ actions: [Action]) throws -> TransactionV0 {
        TransactionV0(
            signerId: try AccountId("alice.near"), publicKey: key.publicKey, nonce: 1,
            receiverId: try AccountId("bob.near"), blockHash: .zero, actions: actions)
    }

    @Test func bothVersionsRoundTrip() throws {
        let v0 = try make(actions)
        let v1 = TransactionV1(
            signerId: v0.signerId, publicKey: v0.publicKey, nonce: .gasKeyNonce(nonce: 5, nonceIndex: 3),
            receiverId: v0.receiverId, blockHash: v0.blockHash, actions: actions, nonceMode: .strict)
        for transaction in [Transaction.v0(v0), .v1(v1)] {
            let signed = try SignedTransaction.sign(transaction, with: key)
            #expect(signed.verify())
            let decoded = try SignedTransaction(borsh: signed.borshBytes)
            #expect(decoded == signed)
            #expect(decoded.verify())
            #expect(decoded.hash == transaction.hash)
        }
    }

    @Test func foreignKeyDoesNotSign() throws {
        let other = try SecretKey.generate()
        #expect(throws: SigningError.keyMismatch(expected: key.publicKey, actual: other.publicKey)) {
            try SignedTransaction.sign(.v0(make(actions)), with: other)
        }
    }

    @Test func changedTransactionDoesNotVerify() throws {
        let signed = try SignedTransaction.sign(.v0(make(actions)), with: key)
        let changed = SignedTransaction(transaction: .v0(try make([])), signature: signed.signature)
        #expect(!changed.verify())
    }

    @Test func delegateActionsDoNotNest() throws {
        let inner = DelegateAction(
            senderId: try AccountId("alice.near"), receiverId: try AccountId("bob.near"), actions: actions, nonce: 1,
            maxBlockHeight: 2, publicKey: key.publicKey)
        let signed = try SignedDelegateAction.sign(inner, with: key)
        #expect(signed.verify())
        #expect(try SignedDelegateAction(borsh: signed.borshBytes) == signed)
        var outer = inner
        outer.actions = [.delegate(signed)]
        #expect(throws: BorshError.self) { try DelegateAction(borsh: outer.borshBytes) }
    }

    @Test func everyTruncationAndExtensionIsRefused() throws {
        let bytes = try SignedTransaction.sign(.v0(make(actions)), with: key).borshBytes
        for count in 0..<bytes.count {
            #expect(throws: BorshError.self) { try SignedTransaction(borsh: Array(bytes.prefix(count))) }
        }
        #expect(throws: BorshError.trailingBytes(offset: bytes.count, count: 1)) {
            try SignedTransaction(borsh: bytes + [0])
        }
    }
}
