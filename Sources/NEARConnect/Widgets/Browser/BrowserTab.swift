// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// A tab: an address, the bar that names the site, and the page or what is in its place.
@MainActor
final class BrowserTab: Container {
    private enum Place {
        static let start = "start"
        static let page = "page"
        static let problem = "problem"
    }

    /// The pages' wallet and storage.
    let session: BrowserSession
    let toolbar = BrowserToolbar()
    let bar = SiteBar()
    let start: StartPage
    let problem = ProblemPanel()
    let offer = PersonaOffer()
    let frameOffer = FrameOffer()
    let keyOffer = KeyOffer()
    /// The form of limits, while it is open.
    var limitsDialog: LimitsDialog?
    let findBar = FindBar()
    let label: TabLabel
    let progress = ProgressBar().styled("near-connect-progress").accessible(localized("Loading progress"))
    let notice = InfoBar(.warning) {}

    /// The page; `nil` while the tab is new.
    private(set) var page: DAppPage?
    /// The page that has opened this tab.
    weak var opener: DAppPage?
    /// Called when the tab's state may concern the whole browser.
    var onClose: (() -> Void)?
    /// Returns the sites on which the user wants to appear as no other wallet.
    var declined: () -> Set<SiteOrigin> = { [] }

    /// The address that the user has asked for and that isn't shown yet.
    private(set) var pending: WebAddress?
    /// The address of the problem that is shown.
    private(set) var failed: WebAddress?
    private let stack = Stack()
    private let place = Box(.down)
    private var opening: Task<Void, Never>?
    private var shownAddress = ""
    private var wasLoading = false
    private var resized: SignalConnection?
    private var isNarrow = false
    /// The width in pixels from which the bar needs one line only.
    private static let wide: Int32 = 640
    /// The site whose page uses Wallet Selector.
    var selectorSite: SiteOrigin?
    /// The frame of another site that has looked for a wallet last.
    private(set) var framed: DAppAsker?
    /// The sites whose frames the user doesn't want to ask in this tab.
    var declinedFrames: Set<SiteOrigin> = []
    private(set) var isClosed = false
    /// True if the content isn't fading into another.
    var isSettled: Bool { !stack.isChanging }
    /// True if nothing was opened here yet.
    var isUnused: Bool { page == nil && pending == nil && failed == nil }

    init(_ session: BrowserSession) {
        self.session = session
        start = StartPage(isPrivate: session.isPrivate)
        label = TabLabel(isPrivate: session.isPrivate)
        let column = Box(.down)
        super.init(shared: column.widget)
        keep(column)
        column.append(toolbar)
        column.append(progress)
        column.append(bar)
        column.append(offer)
        column.append(frameOffer)
        column.append(keyOffer)
        column.append(notice)
        stack.add(start, name: Place.start)
        stack.add(place, name: Place.page)
        stack.add(problem, name: Place.problem)
        column.append(stack, expands: true)
        column.append(findBar)
        isVisible = true
        connectActions()
        refresh()
    }

    private func connectActions() {
        toolbar.address.onActivate { [weak self] in
            guard let self else { return }
            self.open(self.toolbar.address.text)
        }
        toolbar.back.onClick { [weak self] in self?.goBack() }
        toolbar.forward.onClick { [weak self] in self?.goForward() }
        toolbar.reload.onClick { [weak self] in self?.reload() }
        toolbar.stop.onClick { [weak self] in self?.page?.view.stopLoading() }
        toolbar.onChoose(toolbar.find) { [weak self] in self?.findBar.open() }
        toolbar.onChoose(toolbar.zoomIn) { [weak self] in self?.zoom(by: 1) }
        toolbar.onChoose(toolbar.zoomOut) { [weak self] in self?.zoom(by: -1) }
        toolbar.onChoose(toolbar.zoomReset) { [weak self] in self?.zoom(by: 0) }
        problem.leave.onClick { [weak self] in self?.leaveProblem() }
        problem.retry.onClick { [weak self] in self?.retry() }
        findBar.onClose = { [weak self] in self?.page?.view.focus() }
        bar.disconnect.onClick { [weak self] in self?.disconnect() }
        bar.limits.onClick { [weak self] in self?.openLimits() }
        keyOffer.onDelete = { [weak self] keys in self?.delete(keys) }
        offer.onStop = { [weak self] in self?.appear(as: nil) }
        offer.onChoose = { [weak self] in self?.appear(as: $0) }
        frameOffer.onAnswer = { [weak self] site, top, areAllowed in
            self?.allowFrames(of: site, inside: top, areAllowed)
        }
        // Where the widgets are is settled while this is called: they move after it.
        resized = onResize { [weak self] in
            guard let self, self.isNarrow != (self.givenWidth < Self.wide) else { return }
            self.isNarrow.toggle()
            Task { [weak self] in self?.fold() }
        }
        start.onOpen = { [weak self] origin in self?.open(origin.text.text) }
    }

