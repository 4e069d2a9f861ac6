// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARDevnet
import NEARPrimitives

/// Runs the embedded chain by itself, for any NEAR client.
struct DevnetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devnet", abstract: "Run the embedded chain and print its address, accounts and keys.")

    @Option(help: "The port on 127.0.0.1; 0 picks a free one.")
    var port: UInt16 = 0

    @Option(help: "Accounts to create, separated by commas, 10,000 NEAR each.")
    var accounts = "alice.test.near,bob.test.near"

    func run() throws {
        Diagnostics.start(verbose: false)
        var configuration = DevnetConfiguration()
        configuration.port = port
        configuration.accounts = try accounts.split(separator: ",").map {
            DevnetConfiguration.Account(try AccountId(String($0)))
        }
        try MainActor.assumeIsolated {
            try MainLoop.run {
                let devnet = try await Devnet.start(configuration)
                announce(devnet)
                await Interruption.wait()
                await devnet.stop()
            }
        }
    }

    private func announce(_ devnet: Devnet) {
        print("RPC        \(devnet.rpcURL)")
        print("chain id   \(devnet.chainId)")
        for account in [devnet.rootAccount] + devnet.accounts {
            print("account    \(account.id)")
            print("  key      \(account.secretKey.exposedText())")
        }
        print("These keys are for tests: anybody can make them. Stop with Ctrl-C.")
    }
}
