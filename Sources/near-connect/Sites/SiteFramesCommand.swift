// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Lets frames of a site ask inside another one, and takes that back.
struct SiteFramesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames",
        abstract: localized("Say inside which other sites frames of a site may ask you."),
        discussion: localized(
            "A frame of a site inside another site’s page has no wallet unless you allow it. The site needs a permission of its own."
        ),
        subcommands: [Allow.self, Refuse.self])

    struct Arguments: ParsableArguments {
        @OptionGroup var options: SitesCommand.Options

        @Argument(
            help: help("The site of the frames, for example https://app.example."),
            transform: { try SiteArgument.read($0) })
        var site: SiteOrigin

        @Option(
            help: help("The site around them, for example https://shop.example."),
            transform: { try SiteArgument.read($0) })
        var inside: SiteOrigin

        @Option(help: help("Only on this network, by its id."))
        var network: String?

        func set(_ areAllowed: Bool) throws -> Bool {
            try options.with { permissions in
                guard try permissions.site(site)?.grants.isEmpty == false else { throw SiteArgument.unknown(site) }
                return try permissions.setFrames(
                    of: site, inside: inside, areAllowed: areAllowed, on: network.map { ExactText($0) })
            }
        }
    }

    struct Allow: SiteFramesSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "allow", abstract: localized("Let frames of a site ask you inside another one."))

        @OptionGroup var arguments: Arguments

        func run() throws {
            _ = try arguments.set(true)
            write(localized("allowed: frames of %1$s inside %2$s", "\(arguments.site)", "\(arguments.inside)"))
        }
    }

    struct Refuse: SiteFramesSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "refuse", abstract: localized("Take that back: such frames have no wallet any more."))

        @OptionGroup var arguments: Arguments

        func run() throws {
            guard try arguments.set(false) else {
                throw ReportedError(
                    sentence: localized(
                        "Frames of %1$s weren’t allowed inside %2$s.", "\(arguments.site)", "\(arguments.inside)"),
                    code: "not-allowed", status: .nothing)
            }
            write(localized("refused: frames of %1$s inside %2$s", "\(arguments.site)", "\(arguments.inside)"))
        }
    }
}

/// A command of `near-connect sites frames`.
protocol SiteFramesSubcommand: SitesSubcommand {
    /// The frames, and the site around them.
    var arguments: SiteFramesCommand.Arguments { get }
}

extension SiteFramesSubcommand {
    static var name: String { "sites frames \(configuration.commandName ?? "")" }

    var options: SitesCommand.Options { arguments.options }

    /// Says what was done.
    func write(_ line: String) {
        options.output.write(
            [line],
            .answer(
                of: Self.name,
                [
                    "outcome": "done", "origin": .string("\(arguments.site)"),
                    "inside": .string("\(arguments.inside)"),
                ]))
    }
}
