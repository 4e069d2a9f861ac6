// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives

struct WalletsCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a manifest, for those who write wallets or keep lists.",
        discussion: """
            A file is checked as --wallet-manifest takes it, and for what a list may have; of an address the code is fetched too. Nothing is kept \
            and nothing agreed to. Exit codes: 0 every entry can be used, 4 one can't, 3 the address can't be fetched, 1 the file is no manifest.
            """)

    @Flag(help: WalletListChoice.loopbackHelp)
    var insecureLoopback = false
    @Flag(help: "Print one JSON object an entry instead of text.")
    var json = false
    @Argument(help: ArgumentHelp("A manifest.", valueName: "FILE|URL"), completion: .file(extensions: ["json"]))
    var manifest: String

    func run() throws {
        let report: WalletManifestReport
        do {
            report = try read()
        } catch let error as WalletError {
            throw fail(error.code, error.description, WalletsExit.code(of: error))
        } catch let problem as WalletManifestFile.Problem {
            throw fail("manifest", problem.description, .failure)
        }
        for entry in report.entries { print(json ? entry.json.text : entry.description.joined(separator: "\n")) }
        if report.entries.isEmpty && !json { print("It names no wallet.") }
        if !report.isUsable { throw WalletsExit.refused }
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

    private func fail(_ code: String, _ message: String, _ exit: ExitCode) -> ExitCode {
        if json {
            print(JSONValue.object(["outcome": "failed", "code": .string(code), "message": .string(message)]).text)
        } else {
            FileHandle.standardError.write(Data("Error: \(message)\n".utf8))
        }
        return exit
    }
}
