// SPDX-License-Identifier: MIT

internal import SafeText

/// The reason why an operation with a wallet failed.
///
/// ``code`` is stable; the description is a sentence that says what happened and what to do.
public enum SignError: Error, Sendable, Hashable {
    /// The relay couldn't be reached; nothing was sent.
    case relayUnreachable(RelayFault)
    /// The relay doesn't let this program in, or doesn't take the message.
    case relayRefused(RelayRefusal)
    /// Nobody answered the link in time.
    case proposalExpired
    /// The wallet refused to connect.
    case proposalRejected(WalletWords)
    /// The program's own proposal can't be used.
    case proposalInvalid(NamespaceError)
    /// The wallet doesn't grant what the program needs.
    case grantMissing([MissingGrant])
    /// The wallet's settlement isn't accepted.
    case settlementInvalid(SettlementError)
    /// There is no such session.
    case sessionUnknown
    /// The session has ended.
    case sessionEnded(SignEnd)
    /// The wallet didn't answer in time.
    case requestExpired
    /// The wallet refused the request.
    case requestRejected(WalletWords)
    /// The request has more bytes than the relay takes, or names what can't be sent.
    case requestInvalid
    /// Too many sessions, attempts or requests are open.
    case tooMany
    /// The wallet doesn't know the method.
    case methodUnsupported(String)
    /// The relay never said that it has the request: whether it arrived isn't known.
    case deliveryUnknown
    /// The wallet didn't answer a ping.
    case walletSilent
    /// Another process has the store.
    case storeLocked(String)
    /// The store can't be read or written.
    case storeCorrupt(String)
    /// The operation was cancelled.
    case cancelled
    /// The client was stopped, or was never started.
    case stopped

    /// A name of the error that stays.
    public var code: String {
        switch self {
        case .relayUnreachable: "relayUnreachable"
        case .relayRefused: "relayRefused"
        case .proposalExpired: "proposalExpired"
        case .proposalRejected: "proposalRejected"
        case .proposalInvalid: "proposalInvalid"
        case .grantMissing: "grantMissing"
        case .settlementInvalid: "settlementInvalid"
        case .sessionUnknown: "sessionUnknown"
        case .sessionEnded: "sessionEnded"
        case .requestExpired: "requestExpired"
        case .requestRejected: "requestRejected"
        case .requestInvalid: "requestInvalid"
        case .tooMany: "tooMany"
        case .methodUnsupported: "methodUnsupported"
        case .deliveryUnknown: "deliveryUnknown"
        case .walletSilent: "walletSilent"
        case .storeLocked: "storeLocked"
        case .storeCorrupt: "storeCorrupt"
        case .cancelled: "cancelled"
        case .stopped: "stopped"
        }
    }

    /// The wallet's code and own words, where it said any.
    public var words: WalletWords? {
        switch self {
        case .proposalRejected(let words), .requestRejected(let words), .sessionEnded(.byWallet(let words)): words
        default: nil
        }
    }
}
