// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
public import GTKToolkit
internal import Logging
public import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WebKitGTK

/// A browser for dApps, as a widget: tabs whose pages find the manager's wallet as theirs.
///
/// Above each page, where no page can paint, a bar says whose page it is and what its site may see. What a page wants
/// signed is asked in a native dialog, in the site's name. There is no history, no search and no download.
///
/// Pack ``gtkWidget`` anywhere and keep this object as long as the widget is shown. The pages' processes start with the
/// first page. In its window the widget hears Ctrl+L, Ctrl+T, Ctrl+W, Ctrl+F, Ctrl+plus, Ctrl+minus, Ctrl+0, F5 and
/// Alt+Left while it can be seen.
@MainActor
public final class DAppBrowserWidget {
    /// The `GtkWidget *` to pack.
    ///
    /// This object keeps one reference.
    public var gtkWidget: UnsafeMutableRawPointer { notebook.gtkWidget }

    /// The widget as an owned object.
    public var handle: WidgetHandle { notebook }

    /// Called after the user has closed the last tab; a new one is there by then.
    public var onEmpty: (() -> Void)?

    /// The tabs, in the order of their making.
    private(set) var tabs: [BrowserTab] = []
    let rules: PageRules
    let dialogs: DialogPresenter
    let notebook = Notebook()
    /// The session of the tabs that aren't private.
    private(set) var session: BrowserSession
    /// The session of the private tabs; `nil` while there is none.
    private(set) var privateSession: BrowserSession?

    private let configuration: DAppBrowserConfiguration
    private let add = Button(icon: "tab-new-symbolic", name: localized("New tab")).styled("flat")
    private var keys: WindowKeys?
    private var observer: StateObserver?
    private var connections: [SignalConnection] = []
    private var declined: Set<SiteOrigin> = []
    private var network: ExactText?
    private var isClosed = false
    /// The tabs as a WebDriver gets them; `nil` where none may.
    private var drivenTabs: DrivenTabs?

    /// Makes a browser with one new tab; nothing is loaded.
    public init(configuration: DAppBrowserConfiguration) {
        StyleSheet.install()
        self.configuration = configuration
        rules = PageRules(denied: configuration.deniedHosts, filter: configuration.contentFilter)
        dialogs = DialogPresenter(parent: notebook, logger: configuration.manager.logger)
        session = BrowserSession(
            configuration, isPrivate: false, rules: rules, dialogs: dialogs, parent: notebook)
        notebook.setAccessibleName(localized("Apps"))
        notebook.setActions(add)
        add.onClick { [weak self] in self?.openTab() }
        follow(session)
        if let automation = configuration.automation {
            do throws(NEARError) {
                drivenTabs = try DrivenTabs(of: self, as: automation)
            } catch {
                configuration.manager.logger.error("no driver is let in", metadata: ["code": "\(error.code)"])
            }
        }
        openTab()
        keys = WindowKeys(of: notebook) { [weak self] in self?.press($0) ?? false }
        connections = [
            notebook.connect("destroy") { [weak self] _ in self?.close() },
            notebook.connect("map") { [weak self] _ in self?.refresh() },
        ]
        notebook.onSwitch = { [weak self] in self?.current?.refresh() }
        observer = StateObserver { [weak self] in self?.followNetwork() }
    }

    isolated deinit {
        close()
    }

