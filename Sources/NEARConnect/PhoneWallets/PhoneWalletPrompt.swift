// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// Something that the user of a phone wallet has to see.
public enum PhoneWalletPrompt: Sendable, Hashable {
    /// A link that the wallet is to scan or to be opened with.
    case link(PhoneWalletLink)
    /// The phone is asked now, and the user has to look there.
    case asking(PhoneWalletQuestion)
}

/// A link by which a phone wallet connects: for one use, and for five minutes.
///
/// Whoever has the link can answer it, so ``uri`` belongs on the screen and in no log; the description leaves it out.
public struct PhoneWalletLink: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The text `wc:…`, for a QR code and to be copied.
    public let uri: String
    /// The wallet's name as users read it.
    public let walletName: String
    /// The time at which the link ends; another one is shown by then.
    public let expires: Date

    /// Creates a link, for previews and tests.
    ///
    /// - Parameters:
    ///   - uri: The text `wc:…`.
    ///   - walletName: The wallet's name.
    ///   - expires: The time at which the link ends.
    public init(uri: String, walletName: String, expires: Date) {
        self.uri = uri
        self.walletName = walletName
        self.expires = expires
    }

    /// The wallet's name and the end; the link isn't shown.
    public var description: String { "link for \(walletName) until \(expires)" }

    /// An empty mirror, so that `dump` shows no link either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// A question that a phone wallet has now.
public struct PhoneWalletQuestion: Sendable, Hashable {
    /// The kinds of questions.
    public enum Kind: Sendable, Hashable {
        /// The wallet is asked for its accounts.
        case accounts
        /// The wallet is asked to sign this number of transactions.
        case transactions(Int)
        /// The wallet is asked to sign a message.
        case message
    }

    /// The question's kind.
    public let kind: Kind
    /// The wallet's name, as it calls itself; made fit to be shown.
    public let walletName: String

    /// Creates a question, for previews and tests.
    ///
    /// - Parameters:
    ///   - kind: The question's kind.
    ///   - walletName: The wallet's name.
    public init(kind: Kind, walletName: String) {
        self.kind = kind
        self.walletName = walletName
    }
}

/// Shows what users of phone wallets have to see: a link to scan, and that the phone is asked.
///
/// ``BridgeWidget`` has one of its own. A program without a widget, or with a look of its own, sets one by
/// ``NEARWalletManager/setPhoneWalletPresenter(_:)``. All is called on the main actor.
@MainActor
public protocol PhoneWalletPresenter: AnyObject {
    /// Shows a prompt in place of the one before.
    ///
    /// - Parameters:
    ///   - prompt: The link, or the question that the phone has.
    ///   - cancel: Ends the operation as the user's Cancel does; it may be called at any time.
    func show(_ prompt: PhoneWalletPrompt, cancel: @escaping @MainActor () -> Void)

    /// Takes everything away: nobody waits for the phone any more.
    func dismiss()
}
