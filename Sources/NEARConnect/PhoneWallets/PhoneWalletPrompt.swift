// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARConnectCore
package import WalletConnectSign

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

    /// Returns the link that opens a wallet of this computer with the pairing; `nil` where it has none.
    ///
    /// It has the whole of ``uri`` in it. Opening it hands it to the program that has registered the wallet's scheme.
    public func address(opening wallet: KnownPhoneWallet) -> String? { address(opening: wallet.links) }

    /// Returns the link that opens a wallet with the pairing, by the wallet's own links.
    package func address(opening links: WalletLinks) -> String? { links.link(pairing: uri) }

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
        /// The wallet is asked to add a function-call key of this program's.
        case functionCallKey(FunctionCallKeyRequest)
    }

    /// The question's kind.
    public let kind: Kind
    /// The wallet's name, as it calls itself; made fit to be shown.
    public let walletName: String
    /// The link that brings the wallet to the front; `nil` before the relay has the request.
    ///
    /// It stays `nil` where there is none. It is the wallet's own, or of the wallet that the user opened when pairing.
    /// It leads out of this program: ask before it is opened.
    public var link: String?

    /// Creates a question, for previews and tests.
    ///
    /// - Parameters:
    ///   - kind: The question's kind.
    ///   - walletName: The wallet's name.
    ///   - link: The link that brings the wallet to the front.
    public init(kind: Kind, walletName: String, link: String? = nil) {
        self.kind = kind
        self.walletName = walletName
        self.link = link
    }
}

/// Says whether a phone is waited for.
package enum PhoneWait {
    /// A phone has a question now.
    case asked(PhoneWalletQuestion)
    /// Nobody waits any more; with what has come of it, `nil` where the wait was given up.
    case over(PhoneWalletQuestion, Result<Void, NEARError>?)
}

/// Shows what users of phone wallets have to see: a link to scan, and that the phone is asked.
///
/// ``BridgeWidget`` has one of its own. A program without a widget, or with a look of its own, sets one by
/// ``NEARWalletManager/setPhoneWalletPresenter(_:)``. All is called on the main actor.
@MainActor
public protocol PhoneWalletPresenter: AnyObject {
    /// Shows a prompt in place of the one before.
    ///
    /// A question comes twice where there is a link to open its wallet by: the second time with the link, once the
    /// relay has the request.
    ///
    /// - Parameters:
    ///   - prompt: The link, or the question that the phone has.
    ///   - cancel: Ends the operation as the user's Cancel does; it may be called at any time.
    func show(_ prompt: PhoneWalletPrompt, cancel: @escaping @MainActor () -> Void)

    /// Says quietly, beside what is shown, what keeps messages from the phone or from this program.
    ///
    /// Nothing has ended by it: the connection is made again by itself.
    ///
    /// - Parameter trouble: A sentence; `nil` once it is over.
    func say(relayTrouble trouble: String?)

    /// Takes everything away: nobody waits for the phone any more.
    func dismiss()
}

extension PhoneWalletPresenter {
    /// Says nothing.
    public func say(relayTrouble trouble: String?) {}
}
