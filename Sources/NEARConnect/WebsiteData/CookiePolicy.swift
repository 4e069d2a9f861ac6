// SPDX-License-Identifier: MIT

internal import Foundation
internal import GLibRuntime
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import WebKitGTK

/// Keeps WebKit's cookie policy at what the manifests say: sites that are embedded in others' pages have cookies only when they are a
/// wallet's.
///
/// WebKit partitions localStorage and IndexedDB of embedded sites by the page that embeds them, always. For cookies it knows all or
/// nothing, so all are accepted, and a filter takes them off requests to everybody else. What remains is `document.cookie` of an
/// embedded page's own scripts: it stays on this machine, since no request carries it.
@MainActor
final class CookiePolicy {
    private let context: WebContext
    private let content: UserContentManager
    private let folder: URL?
    private let logger: Logger
    private(set) var sites = WalletSites()
    private var turn = 0

    /// - Parameter folder: Where the compiled rules are kept; `nil` for a profile that keeps nothing.
    init(context: WebContext, content: UserContentManager, folder: URL?, logger: Logger) {
        self.context = context
        self.content = content
        self.folder = folder
        self.logger = logger
        context.setThirdPartyCookies(allowed: false)
    }

    /// Follows other manifests.
    func follow(_ sites: WalletSites) async {
        guard sites != self.sites else { return }
        self.sites = sites
        turn += 1
        let mine = turn
        guard !sites.origins.isEmpty else {
            context.setThirdPartyCookies(allowed: false)
            return content.setFilter(nil)
        }
        do {
            let filter = try await compile(sites.cookieRules.text)
            guard mine == turn else { return }
            content.setFilter(filter)
            context.setThirdPartyCookies(allowed: true)
        } catch {
            guard mine == turn else { return }
            context.setThirdPartyCookies(allowed: false)
            logger.warning("wallets get no cookies while embedded", metadata: ["error": "\(error)"])
        }
    }

    private func compile(_ rules: String) async throws -> ContentFilter {
        if let folder { return try await ContentFilter.compile(rules, in: folder.appendingPathComponent("filters")) }
        // WebKit compiles into a file only; it holds wallets' addresses and is gone as soon as it has been read.
        let passing = FileManager.default.temporaryDirectory.appendingPathComponent("near-connect-\(UUID().uuidString)")
        defer { remove(passing) }
        return try await ContentFilter.compile(rules, in: passing)
    }

    private func remove(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            logger.notice("compiled rules were left", metadata: ["path": "\(folder.path)", "error": "\(error)"])
        }
    }
}
