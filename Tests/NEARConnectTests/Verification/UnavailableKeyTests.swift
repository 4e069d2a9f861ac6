// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARPrimitives
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// A wallet that signs with ML-DSA-65 where this build can't verify it: the error names the trait, not the wallet.
final class UnavailableKeyTests: MainLoopTestCase {
    func testASignatureThatCannotBeVerifiedIsNotCalledWrong() throws {
        try XCTSkipIf(KeyType.mldsa65.isAvailable, "this build verifies ML-DSA-65")
        try run {
            let (alice, bob) = (try AccountId("alice.near"), try AccountId("bob.near"))
            let key = try PublicKey(keyType: .mldsa65, bytes: Array(repeating: 7, count: 1952))
            let signature = try Signature(keyType: .mldsa65, bytes: Array(repeating: 7, count: 3309))
            let action = DelegateAction(
                senderId: alice, receiverId: bob, actions: [.transfer(.oneYocto)], nonce: 1, maxBlockHeight: 2,
                publicKey: key)
            let signed = SignedDelegateAction(delegateAction: action, signature: signature)
            let asked = NEARWalletManager.TransactionRequest(receiverId: bob, actions: [.transfer(.oneYocto)])
            do {
                _ = try NEARWalletManager.verified(Base64.encode(signed.borshBytes), asked, alice)
                XCTFail("a signature that nobody verified was taken")
            } catch NEARError.signatureInvalid(let reason) {
                XCTAssertTrue(reason.contains("can't be verified"), reason)
                XCTAssertTrue(reason.contains("--traits MLDSA65"), reason)
            }
        }
    }
}
