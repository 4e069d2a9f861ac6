// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation
import NEARPrimitives
import NEARRPC
import Synchronization

/// A node on loopback whose answers a test writes, by method and parameters.
final class ScriptedNode: Sendable {
    /// Returns the whole JSON-RPC reply to a request.
    typealias Script =
        @Sendable (_ method: String, _ request: NEARPrimitives.JSONValue) async throws -> NEARPrimitives.JSONValue

    /// The node's address.
    let url: URL
    private let server: HTTPServer
    private let running: Task<Void, Never>
    private let calls: Calls

    private final class Calls: Sendable {
        let methods = Mutex<[String]>([])
    }

    /// Starts a node.
    ///
    /// When this returns, it answers.
    ///
    /// - Parameters:
    ///   - key: The API key without which the node answers 401, in `x-api-key`; `nil` for none.
    ///   - script: The answers.
    static func start(wanting key: String? = nil, _ script: @escaping Script) async throws -> ScriptedNode {
        let calls = Calls()
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 300, logger: .disabled,
            handler: ClosureHTTPHandler { request in
                if let key, request.headers[HTTPHeader("x-api-key")] != key {
                    return HTTPResponse(statusCode: .unauthorized)
                }
                let body = try NEARPrimitives.JSONValue.parse([UInt8](try await request.bodyData))
                let method = body["method"]?.stringValue ?? ""
                calls.methods.withLock { $0.append(method) }
                let reply = try await script(method, body)
                return HTTPResponse(
                    statusCode: .ok, headers: [.contentType: "application/json"], body: Data(reply.bytes))
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
        return ScriptedNode(url: url, server: server, running: running, calls: calls)
    }

    /// Starts a node that hands requests on, and lets the test change the results.
    static func start(
        before hidden: URL,
        changing change:
            @escaping @Sendable (String, NEARPrimitives.JSONValue.Members) -> NEARPrimitives.JSONValue.Members = {
                $1
            }
    ) async throws -> ScriptedNode {
        try await start { method, request in
            let reply = try await forward(request, to: hidden)
            guard var fields = reply.objectValue, let result = fields["result"]?.objectValue else { return reply }
            fields["result"] = .object(change(method, result))
            return .object(fields)
        }
    }

    /// Returns a node's reply to a request.
    static func forward(_ request: NEARPrimitives.JSONValue, to url: URL) async throws -> NEARPrimitives.JSONValue {
        let client = try NEARRPCClient(endpoints: [RPCEndpoint(url: url)])
        return try NEARPrimitives.JSONValue.parse(try await client.forward(body: request.bytes))
    }

    private init(url: URL, server: HTTPServer, running: Task<Void, Never>, calls: Calls) {
        (self.url, self.server, self.running, self.calls) = (url, server, running, calls)
    }

    /// The methods that were called, in order.
    var methods: [String] { calls.methods.withLock { $0 } }

    /// Stops answering, and waits until the port is free again.
    func stop() async {
        await server.stop()
        await running.value
    }
}
