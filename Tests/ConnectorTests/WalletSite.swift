// SPDX-License-Identifier: MIT

import ConnectorTesting
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A loopback server that plays wallets' sites and backends: the pages of `Fixtures/Sites`, and mailboxes by name.
///
/// `GET /mailbox/<name>` returns what was put there, or nothing (204); `POST /mailbox/<name>` puts something there.
/// Wallets with an app on a phone work this way: the app answers to a server, and the page asks the server.
final class WalletSite: Sendable {
    /// The address of the server, `http://127.0.0.1:<port>`.
    let address: String
    private let server: HTTPServer
    private let mailboxes: Mailboxes

    private final class Mailboxes: Sendable {
        let contents = Mutex<[String: String]>([:])
        let requests = Mutex<[String]>([])
    }

    private init(address: String, server: HTTPServer, mailboxes: Mailboxes) {
        self.address = address
        self.server = server
        self.mailboxes = mailboxes
    }

    /// Paths that were asked for, in order.
    var requests: [String] { mailboxes.requests.withLock { $0 } }

    /// Puts `text` into the mailbox of that name, as a wallet's app does.
    func post(_ text: String, to name: String) {
        mailboxes.contents.withLock { $0[name] = text }
    }

    /// Runs `body` with a site.
    @MainActor
    static func run<Result: Sendable>(
        _ body: @MainActor (WalletSite) async throws -> Result
    ) async throws -> Result {
        let mailboxes = Mailboxes()
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
            handler: ClosureHTTPHandler { try await answer($0, mailboxes) })
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw URLError(.cannotConnectToHost) }
        let site = WalletSite(address: "http://127.0.0.1:\(port)", server: server, mailboxes: mailboxes)
        do {
            let result = try await body(site)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    private static func answer(_ request: HTTPRequest, _ mailboxes: Mailboxes) async throws -> HTTPResponse {
        mailboxes.requests.withLock { $0.append(request.path) }
        let parts = request.path.split(separator: "/").map(String.init)
        if parts.count == 2, parts[0] == "mailbox" {
            if request.method == .POST {
                let text = String(decoding: try await request.bodyData, as: UTF8.self)
                mailboxes.contents.withLock { $0[parts[1]] = text }
                return HTTPResponse(statusCode: .ok)
            }
            guard let text = mailboxes.contents.withLock({ $0[parts[1]] }) else {
                return HTTPResponse(statusCode: .noContent)
            }
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "application/json"], body: Data(text.utf8))
        }
        guard parts.count == 1, parts[0].hasSuffix(".html") else { return HTTPResponse(statusCode: .notFound) }
        let file = FixtureFiles.root.appendingPathComponent("Sites/\(parts[0])")
        return HTTPResponse(
            statusCode: .ok, headers: [.contentType: "text/html;charset=utf-8"], body: try Data(contentsOf: file))
    }
}
