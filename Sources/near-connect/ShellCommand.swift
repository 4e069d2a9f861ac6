// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARConnectTestKit
import NEARDevnet
import NEARPrimitives

/// Shows the window: connect a wallet, see the account, send NEAR.
struct ShellCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell", abstract: "Open the window: connect a wallet, see the account, send NEAR.")

    @Argument(help: "A link by which a wallet comes back. The desktop gives it; it reaches the window that is open.")
    var link: String?

    @Option(help: "mainnet (by default), testnet, or the id of another chain together with --rpc-url.")
    var network: String?

    @Flag(
        help:
            "Start a chain inside this process, with two funded accounts and an explorer in the menu; it ends with the window."
    )
    var devnet = false

    @Option(help: NetworkChoice.urlHelp)
    var rpcURL: [String] = []

    @Option(
        help: "The profile: an account and web storage of its own.",
        completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @Option(help: "The folder with near-cli's credential files; ~/.near-credentials when not named.")
    var credentials: String?

    @Flag(name: .shortAndLong, help: "Log what happens inside to standard error.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "A file with a wallet manifest of your own, in which code may be named by a relative path. Repeat it for more.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var walletManifest: [String] = []

    @Option(help: WalletListChoice.help)
    var walletList: [String] = []

    @Flag(help: WalletListChoice.loopbackHelp)
    var insecureLoopback = false

    @Flag(help: "Offer only wallets that were agreed to with `near-connect wallets trust`.")
    var trustedWalletsOnly = false

    @OptionGroup var connector: ConnectorOptions

    func validate() throws {
        guard devnet else { return }
        guard network == nil, rpcURL.isEmpty, credentials == nil, link == nil else {
            throw ValidationError(
                "--devnet brings a chain and its keys: leave --network, --rpc-url, --credentials and the link out.")
        }
    }

    func run() throws {
        Diagnostics.start(verbose: verbose)
        try MainActor.assumeIsolated {
            if devnet { return try runOnDevnet() }
            let configuration = try makeConfiguration()
            let hasSettings = network != nil || !rpcURL.isEmpty || credentials != nil
            let instance = try MainLoop.run {
                try await ShellInstance.claim(profile: profile, link: link, hasSettings: hasSettings)
            }
            try MainLoop.run { try await NetworkChoice.confirm(configuration.network) }
            GraphicsSettings.applyRemembered(configuration)
            let display = try DisplaySession.start(.desktop)
            defer { display.stop() }
            try MainLoop.run {
                let manager = NEARWalletManager(configuration: configuration)
                manager.onNeedsRelaunch = { Relaunch.run(adding: $0) }
                let window = ConnectWindow(manager: manager)
                window.present()
                if let instance { window.answer(instance, family: ShellInstance.family) }
                if let link { take(link, manager) }
                await window.closed()
                manager.close()
            }
        }
    }

    /// The window over a chain of its own. Nothing of it is kept, and it is no instance that links could come back to.
    @MainActor
    private func runOnDevnet() throws {
        let (source, manifests) = (try connector.source(), try manifests())
        let display = try DisplaySession.start(.desktop)
        defer { display.stop() }
        try MainLoop.run {
            // Before WebKit starts anything.
            let signals = Interruption()
            let environment = try await WalletTestEnvironment.start(
                accounts: ["alice.test.near", "bob.test.near"], approval: .ask
            ) {
                $0.appName = "NEAR Connect"
                $0.connector = source
                $0.additionalManifests = manifests
                $0.sandbox = .whereAvailable
            }
            let window = ConnectWindow(manager: environment.manager)
            window.explorer = environment.devnet.explorerURL
            window.present()
            let interruption = Task {
                if await signals.wait() != nil { window.close() }
            }
            await window.closed()
            interruption.cancel()
            try await environment.stop()
        }
    }

    private func manifests() throws -> [String] {
        try walletManifest.map { try WalletManifestChoice.file($0, insecureLoopback).usableText() }
    }

    /// A link that this process was started with. Whatever request it belongs to, it isn't one of this process.
    @MainActor
    private func take(_ link: String, _ manager: NEARWalletManager) {
        do {
            try manager.handleReturnLink(link)
        } catch {
            ShellInstance.say(error.localizedDescription)
        }
    }

    private func makeConfiguration() throws -> NEARWalletConfiguration {
        let chain = try NetworkChoice.network(network ?? "mainnet", rpcURLs: rpcURL)
        var configuration = NEARWalletConfiguration(network: chain, profile: .named(profile), appName: "NEAR Connect")
        configuration.returnScheme = .shell
        let folder = credentials.map(CredentialFolder.init(path:)) ?? .standard()
        let (keystore, problems) = Keystore.credentials(network: chain.rawValue, in: folder)
        for problem in problems { FileHandle.standardError.write(Data("near-connect: \(problem)\n".utf8)) }
        configuration.keystore = keystore
        configuration.connector = try connector.source()
        configuration.additionalManifests = try manifests()
        configuration.walletLists = try WalletListChoice.lists(walletList, allowsPlainLoopback: insecureLoopback)
        configuration.allowsPlainLoopback = insecureLoopback
        configuration.walletTrust = trustedWalletsOnly ? .pinnedOnly : .onFirstUse
        return configuration
    }
}
