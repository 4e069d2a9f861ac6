// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

struct WalletsCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: localized("Check a manifest, for developers of wallets and keepers of lists."),
        discussion: localized(
            "A file is checked as --wallet-manifest takes it, and by the rules for lists; of an address the code is fetched too. Nothing is stored or pinned. Exit codes: 0 every entry can be used, 4 one can’t, 3 the address can’t be fetched, 1 the file is not a manifest."
        ))

    @Flag(help: WalletListChoice.loopbackHelp)
    var insecureLoopback = false
    @Flag(help: help("Print one JSON object an entry instead of text."))
    var json = false
    @Argument(help: help("A manifest.", valueName: "FILE|URL"), completion: .file(extensions: ["json"]))
    var manifest: String

    func run() throws {
        let report: WalletManifestReport
        do {
            report = try read()
        } catch  where json && (error is WalletError || error is WalletManifestFileError) {
            print(CommandFailure.json(error).text)
            throw ExitCode(ErrorReport(error).status)
        }
        for entry in report.entries {
            print(json ? WalletJSON.object(entry).text : WalletText.lines(entry).joined(separator: "\n"))
        }
        if report.entries.isEmpty && !json { print(localized("It names no wallet.")) }
        if !report.isUsable { throw ExitCode(.refused) }
    }

    private func read() throws -> WalletManifestReport {
        guard manifest.contains("://"), !manifest.hasPrefix("file://") else {
            let path = URL(string: manifest).flatMap { $0.isFileURL ? $0.path : nil } ?? manifest
            return WalletManifestReport(of: try WalletManifestChoice.file(path, insecureLoopback))
        }
        let url = try WalletListChoice.address(manifest, allowsPlainLoopback: insecureLoopback)
        return try MainActor.assumeIsolated {
            try MainLoop.run { try await WalletManifestReport(fetching: url, allowsPlainLoopback: insecureLoopback) }
        }
    }
}
