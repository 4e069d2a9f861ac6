// SPDX-License-Identifier: MIT

import MainLoopTesting
import NEARConnectLocal
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// An approver that counts, and says yes unless it is told not to.
@MainActor
final class CountingApprover: Approver {
    var account: AccountId?
    var refuses = false
    private(set) var asked: [ApprovalRequest] = []

    func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
        asked.append(request)
        if refuses { return .cancelled }
        return .approved(account: request.candidates.isEmpty ? nil : account ?? request.candidates.first)
    }

    func dismiss() {}
}

/// A devnet with a contract, and a manager whose user is asked.
@MainActor
struct KeystoreScene {
    let environment: WalletTestEnvironment
    let approver = CountingApprover()

    var manager: NEARWalletManager { environment.manager }
    var alice: DevnetAccount { environment.accounts[0] }
    var bob: DevnetAccount { environment.accounts[1] }
    /// An account with the methods `ping` and `pong`, which do nothing.
    var shop: DevnetAccount { environment.accounts[2] }

    /// A module that exports `ping` and `pong`.
    private static let contract: [UInt8] =
        [0x00, 0x61, 0x73, 0x6D, 1, 0, 0, 0]  // magic number, version
        + [1, 4, 1, 0x60, 0, 0]  // a function without parameters and results
        + [3, 2, 1, 0]
        + [7, 15, 2, 4] + Array("ping".utf8) + [0, 0, 4] + Array("pong".utf8) + [0, 0]
        + [10, 4, 1, 2, 0, 0x0B]

    static func start(approval: ApprovalPolicy = .ask) async throws -> KeystoreScene {
        let scene = KeystoreScene(
            environment: try await WalletTestEnvironment.start(
                accounts: ["alice.test.near", "bob.test.near", "shop.test.near"], approval: approval))
        scene.manager.services.approver = scene.approver
        try await scene.act(scene.shop, [.deployContract(DeployContractAction(code: contract))])
        return scene
    }

    /// Has an account do something to itself, as a program elsewhere does that has its key.
    func act(_ account: DevnetAccount, _ actions: [Action]) async throws {
        let client = try manager.client()
        let view = try await client.viewAccessKey(account.publicKey, of: account.id)
        let transaction = Transaction.v0(
            TransactionV0(
                signerId: account.id, publicKey: account.publicKey, nonce: view.value.nonce + 1, receiverId: account.id,
                blockHash: view.blockHash, actions: actions))
        let signed = try SignedTransaction.sign(transaction, with: account.secretKey)
        let result = try await client.sendTransaction(signed, waitUntil: .final)
        XCTAssertEqual(result.outcome?.isSuccess, true)
    }

    /// The keys of Alice beside her first one, with what they may do.
    func addedKeys() async throws -> [(key: PublicKeyHandle, permission: AccessKeyPermissionView)] {
        try await manager.client().viewAccessKeyList(of: alice.id).value.keys
            .filter { $0.publicKey != alice.publicKey.handle }.map { ($0.publicKey, $0.accessKey.permission) }
    }

    func call(_ method: String, of receiver: AccountId? = nil, deposit: NEARToken = .zero) -> TransactionRequest {
        TransactionRequest(
            receiverId: receiver ?? shop.id,
            actions: [
                .functionCall(FunctionCallAction(methodName: method, args: [], gas: .tera(10), deposit: deposit))
            ])
    }
}
