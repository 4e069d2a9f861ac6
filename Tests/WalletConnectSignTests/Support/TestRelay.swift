// SPDX-License-Identifier: MIT

import NEARPrimitives

@testable import WalletConnectSign

/// A relay in memory with mailboxes, subscriptions and redelivery, which a test tells how to fail.
///
/// Frames go in and come out as the texts of a websocket.
struct TestRelay {
    struct Publication: Equatable {
        let id: String
        let topic: Topic
        let message: String
        let tag: Int
        let ttl: Int64
    }

    /// The relay's words to a call, in place of its answer.
    enum Fault {
        /// Nothing is said, and nothing is stored.
        case lost
        /// The message is stored, and its answer is held back.
        case held
        case error(code: Int, data: String)
        /// The message is stored, and the answer is this.
        case answer(JSONValue)
    }

    /// All calls of the program, repeated ones too.
    var publications: [Publication] = []
    var subscribed: Set<Topic> = []
    var subscribeCalls = 0
    /// The methods of all calls, in order.
    var methods: [String] = []
    var fault: (_ method: String, _ tag: Int) -> Fault? = { _, _ in nil }
    /// The ids of deliveries that the program has acknowledged.
    var acknowledged: Set<String> = []

    /// Messages to the program that it hasn't acknowledged, by topic, in order.
    private(set) var toProgram: [(id: UInt64, topic: Topic, message: String)] = []
    /// Messages to the wallet, by topic.
    private var toWallet: [Topic: [(message: String, tag: Int)]] = [:]
    private var storedIds: Set<String> = []
    private var lastDelivery: UInt64 = 9_007_199_254_740_993
    private var heldAnswers: [String] = []

    /// Takes a text of the program, and returns the texts for it.
    mutating func receive(_ text: String) -> [String] {
        switch RPCMessage(Array(text.utf8)) {
        case .request(let id, let method, let params): return call(id, method, params: params)
        case .result(let id, true):
            acknowledged.insert(id.key)
            toProgram.removeAll { "\($0.id)" == id.key }
            return []
        default: return []
        }
    }

    private mutating func call(_ id: RPCIdentifier, _ method: String, params: JSONValue) -> [String] {
        methods.append(method)
        let topic = (params["topic"] ?? params["pairingTopic"])?.stringValue.flatMap(Topic.init)
        let tag = params["tag"]?.integerValue() ?? (method == "wc_proposeSession" ? 1100 : 0)
        let isPublication = method == "irn_publish" || method == "wc_proposeSession"
        if isPublication, let topic {
            publications.append(
                Publication(
                    id: id.key, topic: topic,
                    message: (params["message"] ?? params["sessionProposal"])?.stringValue ?? "", tag: tag,
                    ttl: params["ttl"]?.integerValue(as: Int64.self) ?? 300))
        }
        var answer = RPCMessage.result(id, true).text
        switch fault(method, tag) {
        case .lost: return []
        case .error(let code, let data):
            let error: JSONValue = ["code": .integer(Int128(code)), "message": "refused", "data": .string(data)]
            return [(["id": id.json, "jsonrpc": "2.0", "error": error] as JSONValue).text]
        case .held:
            heldAnswers.append(answer)
            answer = ""
        case .answer(let value): answer = RPCMessage.result(id, value).text
        case nil: break
        }
        var frames = answer.isEmpty ? [] : [answer]
        switch method {
        case "irn_publish", "wc_proposeSession":
            guard let topic else { break }
            if method == "wc_proposeSession" { subscribed.insert(topic) }
            if storedIds.insert(id.key).inserted {
                let message = (params["message"] ?? params["sessionProposal"])?.stringValue ?? ""
                toWallet[topic, default: []].append((message, tag))
            }
        case "irn_subscribe", "irn_batchSubscribe":
            subscribeCalls += 1
            let topics = [params["topic"]].compactMap(\.self) + (params["topics"]?.arrayValue ?? [])
            for topic in topics.compactMap({ $0.stringValue.flatMap(Topic.init) }) {
                subscribed.insert(topic)
                frames += toProgram.filter { $0.topic == topic }.map(Self.frame)
            }
        case "irn_unsubscribe": if let topic { subscribed.remove(topic) }
        default: break
        }
        return frames
    }

    /// Gives out the answers that were held back.
    mutating func release() -> [String] {
        defer { heldAnswers = [] }
        return heldAnswers
    }

    /// Takes a message of the wallet, and returns the texts for the program.
    mutating func deliver(_ message: String, on topic: Topic) -> [String] {
        lastDelivery += 1
        let delivery = (lastDelivery, topic, message)
        toProgram.append(delivery)
        return subscribed.contains(topic) ? [Self.frame(delivery)] : []
    }

    /// Returns once more what the program hasn't acknowledged.
    func redeliver() -> [String] { toProgram.filter { subscribed.contains($0.topic) }.map(Self.frame) }

    private static func frame(_ delivery: (id: UInt64, topic: Topic, message: String)) -> String {
        RPCMessage.request(
            RPCIdentifier(delivery.id), method: "irn_subscription",
            params: [
                "id": "subscription",
                "data": [
                    "topic": .string(delivery.topic.text), "message": .string(delivery.message),
                    "publishedAt": 1_763_800_001_000, "tag": 0,
                ],
            ]
        ).text
    }

    /// Takes the messages for the wallet out of a mailbox.
    mutating func fetch(_ topic: Topic) -> [(message: String, tag: Int)] {
        defer { toWallet[topic] = nil }
        return toWallet[topic] ?? []
    }

    /// The tags of what waits for the wallet.
    func waitingTags(_ topic: Topic) -> [Int] { (toWallet[topic] ?? []).map(\.tag) }

    /// Forgets what hangs on a connection.
    mutating func disconnect() {
        subscribed = []
        heldAnswers = []
    }
}
