// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Checks a manifest.
struct WalletsCheck: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: localized("Check a manifest, for developers of wallets and keepers of lists."),
        discussion: localized(
            "A file is checked as --wallet-manifest takes it, and by the rules for lists; of an address the code is fetched too. Nothing is stored or pinned. Exit codes: 0 every entry can be used, 4 one can’t, 3 the address can’t be fetched, 1 the file is not a manifest."
        ))

    @Flag(help: WalletListChoice.loopbackHelp)
    var insecureLoopback = false
    @OptionGroup var timeout: TimeoutOption
    @OptionGroup var output: OutputOptions
    @Argument(help: help("A manifest.", valueName: "FILE|URL"), completion: .file(extensions: ["json"]))
    var manifest: String

    // The same as of the other commands of “wallets”.
    static var versionMember: ExactText { "schema" }
    var printsJSON: Bool { output.json }

    func run() throws {
        Diagnostics.start(verbose: output.verbose)
        let report = try read()
        for entry in report.entries {
            output.write(
                WalletText.lines(entry),
                .answer(of: "wallets check", WalletJSON.object(entry), versionMember: Self.versionMember))
        }
        if report.entries.isEmpty { output.write([localized("It names no wallet.")], nil) }
        if !report.isUsable { throw ExitCode(.refused) }
    }

    private func read() throws -> WalletManifestReport {
        guard manifest.contains("://"), !manifest.hasPrefix("file://") else {
            let path = URL(string: manifest).flatMap { $0.isFileURL ? $0.path : nil } ?? manifest
            return WalletManifestReport(of: try WalletManifestChoice.file(path, insecureLoopback))
        }
        let url = try WalletListChoice.address(manifest, allowsPlainLoopback: insecureLoopback)
        let allowsPlainLoopback = insecureLoopback
        return try timeout.fetch {
            try await WalletManifestReport(fetching: url, allowsPlainLoopback: allowsPlainLoopback)
        }
    }
}
