// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
internal import GTKToolkit
import KillingLog
import Logging
import NEARConnect
internal import NEARConnectCore
import NEARPrimitives

/// A program that sends 1 NEAR with the keystore wallet and is killed on the way, as `JournalKillTests` says: by itself at a line of the
/// journal's log, or from outside.
///
/// Arguments: RPC address, profile folder, signer, its key, receiver, and the log's record at which it dies (or `none`).
@main
struct JournalChild {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 7, let url = URL(string: arguments[1]) else { exit(64) }
        let (signer, receiver) = (try AccountId(arguments[3]), try AccountId(arguments[5]))
        var configuration = NEARWalletConfiguration(
            network: .custom(try NEARWalletManager.CustomNetwork(id: "devnet", rpcURLs: [url])),
            profile: .folders(ProfileFolders(root: URL(fileURLWithPath: arguments[2]))),
            keystore: Keystore([
                Keystore.Entry(network: "devnet", accountId: signer, secretKey: try SecretKey(arguments[4]))
            ]),
            approval: .allow(ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: try NEARToken.near(1))))
        configuration.walletLists = []
        let record = arguments[6]
        configuration.logger = Logger(label: "child") { _ in KillingLogHandler(key: "record", value: record) }
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start(.virtual)
            defer { display.stop() }
            let manager = NEARWalletManager(configuration: configuration)
            try MainLoop.run {
                _ = try await manager.signIn(walletId: "near-connect-keystore")
                _ = try await manager.sendNEAR(to: receiver, amount: NEARToken.near(1))
            }
            print("sent")
            manager.close()
        }
    }
}
