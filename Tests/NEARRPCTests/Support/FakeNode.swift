// SPDX-License-Identifier: MIT

import FlyingFox
import FlyingSocks
import Foundation
import NEARPrimitives
import NEARRPC
import Synchronization

// FlyingFox has a type of this name too.
typealias JSONValue = NEARPrimitives.JSONValue

/// A server on a loopback port that plays a node.
///
/// A test says what it answers, and reads what it was asked.
final class FakeNode: Sendable {
    /// A call that arrived.
    struct Call: Sendable {
        let method: String
        let params: JSONValue
        let id: JSONValue
        let body: [UInt8]
        let headers: [String: String]
    }

    /// The answer that the node gives.
    enum Answer: Sendable {
        case result(JSONValue)
        case error(JSONValue, status: Int = 200)
        case http(Int, headers: [String: String] = [:], body: String = "")
        /// No answer while the test runs.
        case silence
    }

    let endpoint: RPCEndpoint
    private let server: HTTPServer
    private let recorder: Recorder

    private final class Recorder: Sendable {
        let calls = Mutex<[Call]>([])
        let released = Latch()
    }

    private init(server: HTTPServer, endpoint: RPCEndpoint, recorder: Recorder) {
        self.server = server
        self.endpoint = endpoint
        self.recorder = recorder
    }

    /// The calls so far.
    var calls: [Call] { recorder.calls.withLock { $0 } }
    /// The methods called so far.
    var methods: [String] { calls.map(\.method) }

    /// Runs `body` with a node that answers by `answer`, which is given each call and its number from 0.
    @discardableResult static func run<Result: Sendable>(
        answering answer: @escaping @Sendable (Call, Int) async -> Answer,
        _ body: @Sendable (FakeNode) async throws -> Result
    ) async throws -> Result {
        let recorder = Recorder()
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 300, logger: .disabled,
            handler: ClosureHTTPHandler { request in
                let bytes = [UInt8](try await request.bodyData)
                let json = try JSONValue.parse(bytes)
                var headers: [String: String] = [:]
                for (name, value) in request.headers { headers[name.rawValue.lowercased()] = value }
                let call = Call(
                    method: json["method"]?.stringValue ?? "", params: json["params"] ?? .null, id: json["id"] ?? .null,
                    body: bytes, headers: headers)
                let number = recorder.calls.withLock { calls in
                    calls.append(call)
                    return calls.count - 1
                }
                return await respond(to: call, with: await answer(call, number), recorder)
            })
        let running = Task { try await server.run() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port)? = await server.listeningAddress,
            let url = URL(string: "http://127.0.0.1:\(port)")
        else { throw FakeNodeError.notListening }
        let node = FakeNode(server: server, endpoint: RPCEndpoint(url: url), recorder: recorder)
        defer {
            recorder.released.open()
            running.cancel()
        }
        return try await body(node)
    }

    private static func respond(to call: Call, with answer: Answer, _ recorder: Recorder) async -> HTTPResponse {
        func response(_ status: Int, headers: [String: String], body: Data) -> HTTPResponse {
            var fields = HTTPHeaders()
            for (name, value) in headers { fields[HTTPHeader(name)] = value }
            return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "Status"), headers: fields, body: body)
        }
        switch answer {
        case .result(let result):
            let json: JSONValue = .object(["jsonrpc": "2.0", "id": call.id, "result": result])
            return response(200, headers: ["Content-Type": "application/json"], body: Data(json.bytes))
        case .error(let error, let status):
            let json: JSONValue = .object(["jsonrpc": "2.0", "id": call.id, "error": error])
            return response(status, headers: ["Content-Type": "application/json"], body: Data(json.bytes))
        case .http(let status, let headers, let body):
            return response(status, headers: headers, body: Data(body.utf8))
        case .silence:
            await recorder.released.wait()
            return response(503, headers: [:], body: Data())
        }
    }
}

enum FakeNodeError: Error {
    case notListening
}

/// A door that opens once.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
