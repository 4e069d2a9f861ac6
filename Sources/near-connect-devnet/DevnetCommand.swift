// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARDevnet
import NEARPrimitives
import SafeText

/// Runs the embedded chain by itself, for any NEAR client.
struct DevnetCommand: ParsableCommand {
    static let configuration = DevnetOptions.command

    @OptionGroup var options: DevnetOptions

    func run() throws {
        Diagnostics.start(verbose: false)
        let configuration = try makeConfiguration()
        try MainActor.assumeIsolated {
            try MainLoop.run {
                let devnet = try await Devnet.start(configuration)
                // Before the first line: a reader of that line may end the program at once.
                let interruption = Interruption()
                let folder = try credentialFolder()
                try devnet.writeCredentials(to: folder)
                announce(devnet, folder)
                await interruption.wait()
                await devnet.stop()
            }
        }
    }

    private func makeConfiguration() throws -> DevnetConfiguration {
        var configuration = DevnetConfiguration()
        configuration.port = options.port
        configuration.allowedOrigins = options.allowOrigin
        configuration.accounts = try options.accounts.split(separator: ",").map { name in
            let name = name.trimmingCharacters(in: .whitespaces)
            let id = try AccountId(name)
            guard id.kind == .named, id.isTopLevel else { return DevnetConfiguration.Account(id) }
            return DevnetConfiguration.Account(try AccountId("\(name).\(configuration.rootAccountId)"))
        }
        configuration.stateDirectory = options.state.map { URL(filePath: $0, directoryHint: .isDirectory) }
        if let blockTime = options.blockTime {
            configuration.blockProduction = .every(.milliseconds(blockTime))
            configuration.clock = .system
        }
        return configuration
    }

    private func credentialFolder() throws -> URL {
        if let credentials = options.credentials { return URL(filePath: credentials, directoryHint: .isDirectory) }
        if let state = options.state {
            return URL(filePath: state, directoryHint: .isDirectory).appending(path: "credentials")
        }
        return try ProfileFolders(profile: "devnet").data.appending(path: "credentials")
    }

    private func announce(_ devnet: Devnet, _ folder: URL) {
        printRow(localized("RPC"), "\(devnet.rpcURL)")
        printRow(localized("explorer"), "\(devnet.explorerURL)")
        printRow(localized("chain id"), "\(devnet.chainId)")
        printRow(localized("credentials"), folder.path(percentEncoded: false))
        if let state = options.state { printRow(localized("state"), state) }
        for account in [devnet.rootAccount] + devnet.accounts {
            printRow(localized("account"), "\(account.id)")
            printRow(localized("  key"), account.secretKey.exposedText())
        }
        print(localized("These keys are for tests: anybody can make them. Stop with Ctrl-C."))
        // A reader behind a pipe waits for these lines.
        fflush(nil)
    }

    private func printRow(_ label: String, _ value: String) { print(WalletText.column(label, 13) + value) }
}
