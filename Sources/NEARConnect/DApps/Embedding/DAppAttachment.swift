// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WebKitGTK

/// The wallet in the pages of a view that a program has made; ``DAppHost/attach(to:)`` makes one.
///
/// It ends with ``detach()``, with the view, and with its host, which keeps it until then. The view's content manager
/// then has nothing of this package any more; the page that is shown keeps an interface that answers with errors.
@MainActor
public final class DAppAttachment {
    /// True while pages of the view have a wallet.
    public var isAttached: Bool { parts != nil }
    /// Called once, after it has ended.
    public var onEnd: (() -> Void)?

    /// The things that it has made or holds for the view.
    private struct Parts {
        let view: ForeignWebView
        let content: UserContentManager
        let relay: DAppRelay
        let document: PageDocument
        var provider: ProviderInjection?
    }

    private var parts: Parts?
    private weak var host: DAppHost?
    /// The reason for its end, for an attempt that is at work still.
    private var end = DAppAttachError.hostClosed

    /// Prepares a view, which nobody has yet.
    ///
    /// - Throws: ``DAppAttachError``.
    init(_ view: ForeignWebView, to host: DAppHost) throws(DAppAttachError) {
        guard !view.isTaken else { throw .alreadyAttached }
        try Self.requireSafe(view)
        guard view.isBlank else { throw .pageLoaded }
        guard let content = UserContentManager(onlyOf: view) else { throw .contentManagerShared }
        guard let relay = DAppRelay(content, logger: host.context.manager.logger) else { throw .contentManagerShared }
        view.take()
        parts = Parts(view: view, content: content, relay: relay, document: PageDocument(in: view))
        self.host = host
        view.onDestroy = { [weak self] in
            self?.end = .destroyed
            self?.detach()
        }
    }

    /// Puts the provider into the view's pages, from the next document on.
    ///
    /// - Throws: ``DAppAttachError``; the view is as it was before then.
    func start() async throws(DAppAttachError) {
        do throws(DAppAttachError) {
            try await prepare()
        } catch {
            detach()
            throw error
        }
    }

    private func prepare() async throws(DAppAttachError) {
        guard let host, let (view, content) = parts.map({ ($0.view, $0.content) }) else { throw end }
        let filters: [ContentFilter]
        do throws(NEARError) {
            try host.context.rules.requireReadable()
            filters = try await host.context.filters.make()
        } catch {
            throw .unavailable(reason: error.errorDescription ?? error.code)
        }
        try await requireOwnManager(content, of: view)
        // Much may have happened meanwhile.
        guard let parts else { throw end }
        try Self.requireSafe(view)
        guard view.isBlank else { throw .pageLoaded }
        do throws(PackagedFile.UnreadableError) {
            let provider = try ProviderInjection(
                ProviderConfiguration(features: host.handler.signer.features), into: parts.content,
                logger: host.context.manager.logger)
            provider.follow(host.handler)
            self.parts?.provider = provider
        } catch {
            throw .unavailable(reason: "\(error)")
        }
        parts.content.setFilters(filters)
        listen(parts, to: host)
    }

    private func listen(_ parts: Parts, to host: DAppHost) {
        let (view, relay, document) = (parts.view, parts.relay, parts.document)
        document.onLeave = { [weak handler = host.handler, token = document.token] in handler?.end(view: token) }
        relay.onRequest = {
            [weak handler = host.handler, weak view, rules = host.context.rules] asker, text, _
                throws(DAppError) in
            guard let handler, let view else { throw .revoked }
            try Self.requireSafe(view, for: asker)
            try rules.requireAllowed(asker)
            return try handler.reply(to: text, from: asker)
        }
        relay.add(document)
        view.onCommit = { [weak relay, weak document] in
            guard let relay, let document else { return }
            relay.forgetFrames(of: document)
            document.noteCommit()
        }
        view.onProcessEnd = { [weak document] in document?.end() }
    }

    /// Has pages see what the wallet can do now, and the wallets that the user has chosen for them.
    func follow(_ handler: DAppRequestHandler) { parts?.provider?.follow(handler) }

    /// Ends what a page has asked whose host the user's list denies now.
    func leaveDenied(by rules: PageRules) {
        guard let document = parts?.document, let address = document.address else { return }
        if rules.entry(for: address) != nil { document.end() }
    }

    /// Takes the wallet out of the view: what its page has asked for ends.
    ///
    /// Calling it again does nothing.
    public func detach() {
        guard let parts = parts.take() else { return }
        parts.relay.remove(parts.document)
        host?.forget(self, view: parts.document.token)
        parts.content.removeAll()
        parts.view.stop()
        parts.view.giveBack()
        onEnd.take()?()
    }

    // MARK: What has to hold

    /// Checks that the view is one whose pages can have a wallet.
    private static func requireSafe(_ view: ForeignWebView) throws(DAppAttachError) {
        if view.isEnding { throw .destroyed }
        if view.usesReservedStorage { throw .storageOfWallets }
        if !view.runsScripts { throw .scriptsDisabled }
        if !view.keepsOriginsApart { throw .webSecurityDisabled }
        if !view.refusesBadCertificates { throw .certificatesIgnored }
    }

    /// Checks the same once more for a request, and that its page's server has shown who it is.
    ///
    /// - Throws: ``DAppError`` with `unauthorized`.
    private static func requireSafe(_ view: ForeignWebView, for asker: DAppAsker) throws(DAppError) {
        do throws(DAppAttachError) {
            try requireSafe(view)
        } catch {
            throw DAppError(.unauthorized, localized("This window is not one whose pages have a wallet."))
        }
        guard !view.hasBadCertificate else {
            throw DAppError(
                .unauthorized, localized("The server of %1$s doesn’t show who it is.", "\(asker.top.host)"))
        }
    }

    /// Checks that the content manager which the view names is the one that counts for it.
    private func requireOwnManager(
        _ content: UserContentManager, of view: ForeignWebView
    ) async throws(DAppAttachError) {
        let counts: Bool
        do {
            counts = try await content.counts(for: view)
        } catch {
            guard isAttached else { throw end }
            throw .unavailable(reason: localized("The view runs no scripts: %1$s", DisplayText.words(error)))
        }
        guard counts else { throw .windowOfAPage }
    }
}
