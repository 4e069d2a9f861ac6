// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// The calls that this client makes of the relay (WalletConnect's relay protocol, "irn").
enum RelayMethod: Sendable, Hashable {
    case publish(topic: Topic, message: String, ttl: Int64, tag: Int, prompt: Bool)
    case subscribe([Topic])
    case unsubscribe(Topic, subscription: String)
    case proposeSession(pairing: Topic, message: String)

    var name: String {
        switch self {
        case .publish: "irn_publish"
        case .subscribe(let topics): topics.count == 1 ? "irn_subscribe" : "irn_batchSubscribe"
        case .unsubscribe: "irn_unsubscribe"
        case .proposeSession: "wc_proposeSession"
        }
    }

    var params: JSONValue {
        switch self {
        case .publish(let topic, let message, let ttl, let tag, let prompt):
            [
                "topic": .string(topic.text), "message": .string(message), "ttl": .integer(Int128(ttl)),
                "tag": .integer(Int128(tag)), "prompt": .bool(prompt),
            ]
        case .subscribe(let topics):
            topics.count == 1
                ? ["topic": .string(topics[0].text)] : ["topics": .array(topics.map { .string($0.text) })]
        case .unsubscribe(let topic, let subscription):
            ["topic": .string(topic.text), "id": .string(subscription)]
        case .proposeSession(let pairing, let message):
            ["pairingTopic": .string(pairing.text), "sessionProposal": .string(message)]
        }
    }

    /// The call as a text for the websocket.
    func frame(_ id: RPCIdentifier) -> String { RPCMessage.request(id, method: name, params: params).text }

    /// Returns the calls that subscribe to topics, in batches.
    static func subscriptions(to topics: [Topic]) -> [RelayMethod] {
        stride(from: 0, to: topics.count, by: SignLimits.batch).map { start in
            .subscribe(Array(topics[start..<min(start + SignLimits.batch, topics.count)]))
        }
    }

    /// The id that the relay gives a subscription: the SHA-256 of topic and client id.
    static func subscription(to topic: Topic, of client: String) -> String {
        Hexadecimal.encode(SHA2.sha256(Array((topic.text + client).utf8)))
    }
}

/// A message that the relay brings.
package struct RelayDelivery: Sendable, Hashable {
    /// The relay's id, with which it is answered.
    package let id: RPCIdentifier
    package let topic: Topic
    package let message: String

    /// Reads the params of `irn_subscription`; `nil` where topic or message are missing.
    ///
    /// The tag isn't read: some wallets send 0, and the content says what it is.
    package init?(_ id: RPCIdentifier, params: JSONValue) {
        guard let data = params["data"], let topic = data["topic"]?.stringValue.flatMap(Topic.init),
            let message = data["message"]?.stringValue
        else { return nil }
        self.id = id
        self.topic = topic
        self.message = message
    }

    init(id: RPCIdentifier, topic: Topic, message: String) {
        self.id = id
        self.topic = topic
        self.message = message
    }

    /// The key by which a second delivery is known: the SHA-256 of the message and its topic.
    var hash: [UInt8] { SHA2.sha256(Array(topic.text.utf8) + Array(message.utf8)) }
}
