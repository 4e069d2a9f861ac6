// SPDX-License-Identifier: MIT

import NEARPrimitives
import WalletConnectSign

@testable import NEARConnectPeers

/// A client of a relay that says what a test tells it to, and acknowledges nothing by itself.
actor PlainClient {
    let identity: ClientIdentity
    private let transport = LoopbackRelayTransport()
    private var events: AsyncStream<RelayTransportEvent>.Iterator
    private var lastId: UInt64 = 1_763_800_000_000_000_000
    private var connection = 0
    /// The events that came while an answer was waited for.
    private var early: [RelayTransportEvent.Kind] = []

    init(_ identity: ClientIdentity) {
        self.identity = identity
        events = transport.events.makeAsyncIterator()
    }

    /// Makes a client with a new key.
    init() throws {
        guard let identity = ClientIdentity.make() else { throw PlainClientError.noKey }
        self.init(identity)
    }

    /// Connects, and returns what comes of it.
    func connect(
        _ relay: WalletConnectRelay, token: String? = nil, project: String = "p", agent: String = "plain"
    ) async throws -> RelayTransportEvent.Kind {
        connection += 1
        let made = RelayToken(
            of: identity, audience: relay.address, subject: String(repeating: "ab", count: 32),
            at: SystemSignClock().now.wall)
        await transport.open(
            RelayOpening(
                connection: connection, address: "\(relay.address)?projectId=\(project)&ua=\(agent)",
                authorization: "Bearer \(token ?? made?.text ?? "")"))
        return try await next()
    }

    /// The next event of the connection.
    func next() async throws -> RelayTransportEvent.Kind {
        if !early.isEmpty { return early.removeFirst() }
        return try await nextOnSocket()
    }

    private func nextOnSocket() async throws -> RelayTransportEvent.Kind {
        // A reference to the iterator can't be kept across the wait.
        var iterator = events
        let event = await iterator.next(isolation: #isolation)
        events = iterator
        guard let event else { throw PlainClientError.ended }
        return event.kind
    }

    func send(_ text: String) async { await transport.send(text) }

    func close() async { await transport.close() }

    /// Sends a call, and returns its id.
    @discardableResult
    func begin(_ method: String, _ params: JSONValue, id: UInt64? = nil) async -> UInt64 {
        lastId += 1
        let id = id ?? lastId
        await transport.send(RPCMessage.request(RPCIdentifier(id), method: method, params: params).text)
        return id
    }

    /// Makes a call, and returns its answer.
    func call(_ method: String, _ params: JSONValue, id: UInt64? = nil) async throws -> RPCMessage {
        let id = await begin(method, params, id: id)
        while true {
            let kind = try await nextOnSocket()
            guard case .text(let text) = kind, let message = RPCMessage(Array(text.utf8)) else {
                early.append(kind)
                if case .closed = kind { throw PlainClientError.ended }
                continue
            }
            switch message {
            case .result(let answered, _) where answered.number == id: return message
            case .failure(let answered, _) where answered?.number == id: return message
            default: early.append(kind)
            }
        }
    }

    /// The next delivery: its id and its data.
    func delivery() async throws -> (id: UInt64, data: JSONValue) {
        while true {
            guard case .text(let text) = try await next() else { continue }
            if case .request(let id, "irn_subscription", let params)? = RPCMessage(Array(text.utf8)),
                let number = id.number
            {
                return (number, params["data"] ?? .null)
            }
        }
    }

    /// Says that a delivery has been stored.
    func acknowledge(_ id: UInt64) async { await transport.send(RPCMessage.result(RPCIdentifier(id), true).text) }

    /// The params of a publication.
    static func message(
        _ text: String, on topic: Topic, ttl: Int64 = 300, tag: Int64 = 1108
    ) -> JSONValue {
        [
            "topic": .string(topic.text), "message": .string(text), "ttl": .integer(Int128(ttl)),
            "tag": .integer(Int128(tag)),
        ]
    }
}

enum PlainClientError: Error {
    case noKey
    case ended
}

extension RPCMessage {
    /// The result of an answer.
    var result: JSONValue? {
        if case .result(_, let value) = self { value } else { nil }
    }

    /// The error of an answer.
    var failure: RPCAnswerError? {
        if case .failure(_, let error) = self { error } else { nil }
    }
}
