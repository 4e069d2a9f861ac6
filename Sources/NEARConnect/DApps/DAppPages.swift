// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import Logging
package import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
package import WebKitGTK

/// The views that show dApps' pages: one web context for all of them, apart from the bridge's.
///
/// Each page has the wallet's provider, except those that come neither over https nor from this computer.
@MainActor
package final class DAppPages {
    /// A change that a window shows.
    package enum Event {
        /// A page was opened, by another one or by ``open(_:)``.
        case opened(DAppPage, by: DAppPage?)
        /// Address, title or progress of a page changed.
        case updated(DAppPage)
        /// A page didn't load; the view shows what it showed before.
        case failed(DAppPage, LoadFailure)
        /// A page's window is gone.
        case closed(DAppPage)
        /// A page's web process ended.
        case crashed(DAppPage)
        /// Something that a page wanted was refused; a sentence says what.
        case refused(DAppPage, String)
        /// An address wasn't opened, or isn't shown any more, because the user's list denies its host.
        case denied(DAppPage, WebAddress)
        /// A frame of another origin looks for a wallet, which the user may allow inside this page.
        case framed(DAppPage, DAppAsker)
    }

    /// The most pages at once, windows that pages open included.
    static let limit = 32

    /// The pages, in the order in which they were opened.
    package private(set) var pages: [DAppPage] = []
    /// Takes the pages' requests.
    let relay: DAppRelay
    /// Asks the user for pages' questions and before links leave the program.
    weak var presenter: (any BridgePresenter)?
    /// Hears each change.
    var onEvent: (Event) -> Void = { _ in }

    /// The web context of all pages.
    let context: WebContext
    /// The scripts of all pages.
    let provider: ProviderInjection
    private let content = UserContentManager()
    private let policy: NavigationPolicy
    private let filters: PageFilters
    private let rules: PageRules
    private let logger: Logger
    /// True once a filter is set.
    private var isFiltered = false
    private var local = LocalNetworkGuard()
    private var mapped: MappedRPC?

    /// Makes the context; nothing is loaded yet.
    ///
    /// - Parameters:
    ///   - storage: Where sites' data goes.
    ///   - isSandboxed: Runs web processes under bubblewrap, which has to work then.
    ///   - provider: The wallet as pages see it.
    ///   - origin: The bridge's origin, which no page has.
    init(
        storage: WebContext.Storage, isSandboxed: Bool, provider: ProviderConfiguration, origin: BridgeOrigin,
        rules: PageRules = PageRules(), logger: Logger
    ) throws {
        context = WebContext.forDApps(storage: storage, isSandboxed: isSandboxed)
        self.provider = try ProviderInjection(provider, into: content, logger: logger)
        guard let relay = DAppRelay(content, logger: logger) else {
            preconditionFailure("the handler of a view's messages is registered once")
        }
        self.relay = relay
        policy = NavigationPolicy(origin: origin)
        self.rules = rules
        filters = PageFilters(rules, in: storage.filterFolder, logger: logger)
        self.logger = logger
        context.onRefusedFile = { [weak self] isShown in
            guard let self, let page = self.pages.first(where: { isShown($0.view) }) else { return }
            self.onEvent(.refused(page, localized("This page wanted to save a file, which this window doesn’t do.")))
        }
        rules.onChange { [weak self] in self?.leaveDenied() }
        relay.onFrame = { [weak self] asker, document in
            guard let self, let page = self.pages.first(where: { $0 === document }) else { return }
            self.onEvent(.framed(page, asker))
        }
        self.provider.onInject = { [weak self] in
            guard let self else { return }
            self.mapped?.addScripts(to: self.content)
        }
    }

    /// Has pages' own JSON-RPC to some hosts carried to the browser's chain, from their next page on.
    ///
    /// Only a browser that is driven does that.
    func map(_ rpc: MappedRPC) {
        precondition(mapped == nil, "the handler of a view's messages is registered once")
        mapped = rpc
        rpc.listen(to: content)
        rpc.addScripts(to: content)
    }

    /// Opens a page in a view of its own.
    ///
    /// - Parameters:
    ///   - address: The page's address.
    ///   - made: Called with the page before anything is loaded.
    /// - Throws: ``NEARError`` if there are too many pages, or if the filter that keeps pages from this computer's
    ///   services can't be made.
    @discardableResult
    package func open(
        _ address: WebAddress, made: (DAppPage) -> Void = { _ in }
    ) async throws(NEARError) -> DAppPage {
        try rules.requireReadable()
        try await makeFilter()
        guard pages.count < Self.limit else {
            throw .invalidArgument(name: "address", reason: localized("too many pages are open; close some first"))
        }
        let page = add(WebView(context: context, contentManager: content), by: nil)
        made(page)
        load(address, in: page)
        return page
    }

    /// Opens an empty page for a WebDriver; until a filter is there, it goes nowhere.
    ///
    /// - Returns: `nil` if there are too many pages.
    func openDriven() -> DAppPage? {
        guard pages.count < Self.limit else { return nil }
        let view = WebView(context: context, contentManager: content, isDriven: true)
        if !isFiltered { view.holdNavigations() }
        return add(view, by: nil)
    }

    /// Shows an address in a page, for the user.
    func load(_ address: WebAddress, in page: DAppPage) {
        local.begin(address, in: page.token)
        page.view.load(uri: address.text)
    }

    /// Shows the page before this one, for the user.
    func showPrevious(in page: DAppPage) {
        local.begin(page.view.backURI.flatMap { WebAddress($0) }, in: page.token)
        page.view.goBack()
    }

    /// Shows the page after this one, for the user.
    func showNext(in page: DAppPage) {
        local.begin(page.view.forwardURI.flatMap { WebAddress($0) }, in: page.token)
        page.view.goForward()
    }

    /// Closes a page; what it has asked for ends.
    package func close(_ page: DAppPage) {
        guard let index = pages.firstIndex(where: { $0 === page }) else { return }
        pages.remove(at: index)
        local.remove(page.token)
        relay.remove(page)
        presenter?.dismiss(of: page.view)
        page.view.delegate = nil
        onEvent(.closed(page))
    }

    private func add(_ view: WebView, by opener: DAppPage?) -> DAppPage {
        let page = DAppPage(view)
        view.delegate = self
        relay.add(page)
        pages.append(page)
        onEvent(.opened(page, by: opener))
        return page
    }

    /// Sets a filter in place of the one that keeps pages of the internet from this computer's services.
    func useFilter(_ filter: ContentFilter) {
        filters.use([filter])
        set([filter])
    }

    /// Begins to make the filter, for pages that a WebDriver asks for.
    func prepareFilter() {
        Task {
            do throws(NEARError) {
                try await makeFilter()
            } catch {
                logger.error("driven pages go nowhere", metadata: ["code": "\(error.code)"])
            }
        }
    }

    private func makeFilter() async throws(NEARError) {
        let made = try await filters.make()
        if !isFiltered { set(made) }
    }

    private func set(_ filters: [ContentFilter]) {
        content.setFilters(filters)
        isFiltered = true
        for page in pages { page.view.releaseNavigations() }
    }

    /// Leaves pages whose host the user's list denies now.
    private func leaveDenied() {
        for page in pages {
            guard let address = page.view.committedURI.flatMap(WebAddress.init),
                rules.entry(for: address.text) != nil
            else { continue }
            page.end()
            onEvent(.denied(page, address))
        }
    }

    /// Returns whether the user's list denies the host of an address, and says so.
    private func isDenied(_ uri: String, in page: DAppPage) -> Bool {
        guard let address = WebAddress(uri), rules.entry(for: uri) != nil else { return false }
        logger.notice("a denied host was not opened", metadata: ["host": "\(address.host)"])
        onEvent(.denied(page, address))
        return true
    }

    private func offer(_ address: WebAddress, of page: DAppPage) {
        if let presenter {
            return presenter.offerExternalLink(LinkOffer(address: address, site: PageAsker(dApp: page).origin))
        }
        onEvent(
            .refused(
                page,
                localized(
                    "This page wanted to open %1$s in another program. Nobody is there to be asked.",
                    Redaction.address(address.text))))
    }

    func page(of view: WebView) -> DAppPage? { pages.first { $0.view === view } }

    private func refuse(_ uri: String, _ reason: String, in view: WebView) {
        logger.warning("navigation refused", metadata: ["uri": "\(Redaction.address(uri))", "reason": "\(reason)"])
        guard let page = page(of: view) else { return }
        onEvent(.refused(page, localized("This page wanted to open something that isn’t opened here.")))
    }
}

