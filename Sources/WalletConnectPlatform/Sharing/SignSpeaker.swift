// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import WalletConnectSign

/// Someone who speaks with wallets for a profile: this process, or the one that has the profile's store.
package protocol SignSpeaker: Sendable {
    /// Returns the sessions, in the order in which they were settled.
    func sessions() async throws -> [SessionSummary]

    /// Proposes a session, and waits for it; where the task is cancelled, the attempt is given up.
    ///
    /// - Parameter offered: Called with the link and its end, once the relay has the proposal.
    func connect(
        _ proposal: SessionProposal, offered: @MainActor @Sendable (String, UnixTime) -> Void
    ) async throws -> SessionSummary

    /// Asks a wallet, and waits for its answer; where the task is cancelled, the request is given up.
    ///
    /// - Parameter asked: Called once the relay has the request.
    func request(_ request: SpokenRequest, asked: @escaping @Sendable () -> Void) async throws -> JSONValue

    /// Asks whether a wallet is there.
    func ping(_ session: Topic) async throws

    /// Ends a session.
    ///
    /// - Parameter limit: The longest wait for the relay to have it.
    /// - Returns: True if the relay has it.
    func disconnect(_ session: Topic, within limit: Duration) async throws -> Bool

    /// Returns what happens from now on, first the sessions that there are.
    func reports() async throws -> AsyncStream<SignReport>
}

/// A request to a wallet.
package struct SpokenRequest: Sendable, Hashable {
    package let session: Topic
    package let chain: ChainID
    package let method: String
    package let params: JSONValue
    /// The time for which it counts.
    package let expiry: Duration

    package init(session: Topic, chain: ChainID, method: String, params: JSONValue, expiry: Duration) {
        self.session = session
        self.chain = chain
        self.method = method
        self.params = params
        self.expiry = expiry
    }
}

/// This process's own sign client.
package struct OwnSignSpeaker: SignSpeaker {
    /// The time for which the end of what wallets are told is waited for.
    private static let patience = Duration.seconds(10)

    private let client: SignClient

    package init(_ client: SignClient) {
        self.client = client
    }

    package func sessions() async throws -> [SessionSummary] { await client.sessions.map { SessionSummary($0) } }

    package func connect(
        _ proposal: SessionProposal, offered: @MainActor @Sendable (String, UnixTime) -> Void
    ) async throws -> SessionSummary {
        let attempt = try await client.propose(proposal)
        await offered(attempt.uri.text, attempt.expires)
        do throws(SignError) {
            let session = try await attempt.session()
            await client.allIsSent(within: Self.patience)
            return SessionSummary(session)
        } catch {
            await client.allIsSent(within: Self.patience)
            throw error
        }
    }

    package func request(_ request: SpokenRequest, asked: @escaping @Sendable () -> Void) async throws -> JSONValue {
        try await client.request(
            request.method, request.params, chain: request.chain, session: request.session, expiry: request.expiry
        ) { _ in asked() }
    }

    package func ping(_ session: Topic) async throws { try await client.ping(session) }

    package func disconnect(_ session: Topic, within limit: Duration) async throws -> Bool {
        guard await client.sessions.contains(where: { $0.topic == session }) else { throw SignError.sessionUnknown }
        await client.disconnect(session)
        return await client.allIsSent(within: limit)
    }

    package func reports() async throws -> AsyncStream<SignReport> {
        let events = await client.events()
        let (stream, continuation) = AsyncStream.makeStream(
            of: SignReport.self, bufferingPolicy: .bufferingNewest(SignLimits.events))
        continuation.yield(SignReport(.relay(await client.relay)))
        for session in await client.sessions { continuation.yield(SignReport(.settled(session))) }
        let reader = Task {
            for await event in events { continuation.yield(SignReport(event)) }
            continuation.finish()
        }
        continuation.onTermination = { _ in reader.cancel() }
        return stream
    }
}
