// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
package import Logging
package import NEARConnectCore
internal import NEARPrimitives
package import WebKitGTK

/// Pages of dApps with a wallet: the views, and the host that answers them.
@MainActor
package final class DAppBrowser {
    /// The views.
    package let pages: DAppPages
    /// The host.
    package let host: DAppRequestHandler
    /// Hears each change of the pages.
    package var onEvent: (DAppPages.Event) -> Void = { _ in }

    private let watches: [FileWatch]
    private let logger: Logger

    /// Makes the views' context; nothing is loaded yet.
    ///
    /// - Parameters:
    ///   - storage: Where sites' data goes.
    ///   - isSandboxed: Runs web processes under bubblewrap, which has to work then.
    ///   - host: Answers the pages.
    ///   - origin: The bridge's origin, which no page has.
    ///   - logger: Says what was refused.
    package convenience init(
        storage: WebContext.Storage, isSandboxed: Bool, host: DAppRequestHandler, origin: BridgeOrigin, logger: Logger
    ) throws {
        try self.init(
            storage: storage, isSandboxed: isSandboxed, host: host, origin: origin, rules: PageRules(), logger: logger)
    }

    /// Makes the views' context, for a user who has rules of his own.
    init(
        storage: WebContext.Storage, isSandboxed: Bool, host: DAppRequestHandler, origin: BridgeOrigin,
        rules: PageRules,
        logger: Logger
    ) throws {
        self.host = host
        self.logger = logger
        watches = host.watchFiles()
        host.lookForChanges()
        pages = try DAppPages(
            storage: storage, isSandboxed: isSandboxed,
            provider: ProviderConfiguration(features: host.signer.features), origin: origin, rules: rules,
            logger: logger)
        host.onProblem = { [logger] error in
            logger.warning("a site's permission can't be kept", metadata: ["code": "\(error.code)"])
        }
        host.onSites = { [weak host, provider = pages.provider] in host.map(provider.follow) }
        pages.provider.follow(host)
        pages.relay.onRequest = { [weak host] asker, text, _ throws(DAppError) in
            guard let host else { throw .revoked }
            try rules.requireAllowed(asker)
            return try host.reply(to: text, from: asker)
        }
        pages.onEvent = { [weak self, weak host] event in
            switch event {
            case .opened(let page, _): page.onLeave = { [weak host, token = page.token] in host?.end(view: token) }
            case .closed(let page): host?.forget(view: page.token)
            default: break
            }
            self?.onEvent(event)
        }
    }
}
