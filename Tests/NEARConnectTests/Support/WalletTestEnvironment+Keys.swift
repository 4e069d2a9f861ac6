// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect

extension WalletTestEnvironment {
    /// Adds a full-access key to an account, by its first key.
    @MainActor
    func addKey(_ key: PublicKey, to account: DevnetAccount) async throws {
        let client = try manager.client()
        let view = try await client.viewAccessKey(account.publicKey, of: account.id)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account.id, publicKey: account.publicKey, nonce: view.value.nonce + 1,
                receiverId: account.id, blockHash: view.blockHash,
                actions: [.addKey(AddKeyAction(publicKey: key, accessKey: .fullAccess))]))
        let signed = try SignedTransaction.sign(transaction, with: account.secretKey)
        let outcome = try await client.sendTransaction(signed, waitUntil: .final)
        XCTAssertTrue(outcome.outcome?.isSuccess ?? false)
    }
}

/// The end of an operation of the manager: `done`, or the code of its error and what it says.
struct OperationEnd {
    let code: String
    let text: String

    /// Waits for the end.
    @MainActor
    init(of operation: @MainActor () async throws -> Void) async {
        do {
            try await operation()
            (code, text) = ("done", "")
        } catch {
            code = (error as? NEARError)?.code ?? "other"
            text = (error as? NEARError)?.errorDescription ?? "\(error)"
        }
    }
}