extension DAppPages: WebViewDelegate {
    package func webView(_ view: WebView, allows request: NavigationRequest) -> Bool {
        guard let page = page(of: view), !isDenied(request.uri, in: page) else { return false }
        guard local.allows(request, in: page.token, showing: view.committedURI) else {
            logger.warning("a local address was refused", metadata: ["uri": "\(Redaction.address(request.uri))"])
            onEvent(
                .refused(page, localized("This page wanted to open an address of your own computer or network.")))
            return false
        }
        switch policy.decide(request, from: .dApp) {
        // WebKit comes back through `popupFor` when a new window is let go on.
        case .allow, .popup: return true
        case .external(let address, _):
            offer(address, of: page)
            return false
        case .returned: return false
        case .block(let reason):
            refuse(request.uri, reason, in: view)
            return false
        }
    }

    package func webView(_ view: WebView, popupFor request: NavigationRequest) -> WebView? {
        guard let opener = page(of: view), pages.count < Self.limit,
            !isDenied(request.uri, in: opener), LocalNetworkRules.allows(request.uri, from: view.committedURI)
        else { return nil }
        switch policy.decide(request, from: .dApp) {
        case .popup, .allow: return add(WebView(relatedTo: view), by: opener).view
        case .external(let address, _):
            offer(address, of: opener)
            return nil
        case .returned: return nil
        case .block(let reason):
            refuse(request.uri, reason, in: view)
            return nil
        }
    }

