// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import SafeText

/// Shows and forgets the wallets that may open links without asking.
struct LinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: localized("See and forget which wallets may open links without asking."),
        subcommands: [List.self, Forget.self], defaultSubcommand: List.self)

    struct Options: ParsableArguments {
        @Option(
            help: help("The profile whose answers are meant."), completion: .custom { _, _, _ in ProfileChoice.names() }
        )
        var profile = "default"

        func links() throws -> RememberedLinks {
            let folders = try ProfileFolders(profile: profile)
            ProfileChoice.noteNew(profile)
            return RememberedLinks(folders: folders)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List them, one a line: wallet, scheme, since when."))

        @OptionGroup var options: Options

        func run() throws {
            let entries = try options.links().entries()
            if entries.isEmpty { print(localized("No wallet opens links without asking.")) }
            for entry in entries {
                print("\(entry.walletId)\t\(entry.scheme)\t\(entry.since.formatted(.iso8601))")
            }
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized(
                "Forget answers, so that you are asked again. Name a wallet, a scheme or both, or --all."))

        @OptionGroup var options: Options

        @Option(help: help("Of this wallet, by its id."))
        var wallet: String?

        @Option(help: help("Of this scheme."))
        var scheme: String?

        @Flag(help: help("All of them."))
        var all = false

        func validate() throws {
            guard all == (wallet == nil && scheme == nil) else {
                throw ValidationError(
                    localized("Name a wallet with --wallet, a scheme with --scheme or both; or everything with --all."))
            }
        }

        func run() throws {
            let scheme = scheme.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }?.lowercased()
            let forgotten = try options.links().forget(walletId: wallet, scheme: scheme)
            for entry in forgotten { print(localized("forgotten: %1$s\t%2$s", entry.walletId, entry.scheme)) }
            if forgotten.isEmpty { print(localized("There was nothing to forget.")) }
        }
    }
}
