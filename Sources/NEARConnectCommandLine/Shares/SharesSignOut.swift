// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARPrimitives
internal import SafeText

/// Ends the login of an account, and erases this computer's share where that is asked for.
package struct SharesSignOut: SharesVerb {
    package static let name = "shares sign-out"
    package static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: localized("End the login at its service, on all computers; on request erase this computer’s share."),
        discussion: localized(
            "A login that was kept ends, and is kept no more. Where none was, the browser opens for one: signing out of that ends all others. Daily keys go on; remove them before --erase-share. After that the account opens on this computer only with the words and the login: you are asked for the words first, and the service has to know the login."
        ))

    @Argument(help: help("The account.", valueName: "account-id"), transform: { try AccountId($0) })
    package var account: AccountId

    @Flag(help: help("Erase this computer’s share, too; the words must be at hand."))
    package var eraseShare = false

    @OptionGroup package var words: SharesWordsOptions
    @OptionGroup package var options: SharesOptions
    @OptionGroup package var login: SharesLoginOptions

    package init() {}

    package func validate() throws {
        guard !login.keepSession else {
            throw ValidationError(localized("--keep-session keeps a login, and this command ends it: leave it out."))
        }
        guard eraseShare || words.words == nil else {
            throw ValidationError(localized("--words is for --erase-share: name that too, or leave it out."))
        }
    }
}
