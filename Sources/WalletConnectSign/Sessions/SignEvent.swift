// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// An event of a sign client.
public enum SignEvent: Sendable, Hashable {
    /// The connection to the relay has another state; sessions aren't touched by it.
    case relay(RelayState)
    /// A session was made.
    case settled(SignSession)
    /// The wallet has changed what it grants, or its accounts.
    case updated(SignSession)
    /// A session lasts longer.
    case extended(SignSession)
    /// The wallet has sent an event that the session grants.
    case event(SignSession, chain: ChainID, name: String, data: JSONValue)
    /// An answer has come that nobody waits for any more.
    ///
    /// It is told again after each start, until ``SignClient/noted(_:)``.
    case late(LateAnswer)
    /// A session has ended; there is one such event a session.
    case ended(SignSession, SignEnd)
    /// The store has failed, so that the client does nothing more until it is started again; sessions stay.
    case failed(SignError)
}

/// An answer to a request that was given up: cancelled, expired, unconfirmed, or made before a restart.
///
/// It is never acted upon. A program whose wallet signed after all writes that down, and sends nothing.
public struct LateAnswer: Sendable, Hashable {
    /// The session.
    public let session: Topic
    /// The part of the program whose session it is.
    public let owner: String
    /// The request's id.
    public let request: String
    /// The chain.
    public let chain: ChainID
    /// The method.
    public let method: String
    /// The request's params.
    public let params: JSONValue
    /// The wallet's result; `nil` for an error.
    public let result: JSONValue?
}

/// A request that the relay has stored: now its wallet may be opened, and not before.
public struct StoredRequest: Sendable, Hashable {
    /// The request's id.
    public let id: String
    /// The session.
    public let session: Topic

    /// Returns the link that opens the wallet for this request; `nil` where it has none that is safe to open.
    ///
    /// - Parameter wallet: The links of the session's wallet, or those that the user chose when pairing.
    public func link(for wallet: WalletLinks) -> String? { wallet.link(request: id, session: session) }
}

/// A finding for the log, without contents, keys or links.
public enum SignNote: Sendable, Hashable {
    /// A message on a topic couldn't be read.
    case unreadable(Topic, EnvelopeError)
    /// A text of the relay isn't JSON-RPC.
    case strangeFrame
    /// A message has come for a topic that isn't ours, or isn't any more.
    case unknownTopic(Topic)
    /// An answer to an id that was never asked, or was answered before.
    case unknownAnswer(Topic)
    /// A message has come twice.
    case repeated(Topic)
    /// The relay refused a call with this code and these words.
    case relayError(Int, String)
    /// A stored record of this kind was incomplete and is dropped.
    case incomplete(String)
    /// A limit was reached, so something was left out.
    case limit(String)
    /// An approval came for an attempt that is over; the wallet's session is ended.
    case lateApproval(Int)
}
