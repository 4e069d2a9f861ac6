// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARPrimitives

/// A session with what only the engine needs.
struct SessionState: Sendable {
    var session: SignSession
    let key: SecretBytes
    /// The wallet's public key, by which it is the controller.
    let peerKey: [UInt8]
    /// The grants that an update must not take away.
    let required: [String: NamespaceRequest]
    /// The id of the last update, before which none counts.
    var lastUpdate: UInt64
    /// The answers to the wallet's requests by their ids' keys.
    var answers: [String: RPCMessage] = [:]
    /// The keys of `answers`, the oldest first.
    var answerOrder: [String] = []
}

/// An attempt to connect, from the proposal to its settlement or its end.
struct Attempt: Sendable {
    enum Phase: Sendable {
        /// The relay hasn't said yet that it has the proposal.
        case publishing(ticket: Int, until: Duration)
        /// The link may be answered.
        case offered
        /// The wallet has approved; its settlement has to come on the session's topic.
        case approved(Agreement)
    }

    let number: Int
    let proposal: SessionProposal
    let uri: PairingURI
    let pair: X25519KeyPair
    /// The key of the proposal's id.
    let proposalKey: String
    let expires: UnixTime
    var phase: Phase
    /// True if nobody waits for it any more; a late approval is then answered by ending what it made.
    var isDead: Bool

    var agreement: Agreement? {
        if case .approved(let agreement) = phase { agreement } else { nil }
    }
}

/// The keys on which a program and a wallet have agreed.
struct Agreement: Sendable {
    let topic: Topic
    let key: SecretBytes
    let peerKey: [UInt8]
    /// The time by which the settlement must have come.
    let until: UnixTime
}

/// The name of a request within the engine.
struct RequestRef: Sendable, Hashable, Comparable {
    let session: Topic
    /// The key of the request's id.
    let key: String

    static func < (lhs: RequestRef, rhs: RequestRef) -> Bool {
        (lhs.session, lhs.key.utf8.count, lhs.key) < (rhs.session, rhs.key.utf8.count, rhs.key)
    }
}

extension LateAnswer {
    var ref: RequestRef { RequestRef(session: session, key: request) }
}

/// A request whose answer may still come.
struct OpenRequest: Sendable {
    /// The caller that waits; `nil` if nobody does any more.
    var ticket: Int?
    let chain: ChainID
    let method: String
    let params: JSONValue
    let expires: UnixTime

    /// The time from which an answer isn't recognized any more.
    var forgotten: UnixTime { expires.adding(seconds: SignLimits.lateAnswer) }
}

/// A message that waits until the relay has stored it; each sending is the same text under the same id.
struct OutboxEntry: Sendable {
    enum Purpose: Sendable, Hashable {
        /// The proposal of an attempt, by its pairing topic.
        case proposal(Topic)
        case request(RequestRef)
        case ping(RequestRef)
        /// An answer to the wallet, or the end of a session: sent until the relay has it.
        case persistent

        /// True if somebody waits for a wallet's word on it.
        var isAwaited: Bool {
            switch self {
            case .request, .ping: true
            case .proposal, .persistent: false
            }
        }
    }

    let id: RPCIdentifier
    let method: RelayMethod
    let purpose: Purpose
    /// The time from which patience counts: its making, or the last time that the relay asked for fewer calls.
    var created: Duration
    let expires: UnixTime
    var sendings = 0
    /// The time at which it is sent next.
    var due: Duration

    /// The record's name, where the message is stored.
    var recordKey: SignRecordKey? { purpose == .persistent ? SignRecordKey(.outbox, id.key) : nil }
}

/// A call that subscribes, until the relay has answered it.
struct SubscribeCall: Sendable {
    let method: RelayMethod
    var created: Duration
    var due: Duration
}

/// The state of the connection.
struct RelayLink: Sendable {
    enum Phase: Sendable {
        case idle
        case opening(since: Duration)
        case open(since: Duration)
        case waiting(until: Duration, reason: RelayFault)
        case refused(RelayRefusal)
    }

    var phase = Phase.idle
    /// The number of the present or the last connection.
    var connection = 0
    var lastHeard = Duration.zero
    /// The fault of the last connection, until another one is open.
    var lastFault: RelayFault?
    /// The time at which the last connection was lost.
    var lost = Duration.zero
    var backOff = BackOff()
    var tokenEnds = UnixTime(milliseconds: 0)
    /// True if a token that had run out was replaced and no connection has lasted since.
    var hasReplacedToken = false
    /// The topics that this connection was asked for.
    var requested: Set<Topic> = []
    var calls: [UInt64: SubscribeCall] = [:]
    /// The pauses of calls that the relay has too many of.
    var callBackOff = BackOff()

    var isOpen: Bool { if case .open = phase { true } else { false } }
}
