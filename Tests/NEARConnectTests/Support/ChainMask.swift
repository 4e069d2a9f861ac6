// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation
import NEARPrimitives
import NEARRPC
import Synchronization

/// A proxy of a node that names another genesis hash: a devnet that poses as another chain.
final class ChainMask: Sendable {
    /// The answers to `status`.
    enum Face: Sendable {
        /// The other node's own words.
        case own
        /// Another genesis hash.
        case genesis(String)
        /// No genesis hash, as old nodes do.
        case nameless
        /// Nothing at all, until the face changes.
        case silent
    }

    /// The proxy's address.
    let url: URL
    private let server: HTTPServer
    private let running: Task<Void, Never>
    private let state: State

    private final class State: Sendable {
        let face: Mutex<Face>
        let methods = Mutex<[String]>([])
        let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

        init(_ face: Face) {
            self.face = Mutex(face)
        }

        func release() {
            let all = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            all.forEach { $0.resume() }
        }
    }

    /// Starts a node before `hidden`.
    ///
    /// When this returns, it answers.
    static func start(before hidden: URL, _ face: Face) async throws -> ChainMask {
        let state = State(face)
        let client = try NEARRPCClient(endpoints: [RPCEndpoint(url: hidden)])
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 300, logger: .disabled,
            handler: ClosureHTTPHandler { request in
                let body = try await answer([UInt8](request.bodyData), asking: client, state)
                return HTTPResponse(
                    statusCode: .ok, headers: [.contentType: "application/json"], body: Data(body))
            })
        let running = Task {
            do {
                try await server.run()
            } catch {
                // It was stopped, or `waitUntilListening` says why it didn't start.
            }
        }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port)? = await server.listeningAddress, let url = URL(string: "http://127.0.0.1:\(port)")
        else {
            await server.stop()
            throw SocketError.unsupportedAddress
        }
        return ChainMask(url: url, server: server, running: running, state: state)
    }

    private init(url: URL, server: HTTPServer, running: Task<Void, Never>, state: State) {
        (self.url, self.server, self.running, self.state) = (url, server, running, state)
    }

    /// The methods that were called, in order.
    var methods: [String] { state.methods.withLock { $0 } }

    /// Answers `status` like this from now on; who waits is answered so, too.
    func show(_ face: Face) {
        state.face.withLock { $0 = face }
        state.release()
    }

    /// Stops answering, and waits until the port is free again.
    func stop() async {
        show(.own)
        await server.stop()
        await running.value
    }

    private static func answer(_ body: [UInt8], asking client: NEARRPCClient, _ state: State) async throws -> [UInt8] {
        let method = try NEARPrimitives.JSONValue.parse(body)["method"]?.stringValue ?? ""
        state.methods.withLock { $0.append(method) }
        guard method == "status" else { return try await client.forward(body: body) }
        await withCheckedContinuation { continuation in
            let waits = state.waiting.withLock { waiting in
                guard case .silent = state.face.withLock({ $0 }) else { return false }
                waiting.append(continuation)
                return true
            }
            if !waits { continuation.resume() }
        }
        let reply = try NEARPrimitives.JSONValue.parse(try await client.forward(body: body))
        guard var fields = reply.objectValue, var status = fields["result"]?.objectValue else { return reply.bytes }
        switch state.face.withLock({ $0 }) {
        case .own, .silent: break
        case .genesis(let hash): status["genesis_hash"] = .string(hash)
        case .nameless: status["genesis_hash"] = nil
        }
        fields["result"] = .object(status)
        return NEARPrimitives.JSONValue.object(fields).bytes
    }
}
