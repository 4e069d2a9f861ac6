// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore

/// Removes what a wallet has left in a profile.
struct ForgetCommand: ParsableCommand {
    static let configuration = ForgetOptions.command

    @OptionGroup var options: ForgetOptions

    func run() throws {
        Diagnostics.start(verbose: options.verbose)
        ProfileChoice.noteNew(options.profile)
        let configuration = NEARWalletConfiguration(
            network: try NetworkChoice.network(options.network, rpcURLs: options.rpcURL),
            profile: .named(options.profile))
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start()
            defer { display.stop() }
            let forgotten = try MainLoop.run {
                let manager = NEARWalletManager(configuration: configuration)
                defer { manager.close() }
                return try await manager.forgetWallet(options.wallet)
            }
            if forgotten.wasSignedIn { print("signed out; the account\u{2019}s access key stays on the chain") }
            print("stored values removed: \(forgotten.storedValues)")
            print("sites cleared: \(forgotten.sites.isEmpty ? "none" : forgotten.sites.joined(separator: ", "))")
            print("answers about links forgotten: \(forgotten.rememberedLinks)")
        }
    }
}
