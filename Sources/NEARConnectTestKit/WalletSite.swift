// SPDX-License-Identifier: MIT

internal import NEARConnectPeers

/// A test's web site on a loopback port that the system picks: pages of a wallet or of a dApp.
///
/// Its answers are given when it starts. Stop it with ``stop()``.
public final class WalletSite: Sendable {
    /// The site's answer for a path.
    public struct Page: Sendable {
        /// The HTTP status, 200 for a page.
        public var status: Int
        /// Headers besides the content type, for example `Cross-Origin-Opener-Policy` or `Location`.
        public var headers: [String: String]
        /// The document.
        public var html: String

        /// Creates a page.
        ///
        /// - Parameters:
        ///   - html: The document.
        ///   - status: The HTTP status.
        ///   - headers: Headers besides the content type.
        public init(_ html: String = "", status: Int = 200, headers: [String: String] = [:]) {
            self.html = html
            self.status = status
            self.headers = headers
        }

        /// Returns a redirect to `location`.
        public static func redirect(to location: String) -> Page { Page(status: 302, headers: ["Location": location]) }
    }

    /// The site's origin: `http://127.0.0.1:PORT`.
    public var origin: String { server.origin }

    private let server: LoopbackWebServer

    /// Starts a site, which answers as soon as this returns.
    ///
    /// - Parameter pages: The answers by path. Each `{origin}` in a document or a header is replaced by the site's own
    ///   origin. Other paths are 404.
    /// - Throws: The system's error when it has no port.
    public static func start(_ pages: [String: Page]) async throws -> WalletSite {
        WalletSite(try await LoopbackWebServer.start(limit: 0) { answer(to: $0, of: pages) })
    }

    private init(_ server: LoopbackWebServer) {
        self.server = server
    }

    /// Stops answering, and returns when the port is free again.
    public func stop() async {
        await server.stop()
    }

    private static func answer(to request: WebRequest, of pages: [String: Page]) -> WebAnswer {
        guard let page = pages[request.path] else { return WebAnswer(status: 404) }
        let origin = "http://" + (request.headers["host"] ?? "")
        return WebAnswer(
            status: page.status,
            headers: page.headers.mapValues { $0.replacing("{origin}", with: origin) }
                .merging(["Content-Type": "text/html;charset=utf-8"]) { own, _ in own },
            body: Array(page.html.replacing("{origin}", with: origin).utf8))
    }
}
