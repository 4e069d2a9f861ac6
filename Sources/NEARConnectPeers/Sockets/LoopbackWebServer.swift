// SPDX-License-Identifier: MIT

internal import FlyingFox
internal import FlyingSocks
internal import FoundationEssentials
internal import Glibc
package import NEARPrimitives

/// A request as a peer's server got it.
package struct WebRequest: Sendable {
    package let method: String
    package let path: String
    /// The fields of the query; of two with one name the first counts.
    package let query: [String: String]
    /// The header fields, their names in lower case.
    package let headers: [String: String]
    /// The body; `nil` for one that is larger than the server takes.
    package let body: [UInt8]?

    /// The body's fields, if it is a form.
    package var form: [String: String] {
        guard let text = body.flatMap({ String(validating: $0, as: UTF8.self) }) else { return [:] }
        var fields: [String: String] = [:]
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let plain = pair.map { $0.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " ") }
            if plain.count == 2, let name = PercentEncoding.decode(plain[0]),
                let value = PercentEncoding.decode(plain[1])
            {
                fields[name] = value
            }
        }
        return fields
    }
}

/// An answer of a peer's server.
package struct WebAnswer: Sendable {
    package var status = 200
    package var headers: [String: String] = [:]
    package var body: [UInt8] = []

    package init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// An answer of JSON.
    package static func json(_ value: NEARPrimitives.JSONValue, status: Int = 200) -> WebAnswer {
        WebAnswer(
            status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: value.bytes)
    }
}

/// HTTP for a peer on a loopback port.
///
/// There are no headers that let pages of other origins read an answer.
package final class LoopbackWebServer: Sendable {
    package typealias Answer = @Sendable (WebRequest) async -> WebAnswer

    /// The server's origin: `http://127.0.0.1:PORT`.
    package let origin: String
    private let server: HTTPServer
    private let running: Task<(any Error)?, Never>
    private let desk: PeerDesk<Answer>

    /// Starts to serve; when this returns, it answers.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 for any that is free.
    ///   - limit: The largest body that is read, in bytes.
    ///   - answer: Answers a request.
    /// - Throws: The system's error when it has no port, at once.
    package static func start(
        port: UInt16 = 0, limit: Int, _ answer: @escaping Answer
    ) async throws -> LoopbackWebServer {
        let desk = PeerDesk<Answer>()
        desk.open(answer)
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), pool: PromptPool(HTTPServer.defaultPool()),
            logger: .disabled,
            handler: ClosureHTTPHandler { request in
                let request = try await read(request, limit: limit)
                let answer = await desk.peer()?(request) ?? WebAnswer(status: 503)
                var headers = HTTPHeaders()
                for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
                return HTTPResponse(
                    statusCode: HTTPStatusCode(answer.status, phrase: "\(answer.status)"), headers: headers,
                    body: Data(answer.body))
            })
        // FlyingFox tells who waits of a start only; an address that is in use would be told after the whole minute.
        let waiting = Task { try await server.waitUntilListening(timeout: 60) }
        let running = Task { () -> (any Error)? in
            do {
                try await server.run()
                return nil
            } catch {
                waiting.cancel()
                return error
            }
        }
        do {
            try await waiting.value
        } catch is CancellationError {
            throw await running.value ?? SocketError.disconnected
        } catch {
            await server.stop()
            throw error
        }
        guard case .ip4(_, let port)? = await server.listeningAddress else {
            await server.stop()
            throw SocketError.unsupportedAddress
        }
        return LoopbackWebServer(origin: "http://127.0.0.1:\(port)", server: server, running: running, desk: desk)
    }

    private init(origin: String, server: HTTPServer, running: Task<(any Error)?, Never>, desk: PeerDesk<Answer>) {
        self.desk = desk
        self.origin = origin
        self.server = server
        self.running = running
    }

    /// Stops answering, and returns when the port is free again.
    ///
    /// The peer is released.
    package func stop() async {
        await server.stop()
        _ = await running.value
        desk.close()
    }

    private static func read(_ request: HTTPRequest, limit: Int) async throws -> WebRequest {
        var body: [UInt8]? = []
        for try await part in request.bodySequence {
            // A body that isn't kept is read to its end all the same, so that the next request is found.
            body = body.flatMap { $0.count + part.count <= limit ? $0 + part : nil }
        }
        return WebRequest(
            method: request.method.rawValue, path: request.path,
            query: Dictionary(request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
            headers: Dictionary(
                request.headers.map { ($0.key.rawValue.lowercased(), $0.value) },
                uniquingKeysWith: { first, _ in first }),
            body: body)
    }
}

/// A pool whose sockets send at once.
///
/// FlyingFox writes an answer's head and its body one after the other. The body would wait up to 40 ms for the receipt
/// of the head (Nagle's algorithm and delayed receipts), each time but the first on a connection.
private struct PromptPool<Pool: AsyncSocketPool>: AsyncSocketPool {
    private let pool: Pool

    init(_ pool: Pool) { self.pool = pool }

    func prepare() async throws { try await pool.prepare() }

    func run() async throws { try await pool.run() }

    /// Waits for a socket; the listening one comes first, and those that it accepts have its options.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        var isOn: CInt = 1
        setsockopt(
            socket.file.rawValue, CInt(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<CInt>.size))
        try await pool.suspendSocket(socket, untilReadyFor: events)
    }
}
