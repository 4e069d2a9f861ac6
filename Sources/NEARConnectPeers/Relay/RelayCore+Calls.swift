// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import WalletConnectSign

/// The calls of a relay.
extension RelayCore {
    /// A client that makes a call, and when.
    struct Caller {
        let number: Int
        let client: String
        let now: SignTime
    }

    /// A message that is to be handed to a connection once the call is answered.
    typealias Outgoing = (message: RelayMailboxes.Message, connection: Int)

    /// Carries a call out; messages to be delivered after its answer are appended to `outgoing`.
    mutating func carryOut(
        _ method: RelayMethodName, _ params: JSONValue, for caller: Caller, outgoing: inout [Outgoing]
    ) throws(RelayCallError) -> JSONValue {
        switch method {
        case .publish:
            outgoing += try publish(params, by: caller)
            return true
        case .batchPublish:
            for message in try list("messages", of: params) {
                outgoing += try publish(message, by: caller)
            }
            return true
        case .subscribe, .subscribeBlocking:
            let topic = try Self.requiredTopic(params["topic"])
            return .array(try subscribe([topic], for: caller, outgoing: &outgoing))[0] ?? .null
        case .batchSubscribe, .batchSubscribeBlocking:
            let topics = try topics(of: params)
            return .array(try subscribe(topics, for: caller, outgoing: &outgoing))
        case .unsubscribe:
            unsubscribe(try Self.requiredTopic(params["topic"]), for: caller.number)
            return true
        case .batchUnsubscribe:
            for subscription in try list("subscriptions", of: params) {
                unsubscribe(try Self.requiredTopic(subscription["topic"]), for: caller.number)
            }
            return true
        case .fetchMessages: return fetch([try Self.requiredTopic(params["topic"])], for: caller)
        case .batchFetchMessages: return fetch(try topics(of: params), for: caller)
        case .proposeSession: return try propose(params, for: caller, outgoing: &outgoing)
        case .approveSession: return try approve(params, for: caller, outgoing: &outgoing)
        case .createTopic:
            _ = try Self.requiredTopic(params["topic"])
            return true
        }
    }

    // MARK: Publishing

    private mutating func publish(_ params: JSONValue, by caller: Caller) throws(RelayCallError)
        -> [Outgoing]
    {
        guard let life = params["ttl"]?.integerValue(as: Int64.self) else { throw .payload("InvalidTtl") }
        guard let tag = params["tag"]?.integerValue(), (0...99_999).contains(tag) else { throw .payload("InvalidTag") }
        return try store(
            params["message"], topic: try Self.requiredTopic(params["topic"]), tag: tag, life: life, by: caller,
            attestation: params["attestation"])
    }

    private mutating func store(
        _ message: JSONValue?, topic: Topic, tag: Int, life: Int64, by caller: Caller, attestation: JSONValue? = nil
    ) throws(RelayCallError) -> [Outgoing] {
        guard let text = message?.stringValue, !text.isEmpty else { throw .payload("InvalidMessage") }
        let stored = try mailboxes.store(
            text, topic: topic, tag: tag, life: life, publisher: caller.client, attestation: attestation,
            at: caller.now.wall,
            settings: settings)
        guard let stored else { return [] }
        return connections.filter { $0.value.client != caller.client && $0.value.topics.contains(topic) }
            .keys.sorted().map { (stored, $0) }
    }

    private mutating func propose(
        _ params: JSONValue, for caller: Caller, outgoing: inout [Outgoing]
    ) throws(RelayCallError) -> JSONValue {
        let topic = try Self.requiredTopic(params["pairingTopic"])
        let published = try store(
            params["sessionProposal"], topic: topic, tag: PeerMethod.propose.tag, life: PeerMethod.propose.ttl,
            by: caller, attestation: params["attestation"])
        _ = try subscribe([topic], for: caller, outgoing: &outgoing)
        outgoing += published
        return true
    }

