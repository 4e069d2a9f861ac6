// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
public import NEARShares
public import NEARVault
internal import SafeText

/// A reason for which a shared key can't be made, used or replaced.
///
/// Holds no part of a share.
public enum SharedKeyError: Error, Hashable, Sendable {
    // MARK: Places

    /// A set has so few holders; it needs three.
    case tooFewHolders(Int)
    /// The shares of two holders lie where one theft gets both.
    case onePlace(ShareHolder, ShareHolder)
    /// This holder's share doesn't belong into this place.
    case unfit(ShareHolder, SharePlace)

    /// This holder's share isn't kept in a vault.
    case noVault(ShareHolder)

    /// No share may lie in this vault.
    case noPlace(VaultPlace)

    // MARK: Sets

    /// No set has this name.
    case unknownSet(ShareSetID)
    /// The account has a set with this name already.
    case setExists(ShareSetID)
    /// The set can't go from its state to this one.
    case state(ShareSetState, ShareSetState)
    /// So many holders have shown that they have their share; it takes three.
    case unproven(Int)

    // MARK: Shares

    /// The share isn't in the place where it was put.
    case missing(ShareHolder)
    /// The share can't be used.
    case share(KeyShareError)
    /// The share is of a set that another one has replaced; it was made and replaced on these days.
    case replaced(ShareHolder, made: Date, replaced: Date)
    /// The share belongs to the key of another account.
    case otherAccount(ShareHolder, AccountId)
    /// The place of the share can't be read or written.
    case vault(VaultError)
    /// The login gives no share, or its service doesn't take it.
    case login(LoginError)
    /// Both shares are a co-signer's, and the program has none.
    case noShareHere
    /// The service signs with its share and gives it to nobody, so none can be computed for this computer.
    case notGiven
    /// The policy refused, or a signer; nothing was signed.
    case refused(reason: String)
    /// The user cancelled; nothing was signed.
    case cancelled
    /// No node answered, or a signer can't be reached.
    case unavailable(reason: String)
    /// The chain doesn't let the change of keys go on.
    case rotation(reason: String)
    /// The account has none of the keys that this profile knows.
    case keysGone(AccountId)
    /// The profile has no shared key of this account that counts.
    case noAccount(AccountId)
    /// A daily key can't be made, or isn't there.
    case dailyKey(DailyKeyRefusal)
    /// A further computer gets no share.
    case computer(ComputerRefusal)
    /// The files of the profile can't be read or written.
    case storage(reason: String)
}

/// A reason for which a daily key isn't made or removed.
public enum DailyKeyRefusal: Hashable, Sendable {
    /// Its end isn't in the future.
    case ended
    /// The program has named a key of its own, which this computer couldn't sign with.
    case named
    /// The account has as many as it may have.
    case tooMany
    /// This profile has no such daily key of the account.
    case unknown
    /// This profile has no daily key of the account that hasn't ended and that the chain lets call the method.
    case noneFor(method: ExactText, of: AccountId)
}

extension SharedKeyError: CustomStringConvertible {
    /// A sentence for users.
    public var description: String {
        switch self {
        case .tooFewHolders(let count):
            localized(
                "A shared key needs three places for its shares, so that one may be lost; here are %1$s.", "\(count)")
        case .onePlace(let one, let other):
            localized(
                "The shares of %1$s and %2$s would lie where one theft gets both. Choose another place for one of them, such as a file with a passphrase.",
                "\(one)", "\(other)")
        case .unfit(let holder, let place):
            localized("The share of %1$s can’t lie in this place: %2$s.", "\(holder)", "\(place)")
        case .noVault(let holder): localized("The share of %1$s isn’t kept in a vault.", "\(holder)")
        case .noPlace(let place):
            localized(
                "A share can’t lie in this place: %1$s. Choose the keyring or a file with a passphrase.", "\(place)")
        case .dailyKey(.ended): localized("The end of a daily key must be in the future.")
        case .dailyKey(.named): localized("A daily key is made here: leave out the public key.")
        case .dailyKey(.tooMany): localized("The account has too many daily keys. Remove those that aren’t used.")
        case .dailyKey(.unknown): localized("This profile has no such daily key of the account.")
        case .dailyKey(.noneFor(let method, let contract)):
            localized(
                "No daily key here may call %1$s of %2$s. Add one that may.",
                DisplayText.quotation(method.text, limit: 60), contract.text)
        case .computer(let refusal): refusal.description
        case .noAccount(let account):
            localized("%1$s has no shared key here that counts yet.", account.text)
        case .unknownSet: localized("This profile has no such shared key.")
        case .setExists: localized("This profile has this shared key already.")
        case .state(let old, let new):
            localized(
                "The shared key’s set is “%1$s” and can’t become “%2$s”.", old.rawValue, new.rawValue)
        case .unproven(let count):
            localized(
                "%1$s holders of three have shown that they have their share. The account isn’t given this key before all have.",
                "\(count)")
        case .missing(let holder):
            localized("The share of %1$s isn’t where it was put. Use another share, then replace the key.", "\(holder)")
        case .share(let error): error.description
        case .replaced(let holder, let made, let replaced):
            localized(
                "This share of %1$s is from the set of %2$s, which was replaced on %3$s. Use the one that was made then.",
                "\(holder)", Self.day(made), Self.day(replaced))
        case .otherAccount(let holder, let account):
            localized("This share of %1$s belongs to another account: %2$s.", "\(holder)", account.text)
        case .vault(.wrongPassphrase(let path)):
            localized(
                "This passphrase doesn’t open %1$s. Try again. If nobody knows it any more, the login and the recovery words still open the account: recover it with a new file, or replace the key where the service gives no share.",
                DisplayText.line(path))
        case .vault(let error): error.description
        case .login(let error): error.description
        case .noShareHere: localized("This program has no share of the key. Give the recovery words, or sign in.")
        case .notGiven:
            localized(
                "The share service signs with its share and gives it to nobody, so this computer gets none. Replace the key: for that the words and the login sign together."
            )
        case .refused(let reason): reason
        case .cancelled: localized("It was cancelled. Nothing is lost; go on with it later.")
        case .unavailable(let reason): reason
        case .rotation(let reason):
            localized("The account’s keys aren’t changed yet: %1$s Nothing is lost; go on with it later.", reason)
        case .keysGone(let account):
            localized(
                "%1$s doesn’t have this key any more: it was replaced on another computer, or by somebody. Look at the account’s keys; if it was you, recover with the new words.",
                account.text)
        case .storage(let reason): reason
        }
    }
}

extension SharedKeyError {
    private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

extension SharedKeyError: LocalizedError {
    /// The same sentence.
    public var errorDescription: String? { description }
}
