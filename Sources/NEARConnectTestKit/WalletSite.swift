// SPDX-License-Identifier: MIT

internal import FlyingFox
internal import FlyingSocks
internal import Foundation

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
    public let origin: String
    private let server: HTTPServer
    private let running: Task<Void, Never>

    /// Starts a site, which answers as soon as this returns.
    ///
    /// - Parameter pages: The answers by path. Each `{origin}` in a document or a header is replaced by the site's own
    ///   origin. Other paths are 404.
    /// - Throws: The system's error when it has no port.
    public static func start(_ pages: [String: Page]) async throws -> WalletSite {
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled, handler: PageHandler(pages: pages))
        let running = Task {
            do {
                try await server.run()
            } catch {
                // The site was stopped; if it didn't start, `waitUntilListening` throws the reason.
            }
        }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port)? = await server.listeningAddress else {
            await server.stop()
            throw SocketError.unsupportedAddress
        }
        return WalletSite(origin: "http://127.0.0.1:\(port)", server: server, running: running)
    }

    private init(origin: String, server: HTTPServer, running: Task<Void, Never>) {
        self.origin = origin
        self.server = server
        self.running = running
    }

    /// Stops answering, and returns when the port is free again.
    public func stop() async {
        await server.stop()
        await running.value
    }
}

/// Answers with the test's pages.
private struct PageHandler: HTTPHandler {
    let pages: [String: WalletSite.Page]

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let page = pages[request.path] else { return HTTPResponse(statusCode: .notFound) }
        let origin = "http://" + (request.headers[.host] ?? "")
        var headers: HTTPHeaders = [.contentType: "text/html;charset=utf-8"]
        for (name, value) in page.headers { headers[HTTPHeader(name)] = value.replacing("{origin}", with: origin) }
        return HTTPResponse(
            statusCode: HTTPStatusCode(page.status, phrase: ""), headers: headers,
            body: Data(page.html.replacing("{origin}", with: origin).utf8))
    }
}
