// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Shows the permissions of sites, and takes them away.
///
/// A permission is given in a window only. A window that is open hears of what is taken away here.
struct SitesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sites",
        abstract: localized("See which sites may see your accounts, and take that away."),
        discussion: localized(
            "A site with a permission sees the accounts that you gave it, and may ask you for signatures. Sites of this computer have theirs until the program ends, and aren’t listed."
        ),
        subcommands: [
            List.self, Show.self, SitesLimit.self, SitesDeleteKeys.self, Revoke.self, Forget.self,
            SiteFramesCommand.self, SiteNetworksCommand.self,
        ],
        defaultSubcommand: List.self)

    struct Options: ParsableArguments {
        @Option(help: help("The profile."), completion: .custom { _, _, _ in ProfileChoice.names() })
        var profile = "default"

        @OptionGroup var output: OutputOptions

        func permissions() throws -> SitePermissions {
            Diagnostics.start(verbose: output.verbose)
            let folders = try ProfileFolders(profile: profile)
            ProfileChoice.noteNew(profile)
            return SitePermissions(folder: folders.data)
        }

        /// Runs `body` with the networks that sites have added, and says what couldn't be understood in their file.
        func withNetworks<Value>(_ body: (SiteNetworks) throws -> Value) throws -> Value {
            let networks = SiteNetworks(folder: try ProfileFolders(profile: profile).data)
            let value = try body(networks)
            if let problem = networks.takeProblem() { StandardError.say(DisplayText.line(problem)) }
            return value
        }

        /// Runs `body`, and says what couldn't be understood in the file.
        func with<Value>(_ body: (SitePermissions) throws -> Value) throws -> Value {
            let permissions = try permissions()
            let value = try body(permissions)
            if let problem = permissions.takeProblem() { StandardError.say(DisplayText.line(problem)) }
            return value
        }
    }

    struct List: SitesSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: localized("List them, one a line: site, network, accounts, when it was used last."))

        @OptionGroup var options: Options

        func run() throws {
            let sites = try options.with { permissions in try permissions.sites() }
            if sites.isEmpty { options.output.write([localized("No site has a permission.")], nil) }
            for site in sites { options.output.write(SiteText.lines(site), Self.answer(site)) }
        }
    }

    struct Show: SitesSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: localized("Show all that is known of a site."))

        @OptionGroup var options: Options

        @Argument(help: help("The site, for example https://app.example."), transform: { try SiteArgument.read($0) })
        var site: SiteOrigin

        func run() throws {
            guard let found = try options.with({ permissions in try permissions.site(site) }) else {
                throw SiteArgument.unknown(site)
            }
            options.output.write([SiteText.of(found)], Self.answer(found))
        }
    }

    struct Revoke: SitesSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: localized("Take a site’s permission away: it sees no account any more."))

        @OptionGroup var options: Options

        @Argument(help: help("The site, for example https://app.example."), transform: { try SiteArgument.read($0) })
        var site: SiteOrigin

        @Option(help: help("Only on this network, by its id."))
        var network: String?

        func run() throws {
            let revoked = try options.with { permissions in
                try permissions.revoke(site, on: network.map { ExactText($0) })
            }
            guard !revoked.isEmpty else { throw SiteArgument.unknown(site) }
            let networks = revoked.keys.sorted().map { DisplayText.name($0.text) }
            options.output.write(
                networks.map { localized("revoked: %1$s\t%2$s", "\(site)", $0) },
                .answer(
                    of: Self.name,
                    [
                        "outcome": "done", "origin": .string("\(site)"),
                        "networks": .array(networks.map(JSONValue.string)),
                    ]))
            SiteText.warn(of: revoked.keys.sorted().flatMap { revoked[$0]?.keys ?? [] })
        }
    }

    struct Forget: SitesSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "forget", abstract: localized("Forget a site altogether, as if it had never been seen."))

        @OptionGroup var options: Options

        @Argument(help: help("The site, for example https://app.example."), transform: { try SiteArgument.read($0) })
        var site: SiteOrigin

        func run() throws {
            let hadNetworks = try options.withNetworks { networks in try networks.removeAll(of: site) }
            let wasKnown = try options.with { permissions in
                let found = try permissions.site(site)
                try permissions.forget(site)
                return found != nil || hadNetworks
            }
            guard wasKnown else { throw SiteArgument.unknown(site) }
            options.output.write(
                [localized("forgotten: %1$s", "\(site)")],
                .answer(of: Self.name, ["outcome": "done", "origin": .string("\(site)")]))
        }
    }
}

/// A command of `near-connect sites`.
protocol SitesSubcommand: JSONCommand {
    /// The command's name, as it is typed.
    static var name: String { get }
    /// The options of all of them.
    var options: SitesCommand.Options { get }
}

extension SitesSubcommand {
    static var name: String { "sites \(configuration.commandName ?? "")" }

    var printsJSON: Bool { options.output.json }

    /// Returns a site as the command prints it.
    static func answer(_ site: Site) -> JSONValue { .answer(of: name, site.json.objectValue ?? [:]) }
}
