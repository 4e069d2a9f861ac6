// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The names of secrets in a store.
enum SecretLabel {
    /// The client's key, kept for life.
    static let client = "client"

    static func session(_ topic: Topic) -> String { "session/\(topic)" }
    static func pairing(_ topic: Topic) -> String { "pairing/\(topic)" }
    static func agreement(_ topic: Topic) -> String { "agreement/\(topic)" }
}

/// A session as it is stored, without its key.
struct SessionRecord {
    let session: SignSession
    let peerKey: [UInt8]
    let required: [String: NamespaceRequest]
    let lastUpdate: UInt64

    init(_ state: SessionState) {
        session = state.session
        peerKey = state.peerKey
        required = state.required
        lastUpdate = state.lastUpdate
    }

    init?(_ topic: Topic, _ json: JSONValue) {
        guard let peer = AppMetadata(json: json["peer"]), let expires = json["expires"]?.integerValue(as: Int64.self),
            let settled = json["settled"]?.integerValue(as: Int64.self),
            let peerKey = json["peerKey"]?.stringValue.flatMap({ Hexadecimal.decode($0) }),
            let requests = json["required"]?.objectValue
        else { return nil }
        var required: [String: NamespaceRequest] = [:]
        do throws(NamespaceError) {
            for (key, value) in requests {
                required[key.text] = try NamespaceRequest(
                    key.text,
                    json: value["chains"]?.arrayValue?.isEmpty == true
                        ? ["methods": value["methods"] ?? [], "events": value["events"] ?? []] : value)
            }
            session = SignSession(
                topic: topic, owner: json["owner"]?.stringValue ?? "", peer: peer,
                namespaces: try SessionNamespaces(json: json["namespaces"]), expires: UnixTime(seconds: expires),
                settled: UnixTime(seconds: settled),
                lastSeen: UnixTime(seconds: json["lastSeen"]?.integerValue(as: Int64.self) ?? settled),
                disablesDeepLinks: json["disablesDeepLinks"]?.boolValue ?? false,
                openedBy: json["openedBy"].map {
                    WalletLinks(native: $0["native"]?.stringValue, universal: $0["universal"]?.stringValue)
                })
        } catch {
            return nil
        }
        self.required = required
        self.peerKey = peerKey
        lastUpdate = json["lastUpdate"]?.integerValue(as: UInt64.self) ?? 0
    }

    var json: JSONValue {
        var requests: JSONValue.Members = [:]
        for (key, request) in required { requests[ExactText(key)] = request.json }
        var fields: JSONValue.Members = [
            "owner": .string(session.owner), "peer": session.peer.json, "namespaces": session.namespaces.json,
            "expires": .integer(Int128(session.expires.seconds)),
            "settled": .integer(Int128(session.settled.seconds)),
            "lastSeen": .integer(Int128(session.lastSeen.seconds)),
            "disablesDeepLinks": .bool(session.disablesDeepLinks), "peerKey": .string(Hexadecimal.encode(peerKey)),
            "required": .object(requests), "lastUpdate": .integer(Int128(lastUpdate)),
        ]
        if let links = session.openedBy {
            fields["openedBy"] = [
                "native": links.native.map { .string($0) } ?? .null,
                "universal": links.universal.map { .string($0) } ?? .null,
            ]
        }
        return .object(fields)
    }
}

/// An attempt as it is stored.
///
/// A late approval is answered by it also after a restart.
struct AttemptRecord {
    let proposalKey: String
    let expires: UnixTime
    /// The topic of the session, once the wallet has approved.
    let session: Topic?

    init(_ attempt: Attempt) {
        proposalKey = attempt.proposalKey
        expires = attempt.expires
        session = attempt.agreement?.topic
    }

    init?(_ json: JSONValue) {
        guard let proposalKey = json["proposal"]?.stringValue,
            let expires = json["expires"]?.integerValue(as: Int64.self)
        else { return nil }
        self.proposalKey = proposalKey
        self.expires = UnixTime(seconds: expires)
        session = json["session"]?.stringValue.flatMap(Topic.init)
    }

    var json: JSONValue {
        [
            "proposal": .string(proposalKey), "expires": .integer(Int128(expires.seconds)),
            "session": session.map { .string($0.text) } ?? .null,
        ]
    }
}

