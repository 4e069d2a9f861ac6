// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARPrimitives
internal import SafeText

/// A command of `near-connect shares`, which `near-connect-walletconnect` carries out.
package protocol SharesVerb: JSONCommand {
    /// The command's name, as it is typed.
    static var name: String { get }

    /// The options that all of them have.
    var options: SharesOptions { get }
}

extension SharesVerb {
    package var printsJSON: Bool { options.output.json }
}

/// Makes, uses and replaces keys that open with any two of a login, this computer and words.
package struct SharesCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "shares",
        abstract: localized(
            "Make and use an account’s key that opens with any two of a login, this computer and words."),
        discussion: localized(
            "The key is never put together. Lost one of the three: “shares recover”; stolen or seen by somebody: “shares rotate”. Words and passphrases are typed in the terminal without being shown, or come by a descriptor; they never stand in the command line."
        ),
        subcommands: [
            SharesCreate.self, SharesStatus.self, SharesSignIn.self, SharesSignOut.self, SharesProve.self,
            SharesRecover.self, SharesRotate.self, SharesJoin.self, SharesAddComputer.self, SharesLeave.self,
            SharesDailyKeyCommand.self,
        ])

    package init() {}
}

/// Makes a shared key and gives it to an account.
package struct SharesCreate: SharesVerb {
    package static let name = "shares create"
    package static let configuration = CommandConfiguration(
        commandName: "create", abstract: localized("Make a shared key, and give it to an account."),
        discussion: localized(
            "Three steps: sign in, this computer, 24 words that you type back. Cut off, it goes on when it is run again. The account is one that you have a key of, which adds the shared one; with --creator a new one; without a name the one that the key has by itself, which waits for its first deposit."
        ))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId?

    @Option(
        help: help("The account that makes the new one, by its key in --credentials.", valueName: "account-id"),
        transform: { try AccountId($0) })
    package var creator: AccountId?

    @Option(
        help: help(
            "What a new account gets from its creator, with its unit; 0.1 NEAR by default.", valueName: "amount"),
        transform: { try NEARToken($0) })
    package var deposit: NEARToken?

    @Option(
        help: help("The folder with near-cli’s credential files, instead of ~/.near-credentials."),
        completion: .directory)
    package var credentials: String?

    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions
    @OptionGroup package var newWords: SharesNewWordsOptions
    @OptionGroup package var change: SharesChangeOptions

    package init() {}

    package func validate() throws {
        guard account != nil || creator == nil else {
            throw ValidationError(localized("--creator makes a new account: name it."))
        }
        guard creator != nil || deposit == nil else {
            throw ValidationError(localized("--deposit is what --creator gives: name that too, or leave it out."))
        }
    }
}

/// Lists the profile's shared keys.
package struct SharesStatus: SharesVerb {
    package static let name = "shares status"
    package static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: localized("List the profile’s shared keys: where the shares are, and which keys the chain shows."))

    @Flag(help: help("Don’t ask the chain."))
    package var offline = false

    @OptionGroup package var options: SharesOptions

    package init() {}
}

/// Opens an account with the login and this computer's share.
package struct SharesSignIn: SharesVerb {
    package static let name = "shares sign-in"
    package static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: localized("Open the account with the login and this computer, and see that both sign."))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId
    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions

    package init() {}
}

/// Compares words with an account's key.
package struct SharesProve: SharesVerb {
    package static let name = "shares prove"
    package static let configuration = CommandConfiguration(
        commandName: "prove",
        abstract: localized("See whether words are a share of the account’s key. Nobody is asked, nothing is opened."))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId
    @OptionGroup package var words: SharesWordsOptions
    @OptionGroup package var options: SharesOptions

    package init() {}
}

/// Opens an account whose login or computer is lost.
package struct SharesRecover: SharesVerb {
    package static let name = "shares recover"
    package static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: localized("Open the account with words, where a login or a computer is lost."),
        discussion: localized(
            "The words open it together with this computer’s share, with the login (also on a new computer), or with the words of the program’s share. This computer’s share is put back. Where something was stolen or seen, run “shares rotate” afterwards. Where the sealed file’s passphrase is forgotten, --forgotten-passphrase begins a new file; where the service signs and gives no share, “shares rotate” has that option, too."
        ))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId

    @Flag(help: help("Do without the login: with this computer’s share, or with two lines of words."))
    package var withoutLogin = false

    @OptionGroup package var newFile: SharesNewFileOptions

    @OptionGroup package var words: SharesWordsOptions
    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions

    package init() {}

    package func validate() throws {
        guard !withoutLogin || !login.freshLogin else {
            throw ValidationError(localized("--fresh-login is for a login, and --without-login does without one."))
        }
    }
}

/// Replaces an account's shared key.
package struct SharesRotate: SharesVerb {
    package static let name = "shares rotate"
    package static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: localized("Replace the key by a new one: all shares that anybody has are worthless then."),
        discussion: localized(
            "For whatever was stolen, seen or taken over. Cut off, it goes on when it is run again. With --words the old key is opened by its words beside this computer’s share or the login, also on a new computer."
        ))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId
    @OptionGroup package var newFile: SharesNewFileOptions
    @OptionGroup package var words: SharesWordsOptions
    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions
    @OptionGroup package var newWords: SharesNewWordsOptions
    @OptionGroup package var change: SharesChangeOptions

    package init() {}
}

/// Gives an account an ordinary key in place of the shared one.
package struct SharesLeave: SharesVerb {
    package static let name = "shares leave"
    package static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: localized("Give the account an ordinary key in place of the shared one."),
        discussion: localized(
            "“keys generate” makes one. With --words no login is needed: this computer’s share and the words sign."))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId

    @Argument(help: help("The public half of the key that the account gets."), transform: { try PublicKey($0) })
    package var key: PublicKey

    @OptionGroup package var words: SharesWordsOptions
    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions
    @OptionGroup package var change: SharesChangeOptions

    package init() {}
}
