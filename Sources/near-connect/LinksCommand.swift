// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
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

        @OptionGroup var output: OutputOptions

        func links() throws -> RememberedLinks {
            Diagnostics.start(verbose: output.verbose)
            let folders = try ProfileFolders(profile: profile)
            ProfileChoice.noteNew(profile)
            return RememberedLinks(folders: folders)
        }
    }

    struct List: JSONCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: localized("List them, one a line: wallet, scheme, since when."))

        @OptionGroup var options: Options

        var printsJSON: Bool { options.output.json }

        func run() throws {
            let entries = try options.links().entries()
            if entries.isEmpty { options.output.write([localized("No wallet opens links without asking.")], nil) }
            for entry in entries {
                let since = entry.since.formatted(.iso8601)
                options.output.write(
                    ["\(entry.walletId)\t\(entry.scheme)\t\(since)"],
                    .answer(
                        of: "links list",
                        [
                            "walletId": .string(entry.walletId), "scheme": .string(entry.scheme),
                            "since": .string(since),
                        ]))
            }
        }
    }

    struct Forget: JSONCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget",
            abstract: localized(
                "Forget answers, so that you are asked again. Name a wallet, a scheme or both, or --all."))

        @OptionGroup var options: Options

        @Option(help: help("Of this wallet, by its id."))
        var wallet: String?

        @Option(help: help("Of this scheme."))
        var scheme: String?

        @Flag(help: help("All of them."))
        var all = false

        var printsJSON: Bool { options.output.json }

        func validate() throws {
            guard all == (wallet == nil && scheme == nil) else {
                throw ValidationError(
                    localized("Name a wallet with --wallet, a scheme with --scheme or both; or everything with --all."))
            }
        }

        func run() throws {
            let scheme = scheme.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }?.lowercased()
            let forgotten = try options.links().forget(walletId: wallet, scheme: scheme)
            let lines = forgotten.map { localized("forgotten: %1$s\t%2$s", $0.walletId, $0.scheme) }
            options.output.write(
                forgotten.isEmpty ? [localized("There was nothing to forget.")] : lines,
                .answer(
                    of: "links forget",
                    [
                        "outcome": "done",
                        "forgotten": .array(
                            forgotten.map { ["walletId": .string($0.walletId), "scheme": .string($0.scheme)] }),
                    ]))
        }
    }
}
