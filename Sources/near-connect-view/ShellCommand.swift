// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectLocal
import NEARConnectProgram
import NEARConnectShell
import NEARDevnet
import NEARPrimitives

/// Shows the window: connect a wallet, see the account, send NEAR.
struct ShellCommand: ParsableCommand {
    static let configuration = ShellOptions.command

    @OptionGroup var options: ShellOptions

    func run() throws {
        Diagnostics.start(verbose: options.verbose)
        try ShellWindow(options: options).run()
    }
}

/// The program's window, from its start to its end.
struct ShellWindow {
    /// The window's options.
    let options: ShellOptions
    /// The address of a dApp to open in it.
    var app: String?

    /// Shows the window until it is closed, or has the one that is there open what is to be opened.
    func run() throws {
        try MainActor.assumeIsolated {
            if options.devnet { return try runOnDevnet() }
            let networks = try WindowNetworks(options)
            let log = RecentLog()
            let configuration = try makeConfiguration(networks.first, log)
            let hasSettings =
                options.network != nil || !options.rpcURL.isEmpty || options.networks != nil
                || options.credentials != nil || options.phones.isNamed
            let instance = try MainLoop.run {
                try await ShellInstance.claim(
                    profile: options.profile, link: options.link, app: app, page: options.page,
                    hasSettings: hasSettings)
            }
            try MainLoop.run { try await NetworkChoice.confirm(configuration.network) }
            GraphicsSettings.apply(configuration)
            let display = try DisplaySession.start(.desktop)
            defer { display.stop() }
            // The arguments with which the program begins anew once everything is closed.
            var next: [String]?
            try MainLoop.run {
                // Signals must be blocked before WebKit starts a process.
                let signals = Interruption()
                var manager = NEARWalletManager(configuration: configuration)
                manager.onNeedsRelaunch = { Relaunch.run(adding: $0) }
                let window = ConnectWindow(manager: manager)
                (window.version, window.log) = (ProgramVersion.text, log)
                window.vaultProfile = options.profile
                window.keyFolder = folder
                window.networks = networks.all
                window.ownNetworks = networks.own
                window.looksForDevnets = true
                window.profiles = WindowProfiles(current: options.profile, names: { ProfileChoice.names() }) {
                    [weak window, options] in
                    next = options.arguments(forProfile: $0)
                    window?.close()
                }
                window.onTryOut = { [weak window, options] in
                    next = ShellTrial.begin(profile: options.profile, link: options.link)
                    window?.close()
                }
                window.onOpened = { [weak window] entry in
                    let old = manager
                    manager = self.manager(configuration, on: old.network, with: entry)
                    window?.show(manager)
                    old.close()
                    manager.connect(walletId: PackagedWallet.keystore)
                }
                if let page = options.page { window.show(pageNamed: page.rawValue) }
                window.present()
                let interruption = Task {
                    if await signals.wait() != nil { window.close() }
                }
                if let instance { window.answer(instance, family: ShellInstance.family) }
                if let link = options.link { take(link, manager) }
                if let app { try window.openApp(app) }
                await window.closed()
                interruption.cancel()
                manager.close()
            }
            if let next { Relaunch.run(arguments: next) }
        }
    }

    /// Returns a manager whose keystore has one account more, until the program ends.
    ///
    /// - Parameters:
    ///   - configuration: The configuration with which the window began.
    ///   - network: The network that the window shows.
    ///   - entry: The account.
    @MainActor
    private func manager(
        _ configuration: NEARWalletConfiguration, on network: NEARNetwork, with entry: Keystore.Entry
    ) -> NEARWalletManager {
        var next = configuration
        next.network = network
        // Keys may have been brought or made since the window was opened.
        next.keystore = Keystore.credentials(network: network.rawValue, in: folder).0
        next.keystore = next.keystore.adding(entry)
        let manager = NEARWalletManager(configuration: next)
        manager.onNeedsRelaunch = { Relaunch.run(adding: $0) }
        return manager
    }

    /// Shows the window over an embedded chain; stores nothing, and takes no links.
    @MainActor
    private func runOnDevnet() throws {
        let (source, manifests) = (try options.connector.source(), try manifests())
        let phones = try PhoneChoice.forWindow(options.phones, profile: options.profile)
        let log = RecentLog()
        let display = try DisplaySession.start(.desktop)
        defer { display.stop() }
        var isLeft = false
        try MainLoop.run {
            // Signals must be blocked before WebKit starts a process.
            let signals = Interruption()
            let environment = try await WalletTestEnvironment.start(
                accounts: ["alice.test.near", "bob.test.near"], approval: .ask
            ) {
                $0.appName = "NEAR Connect"
                $0.connector = source
                $0.additionalManifests = manifests
                $0.phoneWallets = phones
                $0.logger = log.logger("near-connect")
                $0.sandbox = .whereAvailable
            }
            // A trial looks as the window from which it was begun.
            let look = ShellTrial.isRunning ? try ProfileFolders(profile: options.profile) : nil
            let window = ConnectWindow(manager: environment.manager, look: look)
            (window.version, window.log) = (ProgramVersion.text, log)
            window.explorer = environment.devnet.explorerURL
            window.offerLeavingTrial { [weak window] in
                isLeft = true
                window?.close()
            }
            if let page = options.page { window.show(pageNamed: page.rawValue) }
            window.present()
            let interruption = Task {
                if await signals.wait() != nil { window.close() }
            }
            await window.closed()
            interruption.cancel()
            try await environment.stop()
        }
        if isLeft { Relaunch.run(arguments: ShellTrial.end(profile: options.profile)) }
    }

    private func manifests() throws -> [String] {
        try options.walletManifest.map { try WalletManifestChoice.file($0, options.insecureLoopback).usableText() }
    }

    /// Hands over a link that this process was started with; its request is never one of this process.
    @MainActor
    private func take(_ link: String, _ manager: NEARWalletManager) {
        do {
            try manager.handleReturnLink(link)
        } catch {
            StandardError.say(error.localizedDescription)
        }
    }

    /// The folder with the keys of the user's.
    private var folder: CredentialFolder { options.credentials.map(CredentialFolder.init(path:)) ?? .standard() }

    private func makeConfiguration(_ chain: NEARNetwork, _ log: RecentLog) throws -> NEARWalletConfiguration {
        var configuration = NEARWalletConfiguration(
            network: chain, profile: .named(options.profile), appName: "NEAR Connect")
        configuration.logger = log.logger("near-connect")
        configuration.returnScheme = .shell
        configuration.phoneWallets = try PhoneChoice.forWindow(options.phones, profile: options.profile)
        let (keystore, problems) = Keystore.credentials(network: chain.rawValue, in: folder)
        for problem in problems { StandardError.say("\(problem)") }
        configuration.keystore = keystore
        configuration.connector = try options.connector.source()
        configuration.additionalManifests = try manifests()
        configuration.walletLists = try WalletListChoice.lists(
            options.walletList, allowsPlainLoopback: options.insecureLoopback)
        configuration.allowsPlainLoopback = options.insecureLoopback
        configuration.walletTrust = options.trustedWalletsOnly ? .pinnedOnly : .onFirstUse
        return configuration
    }
}
