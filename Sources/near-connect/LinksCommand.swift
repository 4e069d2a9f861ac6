// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore

/// Which wallets may open which links without asking.
struct LinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links", abstract: "See and forget which wallets may open links without asking.",
        subcommands: [List.self, Forget.self], defaultSubcommand: List.self)

    struct Options: ParsableArguments {
        @Option(
            help: "The profile whose answers are meant.", completion: .custom { _, _, _ in ProfileChoice.names() })
        var profile = "default"

        func links() throws -> RememberedLinks {
            let folders = try ProfileFolders(profile: profile)
            ProfileChoice.noteNew(profile)
            return RememberedLinks(folders: folders)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List them, one a line: wallet, scheme, since when.")

        @OptionGroup var options: Options

        func run() throws {
            let entries = try options.links().entries()
            if entries.isEmpty { print("No wallet opens links without asking.") }
            for entry in entries {
                print("\(entry.walletId)\t\(entry.scheme)\t\(entry.since.formatted(.iso8601))")
            }
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget answers, so that you are asked again. Name a wallet, a scheme or both, or --all.")

        @OptionGroup var options: Options

        @Option(help: "Of this wallet, by its id.")
        var wallet: String?

        @Option(help: "Of this scheme.")
        var scheme: String?

        @Flag(help: "All of them.")
        var all = false

        func validate() throws {
            guard all == (wallet == nil && scheme == nil) else {
                throw ValidationError(
                    "Name a wallet with --wallet, a scheme with --scheme or both; or everything with --all.")
            }
        }

        func run() throws {
            let scheme = scheme.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }?.lowercased()
            let forgotten = try options.links().forget(walletId: wallet, scheme: scheme)
            for entry in forgotten { print("forgotten: \(entry.walletId)\t\(entry.scheme)") }
            if forgotten.isEmpty { print("There was nothing to forget.") }
        }
    }
}
