// SPDX-License-Identifier: MIT

import FoundationEssentials

/// HTTP through libcurl.
///
/// Not URLSession, for reasons measured with Swift 6.3.1 on Linux, where URLSession is a layer over this same libcurl:
/// - A server, or a fault of the network, that ends a connection within the header of its answer kills the process
///   ("Transfer completed, but there's no response", `NativeProtocol.swift`). An RPC endpoint isn't trusted with that.
/// - When a kept-alive connection dies after a request was written to it, the request is written again on a new one,
///   though it may submit a transaction, and the second answer is never delivered.
/// - An answer of 401 that asks for `Basic` credentials never ends, not even at the request's own timeout.
///
/// All transfers of a transport share one thread and a pool of connections. What must not be repeated gets a connection
/// of its own. Redirects, cookies and `.netrc` are off: an RPC endpoint has no use for them, and a redirected POST
/// would tell a second server what was signed for the first. HTTP/2 and compressed answers are on; limits count decoded
/// bytes.
public final class CurlTransport: RPCTransport {
    private let engine: CurlEngine
    private let proxies: ProxyEnvironment

    /// A transport with a connection pool of its own and the proxy that the process's environment asks for.
    public convenience init() {
        self.init(environment: ProcessInfo.processInfo.environment)
    }

    /// A transport with a connection pool of its own.
    ///
    /// - Parameter environment: Where the proxy is looked up: `https_proxy`, `HTTPS_PROXY`, `http_proxy` (lower case
    ///   only, as curl does, because a CGI script's `HTTP_PROXY` is the client's word), `all_proxy`, `no_proxy`.
    public init(environment: [String: String]) {
        engine = CurlEngine()
        proxies = ProxyEnvironment(environment)
    }

    deinit { engine.stop() }

    /// Posts `request` once.
    public func send(_ request: RPCTransportRequest) async throws(RPCTransportError) -> RPCTransportResponse {
        for (name, value) in request.headers where !Self.isHeaderField(name, value) {
            throw RPCTransportError(kind: .other, mayHaveBeenSent: false, detail: "a header field isn't one")
        }
        return try await engine.run(CurlExchange(request), proxies: proxies)
    }

    /// Returns whether name and value can stand in one header line: nothing that could end it, or begin another.
    private static func isHeaderField(_ name: String, _ value: String) -> Bool {
        let isToken = name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
        return isToken && !name.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