/// A request as it is stored before it is sent.
///
/// A late answer is recognized by it also after a restart.
struct RequestRecord {
    static func key(_ ref: RequestRef) -> SignRecordKey { SignRecordKey(.request, "\(ref.session)/\(ref.key)") }

    let request: OpenRequest

    init(_ request: OpenRequest) {
        self.request = request
    }

    init?(_ json: JSONValue) {
        guard let chain = json["chain"]?.stringValue.flatMap(ChainID.init), let method = json["method"]?.stringValue,
            let expires = json["expires"]?.integerValue(as: Int64.self)
        else { return nil }
        request = OpenRequest(
            ticket: nil, chain: chain, method: method, params: json["params"] ?? .null,
            expires: UnixTime(seconds: expires))
    }

    var json: JSONValue {
        [
            "chain": .string("\(request.chain)"), "method": .string(request.method), "params": request.params,
            "expires": .integer(Int128(request.expires.seconds)),
        ]
    }
}

/// An answer that came too late, until the program has written it down.
struct LateRecord {
    static func key(_ ref: RequestRef) -> SignRecordKey { SignRecordKey(.late, "\(ref.session)/\(ref.key)") }

    let answer: LateAnswer

    init(_ answer: LateAnswer) {
        self.answer = answer
    }

    init?(session: Topic, request: String, _ json: JSONValue) {
        guard let chain = json["chain"]?.stringValue.flatMap(ChainID.init), let method = json["method"]?.stringValue,
            let owner = json["owner"]?.stringValue
        else { return nil }
        answer = LateAnswer(
            session: session, owner: owner, request: request, chain: chain, method: method,
            params: json["params"] ?? .null, result: json["result"])
    }

    var json: JSONValue {
        var fields: JSONValue.Members = [
            "chain": .string("\(answer.chain)"), "method": .string(answer.method), "params": answer.params,
            "owner": .string(answer.owner),
        ]
        if let result = answer.result { fields["result"] = result }
        return .object(fields)
    }
}

/// A message that the relay must still be given.
struct OutboxRecord {
    let id: UInt64
    let method: RelayMethod
    let expires: UnixTime

    /// Creates the record of an entry; `nil` for one that isn't published.
    init?(_ entry: OutboxEntry) {
        guard let id = entry.id.number, case .publish = entry.method else { return nil }
        self.id = id
        method = entry.method
        expires = entry.expires
    }

    init?(_ json: JSONValue) {
        guard let id = json["id"]?.integerValue(as: UInt64.self),
            let topic = json["topic"]?.stringValue.flatMap(Topic.init), let message = json["message"]?.stringValue,
            let ttl = json["ttl"]?.integerValue(as: Int64.self), let tag = json["tag"]?.integerValue(),
            let expires = json["expires"]?.integerValue(as: Int64.self)
        else { return nil }
        self.id = id
        method = .publish(topic: topic, message: message, ttl: ttl, tag: tag, prompt: false)
        self.expires = UnixTime(seconds: expires)
    }

    var json: JSONValue {
        guard case .publish(let topic, let message, let ttl, let tag, _) = method else { return .null }
        return [
            "id": .integer(Int128(id)), "topic": .string(topic.text), "message": .string(message),
            "ttl": .integer(Int128(ttl)), "tag": .integer(Int128(tag)),
            "expires": .integer(Int128(expires.seconds)),
        ]
    }
}

/// The answer that a wallet's request has got, by the session and the id's key.
enum HistoryRecord {
    static func key(_ session: Topic, _ id: String) -> SignRecordKey { SignRecordKey(.history, "\(session)/\(id)") }

    static func json(_ answer: RPCMessage, number: UInt64) -> JSONValue {
        ["answer": .string(answer.text), "order": .integer(Int128(number))]
    }

    static func answer(_ json: JSONValue) -> (message: RPCMessage, order: UInt64)? {
        guard let text = json["answer"]?.stringValue, let message = RPCMessage(Array(text.utf8)),
            let order = json["order"]?.integerValue(as: UInt64.self)
        else { return nil }
        return (message, order)
    }
}
