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

    /// Returns the error of a network that no site has added.
    private static func unknown(_ id: String) -> ReportedError {
        ReportedError(
            sentence: localized(
                "No site has added a network %1$s. “near-connect sites networks list” shows those that were.",
                DisplayText.quotation(id, limit: 64)),
            code: "unknown-network", status: .nothing)
    }

    struct List: SiteNetworksSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: localized("List them, one a line: network, the site that has added it, nodes."))

        @OptionGroup var options: SitesCommand.Options

        func run() throws {
            let networks = try options.withNetworks { networks in try networks.all() }
            if networks.isEmpty { options.output.write([localized("No site has added a network.")], nil) }
            for network in networks {
                let nodes = network.rpcURLs.map { DisplayText.name($0.absoluteString) }.joined(separator: " ")
                options.output.write(
                    ["\(DisplayText.name(network.id.text))\t\(network.provider)\t\(nodes)"], Self.answer(network))
            }
        }
    }

    struct Show: SiteNetworksSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: localized("Show all that is known of a network."))

        @OptionGroup var options: SitesCommand.Options

        @Argument(help: help("The network, by its id."))
        var network: String

        func run() throws {
            guard let found = try options.withNetworks({ networks in try networks.network(ExactText(network)) }) else {
                throw SiteNetworksCommand.unknown(network)
            }
            var lines = [
                localized("network: %1$s", DisplayText.name(found.id.text)),
                localized("added by: %1$s", "\(found.provider)"),
                localized("genesis hash: %1$s", found.chain.genesis),
            ]
            lines += found.rpcURLs.map { localized("node: %1$s", DisplayText.name($0.absoluteString)) }
            if let explorer = found.explorer {
                lines.append(localized("explorer: %1$s", DisplayText.name(explorer.absoluteString)))
            }
            lines.append(localized("version: %1$s", "\(found.version)"))
            lines.append(localized("since: %1$s", found.since.formatted(.iso8601)))
            options.output.write(lines, Self.answer(found))
        }
    }

    struct Remove: SiteNetworksSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: localized("Remove a network: no site works on it any more."))

        @OptionGroup var options: SitesCommand.Options

        @Argument(help: help("The network, by its id."))
        var network: String

        func run() throws {
            guard try options.withNetworks({ networks in try networks.remove(ExactText(network)) }) else {
                throw SiteNetworksCommand.unknown(network)
            }
            let name = DisplayText.name(network)
            options.output.write(
                [localized("removed: %1$s", name)],
                .answer(
                    of: Self.name, ["outcome": "done", "network": .string(name)], versionMember: Self.versionMember))
        }
    }
}

/// A command of `near-connect sites networks`.
protocol SiteNetworksSubcommand: SitesSubcommand {}

extension SiteNetworksSubcommand {
    static var name: String { "sites networks \(configuration.commandName ?? "")" }

    /// `version` is the network's own: a site raises it when its definition changes.
    static var versionMember: ExactText { "schema" }

    /// Returns a network as the command prints it.
    static func answer(_ network: SiteNetwork) -> JSONValue {
        .answer(of: name, network.json.objectValue ?? [:], versionMember: versionMember)
    }
}
