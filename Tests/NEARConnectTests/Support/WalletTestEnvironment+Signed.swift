// SPDX-License-Identifier: MIT

import NEARConnectTestKit
import NEARPrimitives
import NEARRPC

@testable import NEARConnect

extension WalletTestEnvironment {
    /// Returns a signed transfer of 2 NEAR from the first account to the second, in Base64.
    func signedTransfer() async throws -> String {
        let (sender, receiver) = (accounts[0], accounts[1].id)
        let client = try manager.client()
        let access = try await client.viewAccessKey(sender.secretKey.publicKey, of: sender.id)
        let action = DelegateAction(
            senderId: sender.id, receiverId: receiver,
            actions: [.transfer(TransferAction(deposit: try .near(2)))], nonce: access.value.nonce + 1,
            maxBlockHeight: access.blockHeight + 120, publicKey: sender.secretKey.publicKey)
        return try SignedDelegateAction.sign(action, with: sender.secretKey).base64
    }
}
