// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARPrimitives
internal import SafeText

/// Asks another computer of the user's for a share.
package struct SharesJoin: SharesVerb {
    package static let name = "shares join"
    package static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: localized("Get a share for this computer from another one of yours, without a new key."),
        discussion: localized(
            "Prints a request, and reads the answer from standard input: the line that “shares add-computer” prints on the other computer. Compare the 24 digits that both show. The command has to stay open meanwhile: each request has one answer."
        ))

    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions

    package init() {}

    package func validate() throws {
        guard !login.freshLogin else {
            throw ValidationError(localized("Nobody signs in here: leave --fresh-login out."))
        }
    }
}

/// Gives a further computer a share of its own.
package struct SharesAddComputer: SharesVerb {
    package static let name = "shares add-computer"
    package static let configuration = CommandConfiguration(
        commandName: "add-computer",
        abstract: localized("Give another computer of yours a share of its own, without a new key."),
        discussion: localized(
            "Run “shares join” there, and give its request here. The share is made from this computer’s and the words; where the service gives its share, from this computer’s and the login’s, if no --words are named. The answer is sealed: only the computer that has asked can open it."
        ))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId

    @Argument(help: help("The request that “shares join” shows on the other computer."))
    package var request: String

    @Option(
        help: help(
            "The 24 digits that the other computer shows, to be compared by this command; without it you are asked in the terminal.",
            valueName: "digits"))
    package var number: String?

    @OptionGroup package var words: SharesWordsOptions
    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions

    package init() {}
}
