// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The things that a page wants together with accounts.
package struct DAppWish: Sendable {
    /// The only account that may be chosen; `nil` for any.
    package var account: AccountId?
    /// The function-call key to add to the account.
    package var key: FunctionCallKeyRequest?
    /// The message to sign with the account's key.
    package var message: DAppRequest.Message?
    /// True if the user has given the site no permission yet, on any network.
    package var isFirstTime = false

    /// Describes a wish.
    package init(
        account: AccountId? = nil, key: FunctionCallKeyRequest? = nil, message: DAppRequest.Message? = nil
    ) {
        self.account = account
        self.key = key
        self.message = message
    }
}

/// The things that a user has given a site in one question.
package struct DAppConnection: Sendable {
    /// The accounts that the site may see, the one that signs by default first.
    package let accounts: [SiteGrant.Account]
    /// The key that was added.
    package let key: SiteGrant.Key?
    /// The message, signed by the first account.
    package let message: SignedMessage?

    /// Describes what was given.
    package init(accounts: [SiteGrant.Account], key: SiteGrant.Key? = nil, message: SignedMessage? = nil) {
        self.accounts = accounts
        self.key = key
        self.message = message
    }
}
