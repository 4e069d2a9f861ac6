// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARConnectCore
internal import SafeText

/// Options of all `near-connect shares` commands that work on a profile's keys.
package struct SharesOptions: ParsableArguments {
    @Option(help: help("The profile."), completion: .custom { _, _, _ in ProfileChoice.names() })
    package var profile = "default"

    @Option(help: help("mainnet (by default), testnet, or the id of another chain."))
    package var network = "mainnet"

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(help: NetworkChoice.fileHelp, completion: .file(extensions: ["json"]))
    package var networks: String?

    @OptionGroup package var output: OutputOptions

    package init() {}

    package func validate() throws { _ = try chosenNetwork() }

    /// Returns the chosen network with its nodes.
    ///
    /// - Throws: `ValidationError`.
    package func chosenNetwork() throws -> NEARNetwork {
        do {
            return try NetworkChoice.network(network, rpcURLs: rpcURL, file: networks)
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError(ErrorReport(error).sentence)
        }
    }
}

/// Options of the commands that use what this computer keeps of a key.
package struct SharesVaultOptions: ParsableArguments {
    @Option(
        help: help(
            "Where this computer’s share is: secret-service or sealed-file. Without it where this profile has its secrets, else the desktop’s keyring, else a sealed file.",
            valueName: "place"))
    package var secrets: String?

    @Option(
        help: help(
            "The sealed file’s passphrase, from descriptor 4 as fd:4; without it you are asked in the terminal.",
            valueName: "fd"))
    package var passphrase: String?

    package init() {}

    package func validate() throws {
        if let passphrase { try SecretDescriptor.check(passphrase, option: "--passphrase") }
        guard secrets == nil || secrets == "secret-service" || secrets == "sealed-file" else {
            throw ValidationError(localized("--secrets is secret-service or sealed-file: a share can spend."))
        }
    }
}

/// The option of the commands that put a share on this computer although its old place can't be opened.
package struct SharesNewFileOptions: ParsableArguments {
    @Flag(
        help: help(
            "Move the sealed file aside, whose passphrase nobody knows any more, and create a new one. The old file is kept."
        ))
    package var forgottenPassphrase = false

    package init() {}
}

/// Options of the commands that use a login and this computer's share.
package struct SharesLoginOptions: ParsableArguments {
    /// A way by which the login's page is opened.
    package enum Browser: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// In the user's browser.
        case open
        /// By whoever reads the address on standard error.
        case print
        /// By this program, for a provider that approves by itself, as `shares serve` does.
        case fetch
    }

    @Option(help: help("The identity provider’s address; saved by “shares create”.", valueName: "url"))
    package var issuer: String?

    @Option(help: help("This program’s id at the identity provider; near-connect by default.", valueName: "id"))
    package var client: String?

    @Option(help: help("The share service’s address; saved by “shares create”.", valueName: "url"))
    package var service: String?

    @Option(help: help("co-sign (by default): the service signs with its share; release: it gives the share."))
    package var mode: String?

    @Option(
        help: help(
            "How the login’s page is opened: open (by default) in your browser, print its address for you to open elsewhere on this computer, or fetch it, for a provider that asks nobody."
        ))
    package var browser = Browser.open

    @Flag(help: help("Have the provider ask who you are, also where the browser is signed in."))
    package var freshLogin = false

    @Flag(help: help("Keep the login beside this computer’s share, so that later commands need no browser."))
    package var keepSession = false

    @OptionGroup package var vault: SharesVaultOptions

    package init() {}

    package func validate() throws {
        guard mode == nil || mode == "co-sign" || mode == "release" else {
            throw ValidationError(localized("--mode is co-sign or release."))
        }
    }
}

/// Options of the commands that change an account's keys.
package struct SharesChangeOptions: ParsableArguments {
    @Option(
        help: help(
            "The policy that approves in place of a user, for pipelines; without it you are asked in the terminal.",
            valueName: "policy"), completion: .file(extensions: ["json"]))
    package var approve: String?

    package init() {}
}

/// Options of the commands that show new words and have them typed back.
package struct SharesNewWordsOptions: ParsableArguments {
    @Option(
        help: help(
            "For a program: write the new words as a line into descriptor 5, named fd:5, and read them back from --typed. Without it they are shown in the terminal.",
            valueName: "fd"))
    package var wordsTo: String?

    @Option(
        help: help(
            "For a program: the descriptor from which --words-to’s words come back, for example fd:6.", valueName: "fd")
    )
    package var typed: String?

    package init() {}

    package func validate() throws {
        guard (wordsTo == nil) == (typed == nil) else {
            throw ValidationError(localized("--words-to and --typed belong together: name both, or none."))
        }
        if let wordsTo { try SecretDescriptor.check(wordsTo, option: "--words-to") }
        if let typed { try SecretDescriptor.check(typed, option: "--typed") }
    }
}

/// Options of the commands that take words.
package struct SharesWordsOptions: ParsableArguments {
    @Option(
        help: help(
            "The words, from descriptor 3 as fd:3, a line for each share; without it you are asked in the terminal.",
            valueName: "fd"))
    package var words: String?

    package init() {}

    package func validate() throws {
        if let words { try SecretDescriptor.check(words, option: "--words") }
    }
}
