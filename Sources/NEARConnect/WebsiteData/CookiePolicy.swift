// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import WebKitGTK

/// Applies the manifests to WebKit's cookies: a site embedded in another's page has cookies only if it is a wallet's.
///
/// WebKit partitions localStorage and IndexedDB of embedded sites by the page that embeds them, always. For cookies it
/// knows all or nothing, so all are accepted, and a filter removes them from requests to other sites. `document.cookie`
/// of an embedded page's own scripts remains; it stays on this machine, since no request carries it.
@MainActor
final class CookiePolicy {
    private let context: WebContext
    private let content: UserContentManager
    private let folder: URL?
    private let logger: Logger
    private(set) var sites = WalletSites()
    private var turn = 0

    /// - Parameter folder: The folder of the compiled rules; `nil` for a profile that stores nothing.
    init(context: WebContext, content: UserContentManager, folder: URL?, logger: Logger) {
        self.context = context
        self.content = content
        self.folder = folder
        self.logger = logger
        context.setThirdPartyCookies(allowed: false)
    }

    /// Applies changed manifests.
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
            let filter = try await ContentFilter.compile(
                sites.cookieRules.text, in: folder?.appendingPathComponent("filters"), logger: logger)
            guard mine == turn else { return }
            content.setFilter(filter)
            context.setThirdPartyCookies(allowed: true)
        } catch {
            guard mine == turn else { return }
            context.setThirdPartyCookies(allowed: false)
            logger.warning("wallets get no cookies while embedded", metadata: ["error": "\(error)"])
        }
    }
}
