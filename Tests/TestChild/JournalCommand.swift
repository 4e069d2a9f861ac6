// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
internal import GTKToolkit
import Logging
internal import NEARConnectCore
import NEARConnectProgram
import NEARPrimitives

/// Sends 1 NEAR with the keystore wallet, for `JournalKillTests` and `JournalNamespaceTests`.
///
/// It may die on the way: killed by the test, or by itself at a record that the journal logs.
struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "journal")

    /// The address of the chain's node.
    @Option var rpc: String
    /// The profile's folder.
    @Option var profile: String
    @Option var signer: String
    /// The signer's secret key.
    @Option var key: String
    @Option var receiver: String
    /// The record in the journal's log at which the process kills itself.
    @Option var dyingAt: String?

    func run() throws {
        guard let url = URL(string: rpc) else { throw ValidationError("--rpc is no address") }
        let (signer, receiver) = (try AccountId(signer), try AccountId(receiver))
        var configuration = NEARWalletConfiguration(
            network: .custom(try NEARWalletManager.CustomNetwork(id: "devnet", rpcURLs: [url])),
            profile: .folders(ProfileFolders(root: URL(fileURLWithPath: profile))),
            keystore: Keystore([
                Keystore.Entry(network: "devnet", accountId: signer, secretKey: try SecretKey(key))
            ]),
            approval: .allow(ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: try NEARToken.near(1))))
        configuration.walletLists = []
        configuration.knownNetworks = []
        configuration.logger = KillingLogHandler.logger(dyingAt: dyingAt, key: "record")
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
