// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// A step of a scripted phone wallet, in one vocabulary for connecting and for requests.
///
/// In JSON a step is a name, or `{"do": name, …}`. Names are those of the scripted executor where both can do a thing.
package enum PhoneWalletStep: Sendable, Hashable {
    // MARK: Both

    /// Goes on; after the last step the wallet accepts.
    case accept
    /// Refuses with a code, and with a message or, as some wallets do, with nothing but a text.
    case reject(code: Int?, message: String)
    /// Never answers.
    case hang
    /// Goes on after a time.
    case delay(milliseconds: Int64)
    /// Goes on when the test says `go`.
    case wait
    /// Leaves the relay, and goes on when the test says `wake`.
    case sleep
    /// Says everything twice.
    case twice

    // MARK: Connecting

    /// Approves by `wc_approveSession`, in one call of the relay, in place of two publications.
    case approveByRelay
    /// Takes the proposal by `irn_fetchMessages`.
    case fetch
    /// Publishes the settlement before the approval.
    case settleFirst
    /// Leaves the list of chains out.
    case noChains
    /// Leaves icons out of its description.
    case noIcons
    /// Names no link by which it is opened again.
    case noRedirect
    /// Grants these in place of what was asked for.
    case grant(PhoneWalletGrant)
    /// Settles for so many seconds.
    case expiry(seconds: Int64)
    /// Settles by another key than the one that approved.
    case otherController
    /// Approves and never settles.
    case neverSettle

    // MARK: Requests

    /// Sends bytes in this form.
    case encoding(WireBytes)
    /// Sends bytes in a form that is broken.
    case brokenBytes(BrokenBytes)
    /// Signs another transaction or message than was asked for.
    case wrongBytes
    /// Signs with a key that isn't the account's, and says so.
    case wrongKey
    /// Signs with another nonce.
    case wrongNonce
    /// Spoils the signature.
    case wrongSignature
    /// Signs as, or names, another account.
    case wrongAccount(String)
    /// Gives this in place of its answer.
    case value(JSONValue)
    /// Ends the session in place of an answer.
    case disconnect(code: Int, message: String)
    /// Says that it added a key, and adds none.
    case addNothing

    /// The broken forms of bytes.
    package enum BrokenBytes: String, CaseIterable, Sendable {
        case gap, tooLarge, negative, fraction, text
    }
}

/// The grants of a scripted wallet where they aren't those that were asked for.
package struct PhoneWalletGrant: Sendable, Hashable {
    /// The chains; `nil` for those that were asked for.
    package var chains: [String]?
    /// The accounts by CAIP-10; `nil` for the wallet's own on each chain.
    package var accounts: [String]?
    /// The methods; `nil` for those that were asked for.
    package var methods: [String]?
    /// The events; `nil` for those that were asked for.
    package var events: [String]?

    package init(
        chains: [String]? = nil, accounts: [String]? = nil, methods: [String]? = nil, events: [String]? = nil
    ) {
        self.chains = chains
        self.accounts = accounts
        self.methods = methods
        self.events = events
    }
}

/// The reason why a text isn't a wallet's script.
package struct PhoneWalletScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sentence.
    package let description: String
}
