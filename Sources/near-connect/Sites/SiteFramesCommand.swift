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

    struct Allow: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Let frames of a site ask you inside another one."))

        @OptionGroup var arguments: Arguments

        func run() throws {
            _ = try arguments.set(true)
            print(localized("allowed: frames of %1$s inside %2$s", "\(arguments.site)", "\(arguments.inside)"))
        }
    }

    struct Refuse: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Take that back: such frames have no wallet any more."))

        @OptionGroup var arguments: Arguments

        func run() throws {
            guard try arguments.set(false) else {
                StandardError.say(
                    localized("Frames of %1$s weren’t allowed inside %2$s.", "\(arguments.site)", "\(arguments.inside)")
                )
                throw ExitCode(ExitStatus.nothing)
            }
            print(localized("refused: frames of %1$s inside %2$s", "\(arguments.site)", "\(arguments.inside)"))
        }
    }
}