    private func fold() {
        bar.setNarrow(isNarrow)
        offer.setNarrow(isNarrow)
        frameOffer.setNarrow(isNarrow)
        keyOffer.setNarrow(isNarrow)
    }

    // MARK: Going somewhere

    /// Opens what the user has written, or says why not.
    func open(_ text: String) {
        do throws(AddressInput.RefusedError) {
            open(try AddressInput(text).address)
        } catch {
            notice.show(error.description)
            toolbar.address.focus()
        }
    }

    /// Opens an address for the user.
    func open(_ address: WebAddress) {
        notice.hide()
        pending = address
        failed = nil
        showAddress(address.text)
        if let page {
            stack.visiblePage = Place.page
            session.load(address, in: page)
            page.view.focus()
            return refresh()
        }
        opening?.cancel()
        opening = Task { [weak self, session] in
            do throws(NEARError) {
                try await session.open(address) { page in
                    guard let self, !self.isClosed, !Task.isCancelled else { return session.close(page) }
                    self.show(page)
                    page.view.focus()
                }
            } catch {
                self?.pending = nil
                self?.notice.show(error.errorDescription ?? error.code)
                self?.refresh()
            }
        }
        refresh()
    }

    /// Shows a page here.
    func show(_ page: DAppPage) {
        self.page = page
        findBar.view = page.view
        if let colour = StyleSheet.background(around: self) {
            page.view.setBackground(red: colour.red, green: colour.green, blue: colour.blue)
        }
        place.show(foreign: page.view)
        if failed == nil { stack.visiblePage = Place.page }
        refresh()
    }

    func goBack() {
        if failed != nil { return leaveProblem() }
        if let page { session.showPrevious(in: page) }
    }

    func goForward() {
        if let page { session.showNext(in: page) }
    }

    func reload() {
        if failed != nil { retry() } else { page?.view.reload() }
    }

    /// Makes the page larger or smaller by steps of a tenth; 0 for the usual size.
    func zoom(by steps: Int) {
        guard let view = page?.view else { return }
        let wanted = steps == 0 ? 1 : view.zoom + Double(steps) / 10
        view.zoom = min(max(wanted, 0.3), 5)
    }

    /// Stops what is loading, or takes back what was written into the address field.
    ///
    /// - Returns: False if there was nothing to stop, so that the page gets the key.
    func escape() -> Bool {
        if findBar.isVisible {
            findBar.close()
            return true
        }
        if toolbar.address.isFocus {
            let isUsed = page != nil || notice.isRevealed || !toolbar.address.text.hasSameBytes(as: shownAddress)
            toolbar.address.text = shownAddress
            notice.hide()
            page?.view.focus()
            return isUsed
        }
        guard let view = page?.view, view.isLoading else { return false }
        view.stopLoading()
        return true
    }

    /// Ends the tab; its page is closed.
    func close() {
        isClosed = true
        opening?.cancel()
        findBar.close()
        if let page { place.release(foreign: page.view) }
        page.take().map(session.close)
    }

    // MARK: What happens

    /// Takes a page's event.
    func handle(_ event: DAppPages.Event) {
        switch event {
        case .opened, .closed: break
        case .updated(let page): noteUpdate(of: page)
        case .failed(_, let failure): show(PageProblem(failure), at: WebAddress(failure.uri))
        case .crashed(let page):
            let address = page.view.committedURI.flatMap(WebAddress.init)
            show(PageProblem(crashed: address?.place ?? ""), at: address)
        case .refused(_, let reason):
            if let pending, page?.view.committedURI == nil {
                show(PageProblem(unopened: pending), at: pending)
            } else {
                notice.show(reason)
            }
        case .denied(let page, let address): deny(address, in: page)
        case .framed(_, let asker):
            framed = asker
            refresh()
        }
    }

