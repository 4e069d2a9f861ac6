// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARPrimitives
internal import SafeText

/// Adds, lists and removes an account's daily keys.
package struct SharesDailyKeyCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "daily-key",
        abstract: localized("Give an account keys for calls of one contract, which need neither login nor words."),
        discussion: localized(
            "A daily key lies with this computer’s share and signs until its end. It can neither transfer nor add keys. The first login after its end removes it from the account."
        ),
        subcommands: [
            SharesDailyKeyAdd.self, SharesDailyKeyList.self, SharesDailyKeyCall.self, SharesDailyKeyRemove.self,
        ])

    package init() {}
}

/// Gives an account a daily key.
package struct SharesDailyKeyAdd: SharesVerb {
    /// The most days that a key may last.
    private static let longest = 365

    package static let name = "shares daily-key add"
    package static let configuration = CommandConfiguration(
        commandName: "add", abstract: localized("Make a daily key, and add it to the account."),
        discussion: localized(
            "With --words no login is needed: this computer’s share and the words sign. A policy counts the allowance as a deposit."
        ))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId

    @Option(
        help: help("The one contract that the key may call.", valueName: "account-id"), transform: { try AccountId($0) }
    )
    package var receiver: AccountId

    @Option(
        help: help("The methods that it may call, separated by commas; all without it.", valueName: "names"),
        transform: { try MethodNames($0) })
    package var methods: MethodNames?

    @Option(
        help: help(
            "The NEAR that its calls may cost in fees, with its unit; 0.25 NEAR by default.", valueName: "amount"),
        transform: { try NEARToken($0) })
    package var allowance: NEARToken?

    @Option(help: help("The days until its end, 1 to 365; 30 by default.", valueName: "count"))
    package var days = 30

    @OptionGroup package var words: SharesWordsOptions
    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions
    @OptionGroup package var change: SharesChangeOptions

    package init() {}

    package func validate() throws {
        guard (1...Self.longest).contains(days) else {
            throw ValidationError(localized("--days is a number from 1 to %1$s.", "\(Self.longest)"))
        }
    }
}

/// Lists the profile's daily keys.
package struct SharesDailyKeyList: SharesVerb {
    package static let name = "shares daily-key list"
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: localized("List this computer’s daily keys: contract, end, and what the chain shows of them."))

    @Argument(help: help("The account; all without it.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId?

    @Flag(help: help("Don’t ask the chain."))
    package var offline = false

    @OptionGroup package var options: SharesOptions

    package init() {}
}

/// Calls a contract with a daily key.
package struct SharesDailyKeyCall: SharesVerb {
    package static let name = "shares daily-key call"
    package static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: localized(
            "Call a contract’s method by a transaction that a daily key signs, without login or words."),
        discussion: localized(
            "Approved, recorded and sent as by “near-connect call”. What the contract returns goes to standard output, and the lines that it logs to standard error."
        ))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId

    @OptionGroup package var method: ContractMethodOptions
    @OptionGroup package var options: SharesOptions
    @OptionGroup package var vault: SharesVaultOptions
    @OptionGroup package var change: SharesChangeOptions

    package init() {}
}

/// Takes daily keys from an account.
package struct SharesDailyKeyRemove: SharesVerb {
    package static let name = "shares daily-key remove"
    package static let configuration = CommandConfiguration(
        commandName: "remove", abstract: localized("Take a daily key from the account and from this computer."),
        discussion: localized("With --words no login is needed: this computer’s share and the words sign."))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId

    @Argument(help: help("The public key."), transform: { try PublicKey($0) })
    package var key: PublicKey?

    @Flag(help: help("Remove all that this computer has."))
    package var all = false

    @OptionGroup package var words: SharesWordsOptions
    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions
    @OptionGroup package var change: SharesChangeOptions

    package init() {}

    package func validate() throws {
        guard (key != nil) != all else {
            throw ValidationError(localized("Name the key to remove, or say --all."))
        }
    }
}
