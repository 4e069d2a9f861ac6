// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText
package import WalletConnectSign

/// The reason why a phone wallet's answer isn't accepted; nothing of it is used or sent.
package enum PhoneAnswerFault: Sendable, Hashable {
    /// It isn't in a form that NEAR's methods have.
    case unreadable
    /// It has another number of signatures than were asked for.
    case count(Int, expected: Int)
    /// Another transaction was signed than the one that was asked for.
    case otherTransaction
    /// The signature isn't that of the transaction's key.
    case signature
    /// The signed message isn't the one that was asked for, or isn't signed by its key.
    case message(NEP413Error)
    /// The session grants no such account on this network.
    case account(String)
    /// The account has no such key, or the key may not sign this.
    case key(PublicKey, AccountId)
    /// The chain shows no new key, though the wallet says that it added one.
    case keyNotAdded(PublicKey, AccountId)
    /// The chain shows the new key with other rights than were asked for.
    case otherPermission(PublicKey, AccountId)
}

/// The reason why an operation with a phone wallet failed.
///
/// ``code`` is stable; the description is a sentence for users.
package enum PhoneWalletError: Error, Sendable {
    /// WalletConnect failed, or the wallet refused.
    case sign(SignError)
    /// The wallet's answer isn't accepted; nothing was sent.
    case answerInvalid(PhoneAnswerFault)
    /// The chain would refuse the transaction, with the reason as a sentence; so the wallet wasn't asked.
    case refusedByChain(String)
    /// A request that can't be made of a wallet, with the reason.
    case requestInvalid(String)
    /// The nodes or the journal failed.
    case near(NEARError)

    /// A name of the error that stays.
    package var code: String {
        switch self {
        case .sign(let error): error.code
        case .answerInvalid: "answerInvalid"
        case .refusedByChain: "refusedByChain"
        case .requestInvalid: "requestInvalid"
        case .near(let error): error.code
        }
    }
}

extension PhoneWalletError {
    /// True for the wallet's own answer: it refused, or said what can't be used.
    package var isAnswer: Bool {
        switch self {
        case .answerInvalid, .sign(.requestRejected), .sign(.proposalRejected), .sign(.methodUnsupported): true
        default: false
        }
    }

    /// The manager's error for this one.
    package var nearError: NEARError {
        switch self {
        case .near(let error): error
        case .sign(.requestRejected(let words)), .sign(.proposalRejected(let words)):
            .walletRejected(message: words.message.isEmpty ? "\(words)" : words.message)
        case .sign(.requestExpired), .sign(.proposalExpired): .timedOut(after: .seconds(300))
        case .sign(.cancelled): .taskCancelled
        case .sign(.stopped): .managerReleased
        case .answerInvalid(let fault): .signatureInvalid(reason: "\(fault)")
        case .sign, .refusedByChain, .requestInvalid: .walletError("\(self)")
        }
    }
}

extension PhoneWalletError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .sign(let error): "\(error)"
        case .answerInvalid(let fault):
            localized("The wallet’s answer can’t be used, and nothing was sent: %1$s. Try another wallet.", "\(fault)")
        case .refusedByChain(let reason):
            localized("The network would refuse this, so the wallet wasn’t asked. %1$s", reason)
        case .requestInvalid(let reason): localized("The wallet can’t be asked for this: %1$s.", reason)
        case .near(let error): DisplayText.words(error)
        }
    }
}

extension PhoneAnswerFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable: localized("it can’t be read")
        case .count(let count, let expected):
            localized("it has %1$s signatures where %2$s were asked for", "\(count)", "\(expected)")
        case .otherTransaction: localized("it signed another transaction than it was asked for")
        case .signature: localized("a signature is wrong")
        case .message(let error): "\(error)"
        case .account(let name):
            localized("it grants no account “%1$s” on this network", DisplayText.name(String(name.prefix(80))))
        case .key(let key, let account): localized("%1$s is not a key of %2$s with that right", "\(key)", "\(account)")
        case .keyNotAdded(let key, let account): localized("%1$s was not added to %2$s", "\(key)", "\(account)")
        case .otherPermission(let key, let account):
            localized("%1$s was added to %2$s with other rights than were asked for", "\(key)", "\(account)")
        }
    }
}
