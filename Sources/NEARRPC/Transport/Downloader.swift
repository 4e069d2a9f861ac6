// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// Fetches files over https: wallet manifests, wallet code, connectors.
///
/// It is strict, because what it fetches is code. Only https is spoken, also after a redirect, unless this computer's
/// own servers are asked for; only the statuses of success count; sizes are limited in decoded bytes while they arrive;
/// there are no cookies and no credentials. Certificates are checked by the system's list, or by the file that
/// `SSL_CERT_FILE` or `CURL_CA_BUNDLE` names, as with curl.
public final class Downloader: Sendable {
    /// A fetched file.
    public struct File: Sendable {
        /// The address of the file in the end, after redirects.
        public let url: URL
        /// The `Content-Type` field.
        public let contentType: String?
        /// The file.
        public let body: [UInt8]
    }

    /// The addresses that a server may redirect a request to.
    public enum Redirects: Sendable, Hashable {
        /// Any https address.
        case anySite
        /// The same scheme, host and port: no other server gets the request.
        case sameOrigin
    }

    /// The number of redirects that are followed.
    public static let redirectLimit = 3

    let engine: CurlEngine
    let proxies: ProxyEnvironment
    let certificates: String
    private let allowsPlainLoopback: Bool

    /// - Parameters:
    ///   - environment: Where the proxy and the certificate file are looked up.
    ///   - allowsPlainLoopback: Whether http addresses of this computer are taken too, without a proxy. Any program
    ///     that runs here can answer there: it is for those who write what is fetched.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment, allowsPlainLoopback: Bool = false
    ) {
        self.allowsPlainLoopback = allowsPlainLoopback
        engine = CurlEngine()
        proxies = ProxyEnvironment(environment)
        certificates =
            ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    }

    deinit { engine.stop() }

    /// Fetches one file.
    ///
    /// - Parameters:
    ///   - url: Its https address.
    ///   - limit: The largest file that is taken, in bytes.
    ///   - timeout: How long each exchange may take; each redirect is one.
    ///   - redirects: Where the server may send the request on to.
    /// - Throws: ``DownloadError``. A cancelled task ends with the transport's `cancelled`.
    public func file(
        at url: URL, limit: Int, timeout: Duration = .seconds(30), redirects: Redirects = .anySite
    ) async throws(DownloadError) -> File {
        guard isTaken(url) else { throw .insecureAddress(Self.shown(url)) }
        var current = url
        for _ in 0...Self.redirectLimit {
            let answer = try await exchange(current, limit: limit, timeout: timeout)
            switch answer.status {
            case 200: return File(url: current, contentType: answer.headers["content-type"], body: answer.body)
            case 301, 302, 303, 307, 308:
                guard let location = answer.headers["location"],
                    let next = URL(string: location, relativeTo: current)?.absoluteURL
                else { throw .emptyRedirect(status: answer.status) }
                // Only this computer may send on to itself.
                guard Self.isSecure(next) || isTaken(next) && Self.isPlainLoopback(current) else {
                    throw .insecureRedirect(Self.shown(next))
                }
                guard redirects == .anySite || Self.isSameOrigin(next, url) else {
                    throw .foreignRedirect(Self.shown(next))
                }
                current = next
            default: throw .status(answer.status)
            }
        }
        throw .tooManyRedirects(limit: Self.redirectLimit)
    }

    private func exchange(
        _ url: URL, limit: Int, timeout: Duration
    ) async throws(DownloadError) -> RPCTransportResponse {
        let milliseconds = max(1, Int(min(timeout / .milliseconds(1), Double(Int32.max))))
        let exchange = CurlExchange(
            fetching: url, milliseconds: milliseconds, maximumResponseBytes: limit, certificates: certificates)
        do {
            return try await engine.run(exchange, proxies: proxies)
        } catch {
            if case .responseTooLarge = error.kind { throw .tooLarge(limit: limit) }
            throw .transport(error)
        }
    }

    /// Returns whether an address is one that is asked: https, or http on this computer where that is allowed.
    package func isTaken(_ url: URL) -> Bool {
        Self.isSecure(url) || allowsPlainLoopback && Self.isPlainLoopback(url)
    }

    /// Returns whether an address is one of http on this computer.
    ///
    /// That is `localhost`, or an address of the loopback interface as it is usually written.
    public static func isPlainLoopback(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "http" && url.user() == nil && LoopbackHost.isNamed(by: url)
    }

    private static func isSecure(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "https" && !(url.host() ?? "").isEmpty && url.user() == nil
    }

    private static func isSameOrigin(_ one: URL, _ other: URL) -> Bool {
        one.scheme?.lowercased() == other.scheme?.lowercased() && one.host()?.lowercased() == other.host()?.lowercased()
            && port(one) == port(other)
    }

    private static func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }

    /// Scheme and host only: the rest may be long, or secret.
    static func shown(_ url: URL) -> String {
        "\(url.scheme ?? "")://\(url.host() ?? "")".prefix(200).description
    }
}
