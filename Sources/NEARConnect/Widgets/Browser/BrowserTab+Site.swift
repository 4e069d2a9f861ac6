// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnectCore
internal import NEARPrimitives
internal import WebKitGTK

/// The site whose document a tab shows.
extension BrowserTab {
    /// The address of the document that is shown; `nil` where there is none.
    ///
    /// A page may lead to another address that takes its time, while its own document is still seen: only changes
    /// within its origin, which it makes itself (`pushState`), are taken before the next document is there.
    var documentAddress: String? {
        guard failed == nil, let committed = page?.view.committedURI else { return nil }
        guard let uri = page?.view.uri, let origin = SiteOrigin(ofPage: uri),
            origin == SiteOrigin(ofPage: committed)
        else { return committed }
        return uri
    }

    /// The site whose document is shown.
    var site: SiteOrigin? { documentAddress.flatMap(SiteOrigin.init(ofPage:)) }

    /// The network to which the user has switched the site in this tab.
    var switchedNetwork: ExactText? {
        guard let site, let page else { return nil }
        return session.host.switchedNetwork(of: site, in: page.token)
    }

    /// Ends what the site may see.
    func disconnect() {
        guard let site else { return }
        let keys = session.grant(of: site)?.keys ?? []
        if let reason = session.disconnect(site) { return notice.show(reason) }
        keyOffer.show(keys, of: site)
    }

    /// Deletes keys that the site had added.
    func delete(_ keys: [SiteGrant.Key]) {
        Task { [weak self, session] in
            if let reason = await session.delete(keys) { self?.notice.show(reason) }
        }
    }

    /// Opens the form in which the user sets what the site may have signed without a question.
    func openLimits() {
        guard let site, let grant = session.grant(of: site), limitsDialog == nil else { return }
        let form = LimitsDialog(of: site, on: session.host.signer.network, showing: grant.limits, parent: self)
        form.onSave = { [weak self] daily in self?.session.limit(site, to: daily) }
        form.onEnd = { [weak self] in self?.limitsDialog = nil }
        limitsDialog = form
        form.present()
    }

    /// Has the site see this wallet as another one, or as itself alone, and loads the page again.
    func appear(as persona: SitePersona?) {
        guard let site else { return }
        if let reason = session.appear(as: persona, on: site) { return notice.show(reason) }
        page?.view.reload()
        refresh()
    }

    /// The state of the row about frames.
    var frameState: FrameOffer.State {
        guard let site else { return .none }
        let allowed = session.framesInside(site)
        if let framed, framed.top == site, !allowed.contains(framed.origin), !declinedFrames.contains(framed.origin),
            session.grant(of: framed.origin) != nil
        {
            return .offered(framed.origin, inside: site)
        }
        return allowed.first.map { .present($0, inside: site) } ?? .none
    }

    /// Lets frames of a site ask inside the page, or not any more, and loads it again.
    func allowFrames(of site: SiteOrigin, inside top: SiteOrigin, _ areAllowed: Bool) {
        if !areAllowed { declinedFrames.insert(site) }
        if let reason = session.allowFrames(of: site, inside: top, areAllowed) { return notice.show(reason) }
        if session.framesInside(top).contains(site) == areAllowed, areAllowed { page?.view.reload() }
        refresh()
    }

    /// Looks whether the page has what Wallet Selector stores.
    func lookForSelector(in page: DAppPage) {
        guard let origin = page.view.committedURI.flatMap(SiteOrigin.init(ofPage:)), origin.mayHaveWallet else {
            return
        }
        Task { [weak self, weak page] in
            guard let page else { return }
            var usesSelector = false
            do {
                usesSelector =
                    try await page.view.call(
                        "return String(Object.keys(localStorage).some((key) => key.startsWith('near-wallet-selector:')))",
                        world: ProviderScripts.world) == "true"
            } catch {
                // A page without storage, or one that is gone.
            }
            guard let self, self.page === page, usesSelector else { return }
            self.selectorSite = origin
            self.refresh()
        }
    }
}