    package func webViewDidCommit(_ view: WebView) {
        guard let page = page(of: view) else { return }
        local.end(page.token)
        presenter?.dismiss(of: view)
        relay.forgetFrames(of: page)
        page.noteCommit()
        onEvent(.updated(page))
    }

    package func webView(_ view: WebView, asks question: PageQuestion) {
        guard let page = page(of: view) else { return question.refuse() }
        let asker = PageAsker(dApp: page)
        switch QuestionPolicy.decide(question, of: asker, isWalletSite: { _ in false }) {
        case .ask:
            // A driven browser has nobody who could answer.
            guard let presenter else { return question.refuse() }
            presenter.show(question, of: asker)
        case .accept: question.accept()
        case .refuse: question.refuse()
        }
    }

    package func webView(_ view: WebView, failed failure: LoadFailure) {
        guard let page = page(of: view) else { return }
        local.end(page.token)
        onEvent(.failed(page, failure))
    }

    package func webView(_ view: WebView, processEnded reason: WebProcessEnd) {
        guard let page = page(of: view) else { return }
        page.end()
        presenter?.dismiss(of: view)
        onEvent(.crashed(page))
    }

    package func webViewDidUpdate(_ view: WebView) {
        if let page = page(of: view) { onEvent(.updated(page)) }
    }

    package func webViewDidFinishLoading(_ view: WebView) { webViewDidUpdate(view) }

    package func webViewWantsToClose(_ view: WebView) {
        if let page = page(of: view) { close(page) }
    }

    package func webViewIsReadyToShow(_ view: WebView) {}
}
