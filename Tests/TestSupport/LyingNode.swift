// SPDX-License-Identifier: MIT

internal import FlyingFox
internal import FlyingSocks
package import Foundation
package import NEARPrimitives
package import NEARRPC
internal import Synchronization

/// A node on a loopback port that passes calls on to a real one.
///
/// It changes the answers as a test says.
package final class LyingNode: Sendable {
    package typealias Value = NEARPrimitives.JSONValue
    /// Makes the answer to a call, the JSON-RPC objects whole, from the real one.
    package typealias Lie = @Sendable (_ call: Value, _ answer: Value) async -> Value

    package let url: URL
    /// The calls so far, with the answers of the real node.
    package var exchanges: [(call: Value, answer: Value)] { source.state.withLock { $0.exchanges } }

    private struct State {
        var lie: Lie
        var exchanges: [(call: Value, answer: Value)] = []
        var known: [Value: Value] = [:]
    }

    private final class Source: Sendable {
        let state: Mutex<State>
        init(_ state: State) { self.state = Mutex(state) }
    }

    private let source: Source

    private init(url: URL, source: Source) {
        (self.url, self.source) = (url, source)
    }

    /// Changes the answers otherwise from now on, and counts from zero.
    package func lie(_ lie: @escaping Lie) {
        source.state.withLock { ($0.lie, $0.exchanges) = (lie, []) }
    }

    /// Runs `body` with a node before the one at `real`.
    ///
    /// - Parameter isStill: Whether the chain stands still, so that the real node need be asked each thing once only.
    @discardableResult package static func run<Result: Sendable>(
        before real: URL, isStill: Bool = false, lying lie: @escaping Lie = { _, answer in answer },
        _ body: @Sendable (LyingNode) async throws -> Result
    ) async throws -> Result {
        let (source, transport) = (Source(State(lie: lie)), CurlTransport())
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 300, logger: .disabled,
            handler: ClosureHTTPHandler { request in
                let bytes = [UInt8](try await request.bodyData)
                let call = try Value.parse(bytes)
                let answer: Value
                if isStill, let known = source.state.withLock({ $0.known[call] }) {
                    answer = known
                } else {
                    let response = try await transport.send(
                        RPCTransportRequest(
                            url: real, body: bytes, isRepeatable: false, timeout: .seconds(300),
                            maximumResponseBytes: 16 << 20))
                    answer = try Value.parse(response.body)
                }
                let lie = source.state.withLock { state in
                    state.exchanges.append((call, answer))
                    state.known[call] = answer
                    return state.lie
                }
                return HTTPResponse(
                    statusCode: .ok, headers: [.contentType: "application/json"],
                    body: Data(await lie(call, answer).bytes))
            })
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port)? = await server.listeningAddress, let url = URL(string: "http://127.0.0.1:\(port)")
        else { throw NotListeningError() }
        return try await body(LyingNode(url: url, source: source))
    }

    private struct NotListeningError: Error {}

    /// A client that asks this node only, and is as patient as a loaded machine needs.
    package func client() throws -> NEARRPCClient {
        try NEARRPCClient(
            configuration: RPCClientConfiguration(
                endpoints: [RPCEndpoint(url: url)], deadline: .seconds(300), transactionDeadline: .seconds(300),
                attemptTimeout: .seconds(300),
                retryPolicy: RetryPolicy(
                    maximumAttempts: 2, initialBackoff: .milliseconds(1), maximumBackoff: .milliseconds(1))))
    }
}
