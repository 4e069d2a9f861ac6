// SPDX-License-Identifier: MIT

// sample: ios
import Foundation
import NEARConnectFoundation

/// A view model as one writes it for near-connect-ios.
@MainActor
final class WalletModel {
    let manager: NEARWalletManager
    var status = ""

    init(manager: NEARWalletManager) {
        self.manager = manager
    }

    func connect() {
        manager.connect()
    }

    func pay(_ near: String, to receiver: String) async {
        guard let yocto = NEARWalletManager.toYoctoNEAR(near) else { return status = "That is no amount." }
        do {
            let result = try await manager.sendNEAR(to: receiver, amountYocto: yocto)
            status = "Sent: \(result.transactionHashes.joined(separator: ", "))"
        } catch {
            status = error.localizedDescription
        }
    }

    func call(_ contract: String) async throws {
        _ = try await manager.signAndSendTransaction(
            receiverId: contract,
            actions: [
                [
                    "type": "FunctionCall",
                    "params": [
                        "methodName": "add_message", "args": ["text": "Hello"], "gas": "30000000000000", "deposit": "0",
                    ],
                ]
            ])
    }
}
// end of sample
