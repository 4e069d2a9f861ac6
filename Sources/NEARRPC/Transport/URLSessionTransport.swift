// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP through Foundation's URLSession.
///
/// A proxy comes from the environment (`http_proxy`, `https_proxy`, `no_proxy`): URLSession sits on libcurl here, which
/// reads them by itself. Cookies, caches and redirects are off: an RPC endpoint has no use for them, and a redirected
/// POST would tell a second server what was signed for the first.
///
/// Measured with Swift 6.3.1 on Linux, and the reason for the two kinds of sessions: when a kept-alive connection dies
/// after a request was written to it, libcurl writes the request again on a new one without telling anybody, and
/// URLSession then never delivers that second answer. So what must not be repeated gets a session of its own, whose
/// connection is always new; reads share one, and the client's own timeout ends such a stall.
public final class URLSessionTransport: RPCTransport {
    private let shared: URLSession
    private let exchanges: URLSessionExchanges

    /// A transport with a connection pool of its own.
    public init() {
        exchanges = URLSessionExchanges()
        shared = Self.makeSession(exchanges)
    }

    deinit { shared.finishTasksAndInvalidate() }

    /// Posts `request` once.
    public func send(_ request: RPCTransportRequest) async throws(RPCTransportError) -> RPCTransportResponse {
        guard !request.isRepeatable else {
            return try await exchanges.run(
                Self.urlRequest(request), in: shared, limit: request.maximumResponseBytes)
        }
        let exchanges = URLSessionExchanges()
        let session = Self.makeSession(exchanges)
        defer { session.finishTasksAndInvalidate() }
        return try await exchanges.run(Self.urlRequest(request), in: session, limit: request.maximumResponseBytes)
    }

    private static func makeSession(_ delegate: URLSessionExchanges) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    private static func urlRequest(_ request: RPCTransportRequest) -> URLRequest {
        var result = URLRequest(url: request.url)
        result.httpMethod = "POST"
        result.httpBody = Data(request.body)
        // The client's clock ends a request first; this is for a client that is gone.
        result.timeoutInterval = Double(request.timeout.components.seconds) * 2 + 5
        for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
        result.setValue("application/json", forHTTPHeaderField: "Content-Type")
        result.setValue("application/json", forHTTPHeaderField: "Accept")
        return result
    }
}