    /// Closes all tabs; what their pages have asked for ends.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        observer?.stop()
        keys = nil
        dialogs.dismissAll()
        // The tabs hold what holds the notebook, so they leave it.
        for tab in tabs {
            tab.close()
            notebook.remove(tab, tab: tab.label)
        }
        tabs = []
    }

    /// True if no tab is changing its look.
    package var isSettled: Bool { tabs.allSatisfy(\.isSettled) }

    /// Opens an address in a new tab, and shows that.
    ///
    /// - Parameters:
    ///   - address: The address as a user writes it: https is added where no scheme is written, http for this computer.
    ///   - isPrivate: True to keep nothing of the tab.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for what is no address of https or http.
    public func open(_ address: String, isPrivate: Bool = false) throws(NEARError) {
        let input: AddressInput
        do throws(AddressInput.RefusedError) {
            input = try AddressInput(address)
        } catch {
            throw .invalidArgument(name: "address", reason: error.description)
        }
        // A tab in which nothing has happened is as good as a new one.
        let unused = current.flatMap { $0.isUnused && $0.session.isPrivate == isPrivate ? $0 : nil }
        (unused ?? openTab(isPrivate: isPrivate)).open(input.address)
    }

    /// Moves the keyboard's focus into the tab that is shown.
    ///
    /// It goes into the page, or into the address field of a new tab.
    public func focus() {
        guard let current else { return }
        if let page = current.page { page.view.focus() } else { current.toolbar.address.focus() }
    }

    /// The tab that is shown.
    var current: BrowserTab? {
        tabs.first { notebook.index(of: $0) == notebook.current }
    }

    // MARK: Tabs

    /// Opens a new tab and shows it.
    @discardableResult
    func openTab(isPrivate: Bool = false) -> BrowserTab {
        let tab = insert(BrowserTab(isPrivate ? privately() : session))
        tab.toolbar.address.focus()
        return tab
    }

    func insert(_ tab: BrowserTab, after opener: BrowserTab? = nil) -> BrowserTab {
        tabs.append(tab)
        tab.declined = { [weak self] in self?.declined ?? [] }
        tab.onClose = { [weak self, weak tab] in tab.map { self?.close($0) } }
        tab.label.closing.onClick { [weak self, weak tab] in tab.map { self?.close($0) } }
        tab.toolbar.onChoose(tab.toolbar.newTab) { [weak self] in self?.openTab() }
        tab.toolbar.onChoose(tab.toolbar.newPrivateTab) { [weak self] in self?.openTab(isPrivate: true) }
        tab.start.onDisconnect = { [weak self, weak tab] site in self?.change { tab?.session.disconnect(site) } }
        tab.start.onRemoveNetwork = { [weak self, weak tab] id in self?.change { tab?.session.removeNetwork(id) } }
        tab.start.onForget = { [weak self, weak tab] site in self?.change { tab?.session.forget(site) } }
        tab.offer.onDecline = { [weak self, weak tab] in
            guard let self, let site = tab?.site else { return }
            self.declined.insert(site)
            self.refresh()
        }
        notebook.insert(tab, tab: tab.label, at: opener.flatMap { notebook.index(of: $0) }.map { $0 + 1 })
        notebook.current = notebook.index(of: tab) ?? 0
        refresh()
        return tab
    }

    /// Closes a tab.
    func close(_ tab: BrowserTab) {
        guard tabs.contains(where: { $0 === tab }) else { return }
        tabs.removeAll { $0 === tab }
        tab.close()
        notebook.remove(tab, tab: tab.label)
        // What private tabs have kept in memory ends with the last of them.
        if !tabs.contains(where: { $0.session.isPrivate }) { privateSession = nil }
        guard tabs.isEmpty else { return }
        openTab()
        onEmpty?()
    }

    private func privately() -> BrowserSession {
        if let privateSession { return privateSession }
        let session = BrowserSession(
            configuration, isPrivate: true, rules: rules, dialogs: dialogs, parent: notebook)
        privateSession = session
        follow(session)
        return session
    }

    private func follow(_ session: BrowserSession) {
        session.onEvent = { [weak self, weak session] event in
            if let session { self?.handle(event, in: session) }
        }
        session.host.onChange = { [weak self] in self?.refresh() }
    }

    private func handle(_ event: DAppPages.Event, in session: BrowserSession) {
        switch event {
        case .opened(let page, let opener?):
            let tab = BrowserTab(session)
            tab.opener = opener
            tab.show(page)
            _ = insert(tab, after: self.tab(of: opener))
        case .opened: break
        case .closed(let page): self.tab(of: page).map(close)
        case .updated(let page), .crashed(let page): self.tab(of: page)?.handle(event)
        case .failed(let page, _), .refused(let page, _), .denied(let page, _), .framed(let page, _):
            self.tab(of: page)?.handle(event)
        }
    }

    private func tab(of page: DAppPage) -> BrowserTab? { tabs.first { $0.page === page } }

    // MARK: What is shown

    private func change(_ body: () -> String?) {
        let reason = body()
        refresh()
        if let reason { current?.notice.show(reason) }
    }

    /// Shows the present state of sites and requests in all tabs.
    func refresh() {
        let (rows, problem) = knownSites()
        for tab in tabs {
            tab.start.show(
                tab.session.isPrivate ? [] : rows, networks: tab.session.networks, problem: problem ?? rules.note)
            tab.refresh()
        }
    }

    private func knownSites() -> ([StartPage.Row], String?) {
        do throws(NEARError) {
            let rows = try session.host.permissions.sites().map { site in
                StartPage.Row(
                    origin: site.origin,
                    grants: site.grants.sorted { $0.key < $1.key }.map { network, grant in
                        localized(
                            "Sees %1$s on %2$s", grant.accounts.map(\.accountId.text).joined(separator: ", "),
                            DisplayText.name(network.text))
                    }, persona: site.persona)
            }
            let unread = session.host.permissions.takeProblem() ?? session.host.networks.takeProblem()
            return (rows, unread ?? rules.problem?.errorDescription)
        } catch {
            return ([], error.errorDescription)
        }
    }

    private func followNetwork() {
        _ = configuration.manager.chain
        let now = ExactText(configuration.manager.network.rawValue)
        defer { network = now }
        guard let network, network != now else { return refresh() }
        // Pages hear that they see other accounts, or none.
        session.host.noteChange()
        privateSession?.host.noteChange()
    }
}
