// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Sets what a site may have signed without a question.
struct SitesLimit: SitesSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "limit",
        abstract: localized("Let a site have things signed without asking you, up to so much a day, for one contract."),
        discussion: localized(
            "Everything else is asked for as before: other receivers, messages, and whatever can take the account away. Gas isn’t counted. “--none” has everything asked for again."
        ))

    @OptionGroup var options: SitesCommand.Options

    @Argument(help: help("The site, for example https://app.example."), transform: { try SiteArgument.read($0) })
    var site: SiteOrigin

    @Option(help: help("The network, by its id."))
    var network: String

    @Option(
        help: help("The NEAR in 24 hours, with its unit.", valueName: "amount"),
        transform: { try SendingOptions.amount($0) })
    var deposit: NEARToken?

    @Option(help: help("The only receiver.", valueName: "account-id"), transform: { try AccountId($0) })
    var contract: AccountId?

    @Option(
        help: help("The methods, separated by commas; needed on mainnet, all without it.", valueName: "names"),
        transform: { try MethodNames($0) })
    var methods: MethodNames?

    @Flag(help: help("Ask about everything again."))
    var none = false

    func validate() throws {
        guard none ? (deposit == nil && contract == nil && methods == nil) : (deposit != nil && contract != nil)
        else {
            throw ValidationError(localized("Name --deposit and --contract, or --none alone."))
        }
    }

    func run() throws {
        let network = ExactText(network)
        let names = (methods?.names ?? []).map { ExactText($0) }
        var limits: SiteLimits?
        if let deposit, let contract {
            do throws(PolicyError) {
                limits = try SiteLimits(
                    SiteLimits.Daily(amount: deposit, contract: contract, methods: names), on: network, chain: nil,
                    for: site)
            } catch {
                throw ValidationError("\(error)")
            }
        }
        try options.with { permissions in
            guard try permissions.site(site)?.grants[network] != nil else { throw SiteArgument.unknown(site) }
            try permissions.setLimits(limits, of: site, on: network)
        }
        let line =
            limits == nil
            ? localized("asks about everything: %1$s", "\(site)")
            : localized("set: %1$s\t%2$s", "\(site)", DisplayText.name(network.text))
        options.output.write(
            [line],
            .answer(
                of: Self.name,
                [
                    "outcome": "done", "origin": .string("\(site)"), "network": .string(DisplayText.name(network.text)),
                    "isLimited": .bool(limits != nil),
                ]))
    }
}
