// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import WalletConnectSign

/// The reason why a call of a relay got no answer.
enum RelayAnswerError: Error {
    /// The connection ended first.
    case lost
    /// The relay refused.
    case refused(RPCAnswerError)
    /// Nobody calls any more.
    case stopped
}

/// A connection to a relay on which calls are made, connected again as long as it is wanted.
///
/// It belongs to one actor.
struct RelayCalls {
    /// The most calls that wait for an answer.
    static let limit = 1_024

    private let identity: ClientIdentity
    private let relay: String
    private let project: String
    private var lastId: UInt64 = 0
    private(set) var connection = 0
    var isOpen = false
    private var pending: [UInt64: CheckedContinuation<Result<JSONValue, RelayAnswerError>, Never>] = [:]
    private var openers: [CheckedContinuation<Void, Never>] = []

    init(identity: ClientIdentity, relay: String, project: String) {
        self.identity = identity
        self.relay = relay
        self.project = project
    }

    /// The next connection with a new token.
    mutating func opening(at now: UnixTime) -> RelayOpening? {
        connection += 1
        let subject = Hexadecimal.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) })
        guard let token = RelayToken(of: identity, audience: relay, subject: subject, at: now) else { return nil }
        return RelayOpening(
            connection: connection, address: "\(relay)?projectId=\(project)&ua=wc-2%2Fscripted-wallet",
            authorization: "Bearer \(token.text)")
    }

    /// Makes the frame of a call.
    mutating func frame(_ method: String, _ params: JSONValue, at now: UnixTime) -> (id: UInt64, text: String) {
        let made = UInt64(clamping: max(0, now.milliseconds)) % (1 << 43) * 1_000_000
        lastId = max(lastId + 1, made)
        return (lastId, RPCMessage.request(RPCIdentifier(lastId), method: method, params: params).text)
    }

    mutating func wait(
        for id: UInt64, _ continuation: CheckedContinuation<Result<JSONValue, RelayAnswerError>, Never>
    ) {
        guard isOpen, pending.count < Self.limit else { return continuation.resume(returning: .failure(.lost)) }
        pending[id] = continuation
    }

    /// Waits until a connection is open.
    mutating func waitUntilOpen(_ continuation: CheckedContinuation<Void, Never>) {
        if isOpen { continuation.resume() } else { openers.append(continuation) }
    }

    mutating func answered(_ id: UInt64?, _ result: Result<JSONValue, RelayAnswerError>) {
        guard let id else { return }
        pending.removeValue(forKey: id)?.resume(returning: result)
    }

    mutating func opened() {
        isOpen = true
        let waiting = openers
        openers = []
        for opener in waiting { opener.resume() }
    }

    /// Ends all calls that wait.
    mutating func lost(_ failure: RelayAnswerError = .lost) {
        isOpen = false
        let waiting = pending
        pending = [:]
        for call in waiting.values { call.resume(returning: .failure(failure)) }
        guard case .stopped = failure else { return }
        let openers = openers
        self.openers = []
        for opener in openers { opener.resume() }
    }
}
