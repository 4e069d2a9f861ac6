// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Shows the networks that sites have added, and removes them.
///
/// One is added in a window only, after a question.
struct SiteNetworksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "networks",
        abstract: localized("See the networks that sites have added, and remove them."),
        discussion: localized(
            "Only keys that were made for such a network sign on it: “near-connect keys generate” makes one."),
        subcommands: [List.self, Show.self, Remove.self], defaultSubcommand: List.self)

    /// Says that no site has added a network, and ends the command.
    private static func unknown(_ id: String) -> ExitCode {
        StandardError.say(
            localized(
                "No site has added a network %1$s. “near-connect sites networks list” shows those that were.",
                DisplayText.quotation(id, limit: 64)))
        return ExitCode(ExitStatus.nothing)
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List them, one a line: network, the site that has added it, nodes."))

        @OptionGroup var options: SitesCommand.Options

        @Flag(help: help("Print one JSON object a line."))
        var json = false

        func run() throws {
            let networks = try options.withNetworks { networks in try networks.all() }
            if networks.isEmpty, !json { print(localized("No site has added a network.")) }
            for network in networks {
                let nodes = network.rpcURLs.map { DisplayText.name($0.absoluteString) }.joined(separator: " ")
                print(json ? network.json.text : "\(DisplayText.name(network.id.text))\t\(network.provider)\t\(nodes)")
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: localized("Show all that is known of a network."))

        @OptionGroup var options: SitesCommand.Options

        @Argument(help: help("The network, by its id."))
        var network: String

        @Flag(help: help("Print JSON."))
        var json = false

        func run() throws {
            guard let found = try options.withNetworks({ networks in try networks.network(ExactText(network)) }) else {
                throw SiteNetworksCommand.unknown(network)
            }
            if json { return print(found.json.text) }
            print(localized("network: %1$s", DisplayText.name(found.id.text)))
            print(localized("added by: %1$s", "\(found.provider)"))
            print(localized("genesis hash: %1$s", found.chain.genesis))
            for url in found.rpcURLs { print(localized("node: %1$s", DisplayText.name(url.absoluteString))) }
            if let explorer = found.explorer {
                print(localized("explorer: %1$s", DisplayText.name(explorer.absoluteString)))
            }
            print(localized("version: %1$s", "\(found.version)"))
            print(localized("since: %1$s", found.since.formatted(.iso8601)))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove a network: no site works on it any more."))

        @OptionGroup var options: SitesCommand.Options

        @Argument(help: help("The network, by its id."))
        var network: String

        func run() throws {
            guard try options.withNetworks({ networks in try networks.remove(ExactText(network)) }) else {
                throw SiteNetworksCommand.unknown(network)
            }
            print(localized("removed: %1$s", DisplayText.name(network)))
        }
    }
}