    private mutating func approve(
        _ params: JSONValue, for caller: Caller, outgoing: inout [Outgoing]
    ) throws(RelayCallError) -> JSONValue {
        let pairing = try Self.requiredTopic(params["pairingTopic"])
        let session = try Self.requiredTopic(params["sessionTopic"])
        let response = try store(
            params["sessionProposalResponse"], topic: pairing, tag: PeerMethod.propose.tag + 1,
            life: PeerMethod.propose.ttl, by: caller)
        let settlement = try store(
            params["sessionSettlementRequest"], topic: session, tag: PeerMethod.settle.tag,
            life: PeerMethod.settle.ttl, by: caller)
        _ = try subscribe([session], for: caller, outgoing: &outgoing)
        outgoing += response + settlement
        return true
    }

    // MARK: Subscriptions

    private mutating func subscribe(
        _ topics: [Topic], for caller: Caller, outgoing: inout [Outgoing]
    ) throws(RelayCallError) -> [JSONValue] {
        let known = connections[caller.number]?.topics ?? []
        guard known.union(topics).count <= settings.subscriptions else { throw .handler("SubscriberLimitExceeded") }
        for topic in topics {
            connections[caller.number]?.topics.insert(topic)
            let flying = Set((connections[caller.number]?.flights ?? [:]).values.map(\.message.number))
            outgoing += mailboxes.messages(topic, for: caller.client, at: caller.now.wall)
                .filter { !flying.contains($0.number) }.map { ($0, caller.number) }
        }
        return topics.map { .string(Self.subscription($0, of: caller.client)) }
    }

    private mutating func unsubscribe(_ topic: Topic, for number: Int) {
        connections[number]?.topics.remove(topic)
        for (id, flight) in connections[number]?.flights ?? [:] where flight.message.topic == topic {
            connections[number]?.flights[id] = nil
        }
    }

    /// Gives messages out and takes them from their mailboxes, so many that one answer has room for them.
    private mutating func fetch(_ topics: [Topic], for caller: Caller) -> JSONValue {
        var waiting: [RelayMailboxes.Message] = []
        for topic in topics { waiting += mailboxes.messages(topic, for: caller.client, at: caller.now.wall) }
        var bytes = 0
        let given = waiting.prefix(settings.batch).prefix { message in
            defer { bytes += message.text.utf8.count }
            return bytes == 0 || bytes + message.text.utf8.count <= settings.message
        }
        for message in given { mailboxes.take(message.number, from: message.topic) }
        return [
            "messages": .array(given.map { .object($0.json) }), "hasMore": .bool(given.count < waiting.count),
        ]
    }

    // MARK: Params

    private func topics(of params: JSONValue) throws(RelayCallError) -> [Topic] {
        var topics: [Topic] = []
        for element in try list("topics", of: params) { topics.append(try Self.requiredTopic(element)) }
        return topics
    }

    private func list(_ name: String, of params: JSONValue) throws(RelayCallError) -> [JSONValue] {
        guard let elements = params[name]?.arrayValue else { throw .payload("InvalidParams") }
        guard !elements.isEmpty else { throw .payload("BatchEmpty") }
        guard elements.count <= settings.batch else { throw .payload("BatchLimitExceeded") }
        return elements
    }

    private static func requiredTopic(_ json: JSONValue?) throws(RelayCallError) -> Topic {
        guard let topic = json?.stringValue.flatMap(Topic.init) else { throw .payload("InvalidTopic") }
        return topic
    }

    /// The id of a subscription, which clients compute too.
    static func subscription(_ topic: Topic, of client: String) -> String {
        Hexadecimal.encode(SHA2.sha256(Array((topic.text + client).utf8)))
    }

    /// The topic of a call, or the first of several.
    static func topic(_ params: JSONValue) -> Topic? {
        let text = params["topic"] ?? params["pairingTopic"] ?? params["topics"]?[0]
        return text?.stringValue.flatMap(Topic.init)
    }

    /// The tag of what a call publishes.
    static func tag(_ method: RelayMethodName, _ params: JSONValue) -> Int? {
        switch method {
        case .publish: params["tag"]?.integerValue()
        case .proposeSession: PeerMethod.propose.tag
        case .approveSession: PeerMethod.propose.tag + 1
        default: nil
        }
    }
}