    private func noteUpdate(of page: DAppPage) {
        let isLoading = page.view.isLoading
        if wasLoading, !isLoading { finish(page) }
        wasLoading = isLoading
        refresh()
    }

    private func finish(_ page: DAppPage) {
        // WebKit says nothing of addresses that it opens for nobody, such as those of restricted ports.
        if let pending, page.view.committedURI.flatMap(WebAddress.init)?.isWeb != true {
            return show(PageProblem(unopened: pending), at: pending)
        }
        pending = nil
        lookForSelector(in: page)
    }

    private func show(_ problem: PageProblem, at address: WebAddress?) {
        pending = nil
        failed = address
        self.problem.show(problem)
        findBar.close()
        stack.visiblePage = Place.problem
        if let address { showAddress(address.text) }
        refresh()
        if toolbar.isMapped { self.problem.leave.focus() }
    }

    private func deny(_ address: WebAddress, in page: DAppPage) {
        let problem = PageProblem(
            denied: address, entry: session.rules.entry(for: address.text), list: session.rules.path)
        let isShown = page.view.committedURI.flatMap(SiteOrigin.init(ofPage:)).map { $0.host }
        // WebKit doesn't say whether the page or a frame in it wanted to go there.
        guard pending == nil, isShown != nil, isShown != SiteHost(of: address) else {
            return show(problem, at: address)
        }
        notice.show("\(problem.heading). \(problem.text)")
    }

    /// Leaves the problem: to the page before, or to the start.
    private func leaveProblem() {
        failed = nil
        guard let page, let shown = page.view.committedURI, SiteOrigin(ofPage: shown) != nil,
            session.rules.entry(for: shown) == nil
        else {
            if opener != nil, page != nil {
                onClose?()
                return
            }
            if let page { place.release(foreign: page.view) }
            page.take().map(session.close)
            stack.visiblePage = Place.start
            showAddress("")
            refresh()
            return toolbar.address.focus()
        }
        stack.visiblePage = Place.page
        refresh()
        page.view.focus()
    }

    private func retry() {
        guard let failed else { return }
        open(failed)
    }

    // MARK: What is shown

    private func showAddress(_ text: String) {
        guard !text.hasSameBytes(as: shownAddress) else { return }
        // What the user writes meanwhile stays.
        let isBeingWritten = toolbar.address.isFocus && !toolbar.address.text.hasSameBytes(as: shownAddress)
        shownAddress = text
        if !isBeingWritten { toolbar.address.text = text }
    }

    /// Shows the present state.
    func refresh() {
        guard !isClosed else { return }
        let view = page?.view
        let isLoading = view?.isLoading == true || opening != nil && page == nil && pending != nil
        let address = documentAddress
        if pending == nil, failed == nil { showAddress(address ?? "") }
        toolbar.show(
            canGoBack: view?.canGoBack == true || failed != nil, canGoForward: view?.canGoForward == true,
            isLoading: view?.isLoading == true, hasPage: page != nil)
        progress.fraction = view.map { $0.isLoading ? $0.loadProgress : 0 } ?? 0
        let text = SiteBarText(
            address: address, isProtected: view?.isSecure == true, isLoading: isLoading,
            registrable: PublicSuffix.registrable)
        bar.isVisible = page != nil || isLoading
        let switched = switchedNetwork
        let grant = site.flatMap { session.grant(of: $0, on: switched) }
        let persona = site.flatMap { session.persona(on: $0) }
        bar.show(
            SiteBar.State(
                text: text, permission: text.permission(grant, on: switched), isConnected: grant != nil,
                isTrusted: grant?.limits != nil, waiting: session.host.queue.count, isPrivate: session.isPrivate))
        let isOffered = site.map { $0 == selectorSite && !declined().contains($0) } ?? false
        offer.show(persona.map { .present($0) } ?? (isOffered ? .offered : .none))
        frameOffer.show(frameState)
        label.show(title(of: view, text), isLoading: isLoading)
    }

    private func title(of view: WebView?, _ text: SiteBarText) -> String {
        if let failed { return failed.place }
        guard page != nil || pending != nil else { return localized("New tab") }
        if let title = view?.title, !title.isEmpty { return title }
        return text.origin.map { "\($0.host)" } ?? pending?.place ?? text.owner
    }
}
