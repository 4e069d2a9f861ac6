// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectProgram
import SafeText

/// Removes what a wallet has stored in a profile.
struct ForgetCommand: ParsableCommand {
    static let configuration = ForgetOptions.command

    @OptionGroup var options: ForgetOptions

    func run() throws {
        Diagnostics.start(verbose: options.verbose)
        ProfileChoice.noteNew(options.profile)
        let configuration = NEARWalletConfiguration(
            network: try NetworkChoice.network(options.network, rpcURLs: options.rpcURL, file: options.networks),
            profile: .named(options.profile))
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start()
            defer { display.stop() }
            let forgotten = try MainLoop.run {
                let manager = NEARWalletManager(configuration: configuration)
                defer { manager.close() }
                return try await manager.forgetWallet(options.wallet)
            }
            if forgotten.wasSignedIn {
                print(
                    localized(
                        "You are signed out; the account’s access key stays on the chain until you delete it there."))
            }
            print(localized("stored values removed: %1$s", "\(forgotten.storedValues)"))
            let sites = forgotten.sites.isEmpty ? localized("none") : forgotten.sites.joined(separator: ", ")
            print(localized("sites cleared: %1$s", sites))
            print(localized("answers about links forgotten: %1$s", "\(forgotten.rememberedLinks)"))
        }
    }
}
