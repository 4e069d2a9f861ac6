// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NIOCore
internal import NIOHTTP1
internal import WalletConnectSign

/// A relay's sockets and its timer, which belong to one event loop.
final class RelayHost {
    /// The outcome of a client's first request.
    enum Admission {
        case enter(client: String, agent: String, fault: RelayRule.Fault?)
        case refuse(status: Int, name: String)
        case cut
    }

    /// A test that waits for a call.
    private struct Watcher {
        let matches: @Sendable (RelayCall) -> Bool
        let continuation: CheckedContinuation<RelayCall?, Never>
    }

    /// The most bytes of a request's address and of a client's `ua`.
    private static let addressLimit = 8_192
    /// The most openings that are remembered.
    private static let openingLimit = 64

    let eventLoop: any EventLoop
    let settings: RelaySettings
    private let clock = SystemSignClock()
    private(set) var core: RelayCore
    /// All that clients have shown at the door, the last 64 of them.
    private(set) var openings: [RelayOpeningRecord] = []
    private var sockets: [Int: RelaySocketHandler] = [:]
    private var lastConnection = 0
    private var timer: (deadline: Duration, task: Scheduled<Void>)?
    private var watchers: [Watcher] = []
    private var tokens: RelayTokenReader
    private var isStopped = false

    init(_ settings: RelaySettings, rules: [RelayRule], eventLoop: any EventLoop) {
        self.settings = settings
        self.eventLoop = eventLoop
        core = RelayCore(settings)
        core.rules = rules
        tokens = RelayTokenReader(audiences: [], leeway: settings.leeway)
    }

    /// Takes note of the port that the relay has, which is in its clients' tokens.
    func listens(on port: Int) {
        tokens = RelayTokenReader(
            audiences: ["127.0.0.1", "localhost"].map { "ws://\($0):\(port)" }, leeway: settings.leeway)
    }

    // MARK: Clients

    /// Decides about a client's first request.
    func admit(_ head: HTTPRequestHead) -> Admission {
        guard head.uri.utf8.count <= Self.addressLimit, sockets.count < settings.connections, !isStopped else {
            return .refuse(status: 503, name: "Overloaded")
        }
        let fields = Self.query(head.uri)
        let bearer = head.headers.first(name: "authorization").flatMap { value in
            value.hasPrefix("Bearer ") ? String(value.dropFirst(7)) : nil
        }
        if openings.count == Self.openingLimit { openings.removeFirst() }
        openings.append(
            RelayOpeningRecord(
                tokenInHeader: bearer, tokenInAddress: fields["auth"],
                headers: head.headers.map { "\($0.name): \($0.value)" }))
        let agent = String((fields["ua"] ?? "").prefix(256))
        let fault = core.faultOfConnection(agent: agent)
        switch fault {
        case .refuse(let status, let name): return .refuse(status: status, name: name)
        case .limit: return .refuse(status: 429, name: "RateLimited")
        case .cut: return .cut
        default: break
        }
        do throws(RelayEntryError) {
            guard let project = fields["projectId"], !project.isEmpty,
                settings.projects.isEmpty || settings.projects.contains(project)
            else { throw .project }
            guard let token = bearer ?? fields["auth"] else { throw .missing }
            return .enter(
                client: try tokens.client(token, at: clock.now.wall.seconds), agent: agent, fault: fault)
        } catch {
            return .refuse(status: error.status, name: error.name)
        }
    }

    private static func query(_ uri: String) -> [String: String] {
        let parts = uri.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return [:] }
        var fields: [String: String] = [:]
        for part in parts[1].split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, let value = PercentEncoding.decode(pair[1]) { fields[String(pair[0])] = value }
        }
        return fields
    }

    /// Takes a client in whose websocket is open.
    func enter(_ socket: RelaySocketHandler, client: String, agent: String, fault: RelayRule.Fault?) -> Int {
        lastConnection += 1
        let number = lastConnection
        sockets[number] = socket
        run(core.connect(number, client: client, agent: agent, at: clock.now))
        switch fault {
        case .close(let code, let reason):
            core.disconnect(number)
            run([.close(number, code: code, reason: reason)])
        case .mute: run([.mute(number)])
        default: break
        }
        return number
    }

    func leave(_ number: Int) {
        sockets[number] = nil
        core.disconnect(number)
        setTimer()
    }

    func receive(_ text: [UInt8], from number: Int) {
        let known = core.calls.count
        let effects = core.receive(text, from: number, at: clock.now)
        run(effects)
        if core.calls.count != known, let call = core.calls.last { tell(call) }
    }

    // MARK: Effects

    private func run(_ effects: [RelayCore.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let number, let text): sockets[number]?.send(text)
            case .close(let number, let code, let reason): sockets[number]?.close(code: code, reason: reason)
            case .cut(let number): sockets[number]?.cut()
            case .mute(let number): sockets[number]?.mute()
            }
        }
        setTimer()
    }

    private func setTimer() {
        let now = clock.now
        guard !isStopped, let deadline = core.deadline(at: now) else {
            timer?.task.cancel()
            timer = nil
            return
        }
        if let timer, timer.deadline <= deadline { return }
        timer?.task.cancel()
        let pause = max(.zero, deadline - now.uptime)
        let (seconds, attoseconds) = pause.components
        let task = eventLoop.assumeIsolated().scheduleTask(
            in: .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000 + 1)
        ) { [weak self] in
            guard let self else { return }
            timer = nil
            run(core.tick(at: clock.now))
        }
        timer = (deadline, task)
    }

    // MARK: Scripts and tests

    func setRules(_ rules: [RelayRule]) { core.rules = rules }

    func release() { run(core.release(at: clock.now)) }

    /// Closes all connections; with no code they are cut.
    func closeAll(code: Int?) {
        for number in sockets.keys.sorted() {
            core.disconnect(number)
            run([code.map { .close(number, code: $0, reason: "") } ?? .cut(number)])
        }
    }

    /// Resumes `continuation` with the first call that matches, made already or not.
    func watch(
        _ matches: @escaping @Sendable (RelayCall) -> Bool, _ continuation: CheckedContinuation<RelayCall?, Never>
    ) {
        if isStopped { return continuation.resume(returning: nil) }
        if let call = core.calls.first(where: matches) { return continuation.resume(returning: call) }
        watchers.append(Watcher(matches: matches, continuation: continuation))
    }

    private func tell(_ call: RelayCall) {
        let matching = watchers.filter { $0.matches(call) }
        guard !matching.isEmpty else { return }
        watchers.removeAll { $0.matches(call) }
        for watcher in matching { watcher.continuation.resume(returning: call) }
    }

    /// Ends everything.
    func stop() {
        isStopped = true
        timer?.task.cancel()
        timer = nil
        let waiting = watchers
        watchers = []
        for watcher in waiting { watcher.continuation.resume(returning: nil) }
        for number in sockets.keys.sorted() { sockets[number]?.cut() }
    }
}
