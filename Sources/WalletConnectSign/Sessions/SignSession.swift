// SPDX-License-Identifier: MIT

/// A session with a wallet: settled, and not ended.
public struct SignSession: Sendable, Hashable {
    /// The session's topic at the relay.
    public let topic: Topic
    /// The part of the program that proposed it.
    public let owner: String
    /// The wallet's description, which is untrusted text.
    public let peer: AppMetadata
    /// The wallet's grants.
    public internal(set) var namespaces: SessionNamespaces
    /// The time at which the session ends by itself.
    public internal(set) var expires: UnixTime
    /// The time at which it was settled.
    public let settled: UnixTime
    /// The time at which the wallet was heard last.
    public internal(set) var lastSeen: UnixTime
    /// True if the wallet asked for links not to be opened for requests.
    public let disablesDeepLinks: Bool
    /// The links of the wallet that the user opened when pairing; `nil` for a code that was scanned.
    public internal(set) var openedBy: WalletLinks?

    /// The links by which the wallet is opened again: those that it named, else those by which it was opened.
    public var links: WalletLinks {
        let named = WalletLinks(peer)
        return named.openOnly == nil ? openedBy ?? named : named
    }
}

/// The reason why a session ended.
public enum SignEnd: Sendable, Hashable {
    /// The wallet ended it, in its own words.
    case byWallet(WalletWords)
    /// This program ended it.
    case byUs
    /// Its time was over.
    case expired
    /// Its key or its record was lost, so that nothing can be said in it any more.
    case broken
}

/// The reason that a wallet is given when this program ends a session.
public struct SignReason: Sendable, Hashable {
    /// The code.
    public let code: Int
    /// The words.
    public let message: String

    /// Creates a reason.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - message: The words.
    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    /// The user has disconnected.
    public static let userDisconnected = SignReason(code: PeerCode.userDisconnected, message: "User disconnected.")
}
