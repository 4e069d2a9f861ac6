// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation
import GuardedMemory
import NEARPrimitives
import Synchronization
import WalletConnectSign

/// A relay of WalletConnect's and the one wallet behind it, on loopback: it approves each link that it is given.
///
/// It answers `near_getAccounts` and pings, and lets each program speak until it goes.
final class VerbPhone: Sendable, WSMessageHandler {
    private typealias Output = AsyncStream<WSMessage>.Continuation
    private typealias JSON = NEARPrimitives.JSONValue

    private struct State {
        var proposals: [String: String] = [:]
        var pairings: [String: SecretBytes] = [:]
        var sessions: [String: SecretBytes] = [:]
        var boxes: [String: [(message: String, tag: Int)]] = [:]
        var programs: [String: Output] = [:]
        var methods: [String] = []
        var lastID: UInt64 = 1_763_800_000_000_000_000
    }

    private let state = Mutex(State())
    private let serving = Mutex<(server: HTTPServer, task: Task<Void, Never>)?>(nil)

    /// Starts the relay.
    ///
    /// - Returns: It, and its address.
    static func start() async throws -> (phone: VerbPhone, address: String) {
        let phone = VerbPhone()
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 300, logger: .disabled,
            handler: WebSocketHTTPHandler(handler: MessageFrameWSHandler(handler: phone)))
        let task = Task {
            do {
                try await server.run()
            } catch {
                // It was stopped.
            }
        }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.unsupportedAddress }
        phone.serving.withLock { $0 = (server, task) }
        return (phone, "ws://127.0.0.1:\(port)")
    }

    func stop() async {
        let serving = serving.withLock(\.self)
        await serving?.server.stop()
        await serving?.task.value
    }

    /// The methods that programs have asked the wallet for.
    var methods: [String] { state.withLock(\.methods) }

    /// Gives the wallet a link, whose proposal it approves.
    func scan(_ link: String) throws {
        let uri = try PairingURI(link, at: UnixTime(seconds: Int64(Date().timeIntervalSince1970)))
        let proposal = state.withLock { state in
            state.pairings[uri.topic.text] = uri.key
            return state.proposals[uri.topic.text]
        }
        guard let proposal else { throw SocketError.disconnected }
        approve(proposal, on: uri.topic.text, by: uri.key)
    }

    // MARK: The relay

    func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
        let (stream, output) = AsyncStream.makeStream(of: WSMessage.self)
        Task {
            for await message in client {
                if case .text(let text) = message { receive(text, output) }
            }
            output.finish()
        }
        return stream
    }

    private func receive(_ text: String, _ output: Output) {
        guard case .request(let id, let method, let params)? = RPCMessage([UInt8](text.utf8)) else { return }
        let topics = params["topics"]?.arrayValue?.compactMap(\.stringValue) ?? [params["topic"]?.stringValue ?? ""]
        let isSubscription = method == "irn_subscribe" || method == "irn_batchSubscribe"
        let result: JSON =
            switch method {
            case "irn_subscribe": "s"
            case "irn_batchSubscribe": .array(topics.map { _ in "s" })
            default: true
            }
        output.yield(.text(RPCMessage.result(id, result).text))
        if isSubscription {
            for topic in topics {
                let waiting = state.withLock { state in
                    state.programs[topic] = output
                    return state.boxes.removeValue(forKey: topic) ?? []
                }
                for (message, tag) in waiting { deliver(message, tag, on: topic) }
            }
        }
        if method == "irn_publish", let message = params["message"]?.stringValue {
            published(message, params["tag"]?.integerValue(as: Int.self) ?? 0, on: topics[0])
        }
    }

    private func deliver(_ message: String, _ tag: Int, on topic: String) {
        let (output, id) = state.withLock { state in
            state.lastID += 1
            if state.programs[topic] == nil { state.boxes[topic, default: []].append((message, tag)) }
            return (state.programs[topic], state.lastID)
        }
        let data: JSON = [
            "topic": .string(topic), "message": .string(message), "publishedAt": 1_763_800_000_000,
            "tag": .integer(Int128(tag)),
        ]
        output?.yield(
            .text(
                RPCMessage.request(
                    RPCIdentifier(id), method: "irn_subscription", params: ["id": "s", "data": data]
                ).text))
    }

    // MARK: The wallet

    private func published(_ message: String, _ tag: Int, on topic: String) {
        if tag == PeerMethod.propose.tag {
            state.withLock { $0.proposals[topic] = message }
        } else if let key = state.withLock({ $0.sessions[topic] }),
            case .request(let id, let method, let params)? = Self.open(message, key)
        {
            state.withLock { $0.methods.append(params["request"]?["method"]?.stringValue ?? method) }
            let result: JSON =
                method == PeerMethod.request.rawValue
                ? [["accountId": "alice.testnet", "publicKey": "ed25519:none"]] : true
            guard let answer = Envelope.seal(RPCMessage.result(id, result).bytes, key: key) else { return }
            deliver(answer, tag + 1, on: topic)
        }
    }

    private func approve(_ proposal: String, on topic: String, by pairing: SecretBytes) {
        guard case .request(let id, _, let params)? = Self.open(proposal, pairing),
            let theirs = params["proposer"]?["publicKey"]?.stringValue.flatMap({ Hexadecimal.decode($0) }),
            let pair = X25519KeyPair.make(), let key = pair.sessionKey(with: theirs)
        else { return }
        let session = Topic(ofKey: key).text
        state.withLock { $0.sessions[session] = key }
        let own = JSON.string(Hexadecimal.encode(pair.publicKey))
        let approval = RPCMessage.result(id, ["relay": ["protocol": "irn"], "responderPublicKey": own])
        var granted: JSON.Members = [:]
        for (namespace, wanted) in params["optionalNamespaces"]?.objectValue ?? [:] {
            granted[namespace] = [
                "accounts": .array(
                    (wanted["chains"]?.arrayValue ?? []).map { .string("\($0.stringValue ?? ""):alice.testnet") }),
                "methods": wanted["methods"] ?? [], "events": wanted["events"] ?? [],
            ]
        }
        let settlement = RPCMessage.request(
            RPCIdentifier(1_763_800_000_000_001), method: PeerMethod.settle.rawValue,
            params: [
                "relay": ["protocol": "irn"],
                "controller": ["publicKey": own, "metadata": ["name": "Phone", "url": "https://phone.example"]],
                "namespaces": .object(granted),
                "expiry": .integer(Int128(Date().timeIntervalSince1970) + 604_800),
            ])
        guard let first = Envelope.seal(approval.bytes, key: pairing),
            let second = Envelope.seal(settlement.bytes, key: key)
        else { return }
        deliver(first, PeerMethod.propose.tag + 1, on: topic)
        deliver(second, PeerMethod.settle.tag, on: session)
    }

    private static func open(_ message: String, _ key: SecretBytes) -> RPCMessage? {
        do throws(EnvelopeError) {
            return RPCMessage(try Envelope.open(message, key: key).content)
        } catch {
            return nil
        }
    }
}
