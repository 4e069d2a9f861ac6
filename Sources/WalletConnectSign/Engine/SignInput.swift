// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// A request to a wallet, as a program makes it.
struct RequestOrder: Sendable, Hashable {
    let session: Topic
    let chain: ChainID
    let method: String
    let params: JSONValue
    /// The seconds for which the request counts.
    let seconds: Int64
}

/// Everything that happens to the engine.
///
/// A ticket is a number that the caller chose and under which it hears the outcome, once.
enum SignInput: Sendable {
    case start(SignStoreContent)
    case transport(RelayTransportEvent)
    /// A deadline may have come.
    case tick
    /// The network has changed, or the computer woke up.
    case networkChanged
    /// The relay's address or the project has changed.
    case settingsChanged([RelayAddress])
    case propose(ticket: Int, SessionProposal)
    case cancelAttempt(Int)
    case request(ticket: Int, RequestOrder)
    /// Nobody waits for the proposal, the request or the ping any more.
    case cancel(ticket: Int)
    case ping(ticket: Int, Topic)
    case disconnect(Topic, SignReason)
    /// The user has opened the session's wallet by these links when pairing.
    case opened(Topic, WalletLinks)
    /// The program has written down an answer that came too late.
    case noted(RequestRef)
    case stop
}

/// A link that may be shown, since the relay has the proposal.
struct PairingOffer: Sendable, Hashable {
    let number: Int
    let uri: PairingURI
    let expires: UnixTime
}

/// Everything that the engine wants done, in this order.
///
/// Where a change can't be stored, nothing that follows it may be done.
enum SignEffect: Sendable {
    case store([SignStoreChange])
    case open(RelayOpening)
    case send(String)
    case close
    case offered(ticket: Int, PairingOffer)
    case attemptEnded(Int, Result<SignSession, SignError>)
    /// The relay has stored a request.
    case stored(ticket: Int, StoredRequest)
    /// The outcome of a request or a ping, or the failure of a proposal.
    case answered(ticket: Int, Result<JSONValue, SignError>)
    case event(SignEvent)
    case note(SignNote)
}
