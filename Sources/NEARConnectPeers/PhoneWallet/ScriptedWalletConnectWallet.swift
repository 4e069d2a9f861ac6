// SPDX-License-Identifier: MIT

internal import GuardedMemory
package import NEARDevnet
internal import NEARPrimitives
package import WalletConnectSign

/// A wallet on a phone, for tests: the other side of WalletConnect, which signs for real and follows a script.
///
/// It pairs from a link, approves in either way, answers NEAR's methods with a devnet's keys, updates, extends and ends
/// sessions, and sleeps, all as ``PhoneWalletScript`` says. It talks to a relay on this computer and nowhere else.
package actor ScriptedWalletConnectWallet {
    /// The settings of a wallet.
    package struct Settings: Sendable {
        /// The relay's address, such as `ws://127.0.0.1:5000`.
        package var relay: String
        /// The project's id at the relay.
        package var project = "scripted-wallet"
        /// The accounts that it signs with.
        package var accounts: [DevnetAccount]
        /// The node that keys of sign-ins are added by; `nil` where there is none.
        package var node: String?
        package var name = "Scripted phone wallet"

        package init(relay: String, accounts: [DevnetAccount], node: String? = nil) {
            self.relay = relay
            self.accounts = accounts
            self.node = node
        }
    }

    /// An event of the wallet, for tests and for who reads its lines.
    package enum Report: Sendable, Hashable {
        /// A proposal has come.
        case proposed(chains: [String], methods: [String])
        /// The wallet refused a proposal.
        case refused
        /// A session was settled, and the program said so.
        case settled(Topic)
        /// The program doesn't accept the settlement.
        case settlementRefused(code: Int?)
        /// A request has come.
        case requested(method: String, chain: String)
        /// A request was answered.
        case answered(method: String)
        /// The program has ended the session.
        case ended(Topic, code: Int?)
        /// The wallet has left the relay, and waits to be woken up.
        case sleeps
    }

    struct Session {
        let key: SecretBytes
        /// The pairing that it came by, which ends with it.
        let pairing: Topic
        /// The accounts by CAIP-10.
        var accounts: [String]
        var namespaces: JSONValue
    }

    /// The most sessions, pairings and requests at a time.
    static let limit = 64
    /// The most messages that are remembered, so that none is read twice.
    private static let memory = 4_096

    let settings: Settings
    let clock = SystemSignClock()
    /// Everything that happens, for one reader; the newest 256 events wait for it.
    package nonisolated let reports: AsyncStream<Report>
    let report: AsyncStream<Report>.Continuation
    private let transport: any RelayTransport
    private var calls: RelayCalls
    var script: PhoneWalletScript
    var pairings: [Topic: SecretBytes] = [:]
    var sessions: [Topic: Session] = [:]
    private var answers: [UInt64: CheckedContinuation<RPCMessage?, Never>] = [:]
    /// Answers that came before anybody waited for them.
    private var earlyAnswers: [UInt64: RPCMessage] = [:]
    private var seen: Set<[UInt8]> = []
    private var seenOrder: [[UInt8]] = []
    private var lastId: UInt64 = 0
    private var reader: Task<Void, Never>?
    private var isAsleep = false
    /// True from the start of an opening to its outcome.
    ///
    /// Of two at a time the transport may keep the earlier one, whose events count for nothing.
    private var isOpening = false
    private var isStopped = false
    private var goes = 0
    private var waitersForGo: [CheckedContinuation<Void, Never>] = []
    private var waitersForWake: [CheckedContinuation<Void, Never>] = []
    var runningRequests = 0

    /// Creates a wallet with a new key at the relay; `nil` if libsodium fails.
    package init?(
        _ settings: Settings, script: PhoneWalletScript = PhoneWalletScript(),
        transport: any RelayTransport = LoopbackRelayTransport()
    ) {
        guard let identity = ClientIdentity.make() else { return nil }
        self.settings = settings
        self.script = script
        self.transport = transport
        calls = RelayCalls(identity: identity, relay: settings.relay, project: settings.project)
        (reports, report) = AsyncStream.makeStream(of: Report.self, bufferingPolicy: .bufferingNewest(256))
    }

    deinit {
        reader?.cancel()
        report.finish()
    }

    // MARK: What a test says

    /// Follows another script from now on.
    package func setScript(_ script: PhoneWalletScript) { self.script = script }

    /// Lets steps that `wait` go on, or the next one if none waits.
    package func go() {
        if waitersForGo.isEmpty { goes = min(goes + 1, Self.limit) }
        let waiting = waitersForGo
        waitersForGo = []
        for waiter in waiting { waiter.resume() }
    }

    /// Leaves the relay.
    package func leaveRelay() async {
        isAsleep = true
        isOpening = false
        calls.lost()
        await transport.close()
        report.yield(.sleeps)
    }

    /// Comes back to the relay.
    package func wake() async {
        isAsleep = false
        let waiting = waitersForWake
        waitersForWake = []
        for waiter in waiting { waiter.resume() }
        await open()
    }

    /// Leaves the relay for good.
    package func stop() async {
        isStopped = true
        calls.lost(.stopped)
        reader?.cancel()
        await transport.close()
        for waiter in answers.values { waiter.resume(returning: nil) }
        answers = [:]
        for waiter in waitersForGo + waitersForWake { waiter.resume() }
        (waitersForGo, waitersForWake) = ([], [])
        report.finish()
    }

    /// Forgets a session and the pairing that it came by, and returns the pairing.
    @discardableResult
    func forget(_ topic: Topic) -> Topic? {
        guard let session = sessions.removeValue(forKey: topic) else { return nil }
        pairings[session.pairing] = nil
        return session.pairing
    }

    /// The topics of the sessions that stand.
    package var topics: [Topic] { sessions.keys.sorted() }

    // MARK: The relay

    /// Connects, unless it is connected or asleep.
    func open() async {
        guard !calls.isOpen, !isOpening, !isAsleep, !isStopped, let opening = calls.opening(at: clock.now.wall) else {
            return
        }
        isOpening = true
        if reader == nil {
            let events = transport.events
            reader = Task { [weak self] in
                for await event in events { await self?.take(event) }
            }
        }
        await transport.open(opening)
    }

    private func take(_ event: RelayTransportEvent) async {
        guard event.connection == calls.connection, !isStopped else { return }
        switch event.kind {
        case .opened:
            isOpening = false
            calls.opened()
            let topics = Array(Set(pairings.keys).union(sessions.keys))
            guard !topics.isEmpty else { return }
            let list = JSONValue.array(topics.sorted().map { .string($0.text) })
            await transport.send(calls.frame("irn_batchSubscribe", ["topics": list], at: clock.now.wall).text)
        case .text(let text): await take(text)
        case .heard: break
        case .failed, .closed:
            isOpening = false
            calls.lost()
            guard !isAsleep else { return }
            Task { [weak self] in await self?.reconnect() }
        }
    }

    private func reconnect() async {
        do {
            try await clock.sleep(until: clock.now.uptime + .milliseconds(50))
        } catch {
            return
        }
        await open()
    }

    private func take(_ text: String) async {
        switch RPCMessage(Array(text.utf8)) {
        case .result(let id, let value): calls.answered(id.number, .success(value))
        case .failure(let id, let error): calls.answered(id?.number, .failure(.refused(error)))
        case .request(let id, "irn_subscription", let params):
            await transport.send(RPCMessage.result(id, true).text)
            guard let delivery = RelayDelivery(id, params: params) else { return }
            await take(delivery.message, on: delivery.topic)
        default: break
        }
    }

    /// Calls the relay; a call whose connection is lost is made again.
    @discardableResult
    func call(_ method: String, _ params: JSONValue) async throws(RelayAnswerError) -> JSONValue {
        while true {
            guard !isStopped else { throw .stopped }
            await open()
            await withCheckedContinuation { calls.waitUntilOpen($0) }
            let (id, text) = calls.frame(method, params, at: clock.now.wall)
            let result: Result<JSONValue, RelayAnswerError> = await withCheckedContinuation { continuation in
                calls.wait(for: id, continuation)
                let transport = transport
                Task { await transport.send(text) }
            }
            if case .failure(.lost) = result, !isStopped { continue }
            return try result.get()
        }
    }

    /// Reads a message once, wherever it comes from.
    func take(_ message: String, on topic: Topic) async {
        let hash = SHA2.sha256(Array(topic.text.utf8) + Array(message.utf8))
        guard seen.insert(hash).inserted else { return }
        seenOrder.append(hash)
        if seenOrder.count > Self.memory { seen.remove(seenOrder.removeFirst()) }
        guard let key = pairings[topic] ?? sessions[topic]?.key else { return }
        let content: [UInt8]
        do throws(EnvelopeError) {
            content = try Envelope.open(message, key: key).content
        } catch {
            return  // As a wallet does: it isn't for us.
        }
        switch RPCMessage(content) {
        case .request(let id, let method, let params): await asked(id, method, params: params, on: topic)
        case .result(let id, _)?: answered(id, RPCMessage(content))
        case .failure(let id?, _)?: answered(id, RPCMessage(content))
        default: break
        }
    }

    // MARK: Messages to the program

    /// Encrypts a message and hands it to the relay.
    func publish(_ message: RPCMessage, on topic: Topic, tag: Int, life: Int64) async throws(RelayAnswerError) {
        guard let envelope = seal(message, on: topic) else { return }
        try await call(
            "irn_publish",
            [
                "topic": .string(topic.text), "message": .string(envelope), "ttl": .integer(Int128(life)),
                "tag": .integer(Int128(tag)),
            ])
    }

    func seal(_ message: RPCMessage, on topic: Topic) -> String? {
        (pairings[topic] ?? sessions[topic]?.key).flatMap { Envelope.seal(message.bytes, key: $0) }
    }

    /// The next id of a request of this wallet.
    func nextId() -> RPCIdentifier {
        let made = UInt64(clamping: max(0, clock.now.wall.milliseconds)) % (1 << 42) * 1_000
        lastId = max(lastId + 1, made)
        return RPCIdentifier(lastId)
    }

    /// Sends a request to the program, and waits for its answer; `nil` once the wallet has stopped.
    func ask(_ method: PeerMethod, _ params: JSONValue, on topic: Topic) async throws(RelayAnswerError) -> RPCMessage? {
        let id = nextId()
        guard let number = id.number else { return nil }
        try await publish(
            .request(id, method: method.rawValue, params: params), on: topic, tag: method.tag, life: method.ttl)
        return await answer(to: number)
    }

    /// Waits for the answer to a request that was published.
    func answer(to id: UInt64) async -> RPCMessage? {
        if let early = earlyAnswers.removeValue(forKey: id) { return early }
        guard !isStopped else { return nil }
        return await withCheckedContinuation { answers[id] = $0 }
    }

    private func answered(_ id: RPCIdentifier, _ message: RPCMessage?) {
        guard let id = id.number, let message else { return }
        if let waiter = answers.removeValue(forKey: id) {
            waiter.resume(returning: message)
        } else if earlyAnswers.count < Self.limit {
            earlyAnswers[id] = message
        }
    }

    // MARK: Steps

    /// Runs the steps that take time; `false` if the wallet is never to answer.
    func pass(_ steps: [PhoneWalletStep]) async -> Bool {
        for step in steps {
            switch step {
            case .hang: return false
            case .delay(let milliseconds):
                do {
                    try await clock.sleep(until: clock.now.uptime + .milliseconds(milliseconds))
                } catch {
                    return false
                }
            case .wait: await waitForGo()
            case .sleep:
                await leaveRelay()
                await withCheckedContinuation { waitersForWake.append($0) }
            default: break
            }
            if isStopped { return false }
        }
        return true
    }

    private func waitForGo() async {
        if goes > 0 {
            goes -= 1
        } else if !isStopped {
            await withCheckedContinuation { waitersForGo.append($0) }
        }
    }
}
