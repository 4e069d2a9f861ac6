// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
package import WalletConnectSign

/// The verbs of the process that has a profile's store, for other processes of the same user.
///
/// The relay delivers to one connection of a client, so others speak through this one. They ask: proposals and requests
/// that go to a phone. Nothing here approves, and no key and no link of another's attempt is given out.
/// `docs/walletconnect.md` has the methods.
package actor SignServer {
    private let speaker: OwnSignSpeaker
    private let client: SignClient
    private var server: LocalServer?
    /// The folder of a socket whose place isn't the store's, which goes with the server.
    private var ownFolder: String?
    /// The attempts whose links were given out, until they are asked for.
    private var attempts: [Int: PairingAttempt] = [:]
    private var openCalls = 0
    private var isClosing = false
    /// Has the owner give the store up; `nil` for one that keeps it.
    private var onYield: (@Sendable () -> Void)?
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []

    /// Opens a server, and says in the store's folder where it is.
    ///
    /// - Parameters:
    ///   - client: The client, which is running.
    ///   - store: The store, which this process has.
    ///   - onYield: Called once when another process is to have the store, and nobody's call is open: the owner
    ///     closes then. `nil` for an owner that keeps the store.
    /// - Throws: An error of the socket, in words.
    package static func open(
        _ client: SignClient, of store: FileSignStore, onYield: (@Sendable () -> Void)? = nil
    ) async throws -> SignServer {
        let server = SignServer(client, onYield: onYield)
        try await server.listen(store)
        return server
    }

    private init(_ client: SignClient, onYield: (@Sendable () -> Void)?) {
        self.client = client
        self.onYield = onYield
        speaker = OwnSignSpeaker(client)
    }

    private func listen(_ store: FileSignStore) async throws {
        var path = store.folder.appendingPathComponent("socket").path
        if !LocalServer.takes(path: path) {
            // A profile may be deeper than a socket's name is long.
            let folder = try Self.temporaryFolder()
            ownFolder = folder
            path = "\(folder)/socket"
        }
        server = try await LocalServer.open(at: path, role: .asks, methods: methods())
        try await store.announce(socket: path)
    }

    private static func temporaryFolder() throws -> String {
        var template = Array("/tmp/near-connect-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SignStoreError.failed(localized("/tmp: %1$s", String(cString: strerror(errno))))
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// True if another process's call is open.
    package var isUsed: Bool { openCalls > 0 }

    /// Takes no more calls, waits for the open ones, and closes.
    package func finish() async {
        isClosing = true
        if openCalls > 0 { await withCheckedContinuation { idleWaiters.append($0) } }
        await close()
    }

    /// Ends all calls, and closes.
    package func close() async {
        isClosing = true
        await server?.close()
        server = nil
        for attempt in attempts.values { await attempt.cancel() }
        attempts = [:]
        guard let ownFolder else { return }
        self.ownFolder = nil
        unlink("\(ownFolder)/socket.lock")
        rmdir(ownFolder)
    }

    // MARK: Methods

    private nonisolated func methods() -> [LocalMethod] {
        [
            method(.sessions) { server, _, _ in .array(try await server.speaker.sessions().map(\.json)) },
            method(.propose) { server, params, _ in try await server.propose(params) },
            method(.session) { server, params, _ in try await server.session(params) },
            method(.request) { server, params, caller in
                guard let request = SpokenRequest(json: params) else { throw SignSharing.unreadable }
                return try await server.speaker.request(request) { caller.notify(SignSharing.asked) }
            },
            method(.ping) { server, params, _ in
                try await server.speaker.ping(try SignSharing.topic(params))
                return .null
            },
            method(.disconnect) { server, params, _ in
                let seconds = params?["seconds"]?.integerValue(as: Int.self) ?? 0
                return .bool(
                    try await server.speaker.disconnect(
                        try SignSharing.topic(params), within: .seconds(min(max(seconds, 0), 600))))
            },
            method(.listen, counts: false) { server, _, caller in
                for await report in try await server.speaker.reports() {
                    guard caller.notify(SignSharing.report, report.json) else { break }
                }
                return .null
            },
            method(.yield, counts: false) { server, _, _ in .bool(await server.yield()) },
        ]
    }

    private typealias Body = @Sendable (SignServer, JSONValue?, LocalCaller) async throws -> JSONValue

    /// - Parameter counts: True if the server waits for the method's end before it closes.
    private nonisolated func method(_ name: SignSharing, counts: Bool = true, _ body: @escaping Body) -> LocalMethod {
        LocalMethod(name.rawValue, for: .asks) { [weak self] params, caller throws(LocalCallError) in
            guard let self, await begin(counts) else { throw SignSharing.closing }
            let result: Result<JSONValue, LocalCallError>
            do {
                result = .success(try await body(self, params, caller))
            } catch {
                result = .failure(SignSharing.answer(to: error))
            }
            await end(counts)
            return try result.get()
        }
    }

    private func begin(_ counts: Bool) -> Bool {
        guard !isClosing else { return false }
        if counts { openCalls += 1 }
        return true
    }

    private func end(_ counts: Bool) {
        guard counts else { return }
        openCalls -= 1
        guard openCalls == 0 else { return }
        for waiter in idleWaiters { waiter.resume() }
        idleWaiters = []
    }

    /// Has the owner give the store up.
    ///
    /// - Returns: False for an owner that keeps it, and while a call of somebody is open.
    private func yield() -> Bool {
        dropExpiredAttempts()
        guard !isClosing, openCalls == 0, attempts.isEmpty, let onYield = onYield.take() else { return false }
        isClosing = true
        onYield()
        return true
    }

    /// Drops the attempts of those who took a link and went: they don't ask for its session.
    private func dropExpiredAttempts() {
        let now = SystemSignClock().now.wall
        attempts = attempts.filter { $0.value.expires > now }
    }

    private func propose(_ params: JSONValue?) async throws -> JSONValue {
        dropExpiredAttempts()
        guard attempts.count < SignLimits.attempts else { throw SignError.tooMany }
        let attempt = try await client.propose(try SignSharing.proposal(params))
        attempts[attempt.number] = attempt
        return [
            "attempt": .integer(Int128(attempt.number)), "uri": .string(attempt.uri.text),
            "expires": .integer(Int128(attempt.expires.seconds)),
        ]
    }

    private func session(_ params: JSONValue?) async throws -> JSONValue {
        guard let number = params?["attempt"]?.integerValue(as: Int.self),
            let attempt = attempts.removeValue(forKey: number)
        else { throw SignSharing.unreadable }
        let session = try await attempt.session()
        return SessionSummary(session).json
    }
}
