// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectProgram
import NEARPrimitives
import SafeText

/// Removes what a wallet has stored in a profile.
struct ForgetCommand: JSONCommand {
    static let configuration = ForgetOptions.command

    @OptionGroup var options: ForgetOptions

    var printsJSON: Bool { options.output.json }

    func run() throws {
        Diagnostics.start(verbose: options.output.verbose)
        ProfileChoice.noteNew(options.profile)
        var configuration = NEARWalletConfiguration(
            network: try NetworkChoice.network(options.network, rpcURLs: options.rpcURL, file: options.networks),
            profile: .named(options.profile))
        configuration.phoneWallets = try PhoneChoice.settings(options.phones, profile: options.profile)
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start()
            defer { display.stop() }
            let forgotten = try MainLoop.run { [configuration] in
                let manager = NEARWalletManager(configuration: configuration)
                defer { manager.close() }
                return try await manager.forgetWallet(options.wallet)
            }
            options.output.write(Self.lines(forgotten), Self.answer(forgotten, of: options.wallet))
        }
    }

    private static func lines(_ forgotten: ForgottenWallet) -> [String] {
        var lines: [String] = []
        if forgotten.wasSignedIn {
            lines.append(
                localized("You are signed out; the account’s access key stays on the chain until you delete it there."))
        }
        let sites = forgotten.sites.isEmpty ? localized("none") : forgotten.sites.joined(separator: ", ")
        if forgotten.phoneSessions > 0 {
            lines.append(Self.sentence(forgotten.phoneSessions, areTold: forgotten.phonesAreTold))
        }
        return lines + [
            localized("stored values removed: %1$s", "\(forgotten.storedValues)"),
            localized("sites cleared: %1$s", sites),
            localized("answers about links forgotten: %1$s", "\(forgotten.rememberedLinks)"),
        ]
    }

    private static func sentence(_ count: Int, areTold: Bool) -> String {
        let sessions = localizedPlural("%1$s session", "%1$s sessions", count: count, "\(count)")
        return areTold
            ? localized("ended with phones: %1$s. They are told.", sessions)
            : localized(
                "ended with phones: %1$s. The relay can’t be reached, so they still show them: end them there.",
                sessions)
    }

    private static func answer(_ forgotten: ForgottenWallet, of wallet: String) -> JSONValue {
        .answer(
            of: "forget",
            [
                "outcome": "done", "walletId": .string(wallet), "wasSignedIn": .bool(forgotten.wasSignedIn),
                "storedValues": .integer(Int128(forgotten.storedValues)),
                "sites": .array(forgotten.sites.map { .string($0) }),
                "rememberedLinks": .integer(Int128(forgotten.rememberedLinks)),
                "phoneSessions": .integer(Int128(forgotten.phoneSessions)),
                "phonesAreTold": .bool(forgotten.phonesAreTold),
            ])
    }
}
