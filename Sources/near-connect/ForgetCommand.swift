// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect

/// Removes what a wallet has left in a profile.
struct ForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget a wallet: its account, its storage, the cookies of its sites, and answers about its links.",
        discussion: """
            The wallet is offered as before, and its code stays pinned; \u{201C}near-connect wallets remove\u{201D} ends that. Access keys \
            that it has added to an account stay on the chain until they are deleted there.
            """)

    @Argument(
        help: "The wallet\u{2019}s id.", completion: .custom { words, _, _ in WalletsOptions.ids(words) })
    var wallet: String

    @Option(help: "mainnet, testnet, or the id of another chain together with --rpc-url.")
    var network = "mainnet"

    @Option(help: NetworkChoice.urlHelp)
    var rpcURL: [String] = []

    @Option(help: "The profile.", completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @Flag(name: .shortAndLong, help: "Log what happens inside to standard error.")
    var verbose = false

    func run() throws {
        Diagnostics.start(verbose: verbose)
        ProfileChoice.noteNew(profile)
        let configuration = NEARWalletConfiguration(
            network: try NetworkChoice.network(network, rpcURLs: rpcURL), profile: .named(profile))
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start()
            defer { display.stop() }
            let forgotten = try MainLoop.run {
                let manager = NEARWalletManager(configuration: configuration)
                defer { manager.close() }
                return try await manager.forgetWallet(wallet)
            }
            if forgotten.wasSignedIn { print("signed out; the account\u{2019}s access key stays on the chain") }
            print("stored values removed: \(forgotten.storedValues)")
            print("sites cleared: \(forgotten.sites.isEmpty ? "none" : forgotten.sites.joined(separator: ", "))")
            print("answers about links forgotten: \(forgotten.rememberedLinks)")
        }
    }
}
