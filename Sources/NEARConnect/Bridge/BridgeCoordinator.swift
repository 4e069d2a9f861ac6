// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import Logging
internal import NEARConnectCore
internal import NEARRPC
internal import SafeText
internal import WebKitGTK

/// Owns the bridge view and its popups.
///
/// It loads the page, carries messages both ways, decides on navigation, and brings the page back after a crash. Its
/// events go to the ``delegate``.
@MainActor
package final class BridgeCoordinator: WebViewDelegate {
    /// A report of the coordinator's.
    enum Event {
        /// The page has announced itself.
        case ready
        /// A message of the page, other than `ready` and `log`.
        case message(BridgeMessage)
        /// The page could not be given a request.
        case notTaken(RequestID, reason: String)
        /// The page is gone; requests that it had can't be answered any more.
        case lost(NEARError)
        /// The user gave up what the wallet was asked for.
        case cancelled
        /// A wallet's window went to a link of this program's own scheme.
        case returned(WebAddress)
        /// A popup is shown, or shown no more.
        case popupsChanged
        /// The wallet's last popup was closed.
        case lastPopupClosed(by: PopupWindow.Closer)
        /// The page hasn't answered for longer than a page takes that works.
        case unresponsive
        /// The page answers again.
        case responsive
        /// The page was lost so often that it isn't loaded again by itself.
        case crashLoop(reason: String)
        /// The page can't be had at all.
        case unavailable(reason: String)
    }

    /// The progress of a load of this program's own.
    ///
    /// Until its document is shown, the view shows the old one.
    private enum HostLoad {
        /// WebKit has the page.
        case asked
        /// WebKit has asked whether it may show it: nothing of the old document comes after this.
        case allowed
        /// There is none, or it is shown.
        case none
    }

    /// The isolated world of the relay.
    static let world = "near-connect"
    /// The number of crashes, or departures of the page, within ``crashWindow`` that are answered with a new load.
    static let crashLimit = 3
    /// The time over which crashes are counted.
    static let crashWindow = Duration.seconds(60)

    /// Makes the loads, and hears each event.
    weak var delegate: (any BridgeCoordinatorDelegate)?
    /// Asks the user before a link leaves the program, and shows scripts' dialogs.
    weak var presenter: (any BridgePresenter)?

    /// The bridge view, to be put into a window or left without one.
    let view: WebView
    let policy: NavigationPolicy
    let logger: Logger
    let popupSet: PopupSet
    var popups: [PopupWindow] { popupSet.popups }
    /// Messages that were refused since the start: malformed, from nowhere, or with a wrong secret.
    private(set) var rejectedMessages = 0

    let context: WebContext
    let content = UserContentManager()
    private let scheme: BridgeScheme
    private let time: DeadlineTime
    /// Notices that the page doesn't answer.
    let watchdog: PageWatchdog

    private var secret: String?
    private var isReady = false
    private var hostLoad = HostLoad.none
    private var crashes: [Duration] = []
    /// The dialogs of pages' scripts that are still held.
    private var scriptDialogs: [Asked] = []

    /// Makes the view; nothing is loaded before ``load()``.
    init(
        context: WebContext, origin: BridgeOrigin, returnScheme: String? = nil, scheme: BridgeScheme, logger: Logger,
        clock: any Clock<Duration> = ContinuousClock(), popups: PopupPlacement = .ownWindow
    ) throws {
        self.context = context
        time = DeadlineTime(clock)
        watchdog = PageWatchdog(time: time)
        popupSet = PopupSet(placement: popups)
        self.scheme = scheme
        self.logger = logger
        policy = NavigationPolicy(origin: origin, returnScheme: returnScheme)
        view = WebView(context: context, contentManager: content)
        view.delegate = self
        scheme.view = view
        context.register(scheme: InternalScheme.name) { [scheme] in scheme.answer($0) }
        content.onMessage("nearConnect", world: Self.world) { [weak self] in self?.receive($0) }
        content.addScript(
            try PackagedFile.text("Bridge/relay.js"), world: Self.world, allowList: ["\(origin.baseURI)*"])
        context.onRefusedFile = { [weak self] isShown in
            guard let self, let popup = self.popups.first(where: { isShown($0.view) }) else { return }
            self.webViewWasRefusedFile(popup.view)
        }
        popupSet.onChange = { [weak self] in self?.report(.popupsChanged) }
        popupSet.onCancel = { [weak self] in self?.report(.cancelled) }
        popupSet.onLastClosed = { [weak self] in self?.report(.lastPopupClosed(by: $0)) }
        popupSet.onClose = { [weak self] in
            self?.presenter?.dismiss(of: $0)
            self?.notify("nearConnect.windowClosed()", [:])
        }
        watchdog.page = self
    }

    isolated deinit {
        scheme.cancelForwards()
    }

    /// Loads the page with a new secret.
    ///
    /// The old page's open requests are lost.
    func load() {
        scheme.beginLoad()
        watchdog.stop()
        isReady = false
        do {
            guard let page = try delegate?.makePage() else { return }
            secret = page.secret
            hostLoad = .asked
            view.load(html: page.html, baseURI: policy.origin.baseURI)
            prepareAhead()
        } catch {
            secret = nil
            report(.unavailable(reason: localized("the bridge page can’t be made: %1$s", "\(error)")))
        }
    }

    /// Reads what the page will ask for while WebKit starts the page's process: this one would only wait.
    private func prepareAhead() {
        Task { [weak scheme] in
            await MainLoop.turn()
            scheme?.prepareModules()
        }
    }

    /// Hands a request to the page.
    ///
    /// Where the page can't be given it, ``Event/notTaken(_:reason:)`` says so.
    func perform(_ request: BridgeRequest) {
        let id = request.id
        view.call("nearConnect.perform(request)", arguments: ["request": request.text]) { [weak self] result in
            guard case .failure(let error) = result else { return }
            // A process that ends fails its calls first, and says afterwards that it ended: that ends the request.
            Task {
                await MainLoop.turn()
                self?.report(.notTaken(id, reason: "\(error)"))
            }
        }
    }

    /// Tells the page to let a request go.
    func cancel(_ id: RequestID, reason: String) {
        notify("nearConnect.cancel(id, reason)", ["id": id.text, "reason": reason])
    }

    /// Answers a packaged wallet's call.
    func settleHostCall(_ reply: String) {
        notify("nearConnect.settleHostCall(reply)", ["reply": reply])
    }

    /// Tells the page that a wallet came back by a link.
    func deliverReturn(_ text: String) {
        notify("nearConnect.deliverReturn(text)", ["text": text])
    }

    /// Tells the page about a changed setting.
    func configure(_ settings: String) {
        notify("nearConnect.configure(settings)", ["settings": settings])
    }

    private func notify(_ body: StaticString, _ arguments: KeyValuePairs<String, String>) {
        guard isReady else { return }
        view.call(body, arguments: arguments) { [logger] result in
            if case .failure(let error) = result {
                // Its message is whatever the page threw.
                logger.warning(
                    "the bridge page did not take a call",
                    metadata: ["domain": "\(error.domain)", "code": "\(error.code)"])
            }
        }
    }

    private func receive(_ text: String) {
        guard let secret else { return reject(.wrongSecret, text) }
        do {
            let message = try BridgeMessage.decode(text, secret: secret)
            if case .ready = message {
                guard !isReady else { return reject(.malformed(type: "ready", reason: "it came twice"), text) }
                isReady = true
                report(.ready)
            } else if case .log(let level, let text) = message {
                log(level, text)
            } else {
                report(.message(message))
            }
        } catch {
            reject(error, text)
        }
    }

    private func reject(_ rejection: BridgeMessage.DecodingError, _ text: String) {
        rejectedMessages += 1
        // Never the text itself: it may carry what a wallet signed.
        var metadata = Redaction.rejection(rejection)
        metadata["bytes"] = "\(text.utf8.count)"
        logger.warning("a message to the bridge was refused", metadata: metadata)
    }

    /// Writes a line of the page to the log.
    ///
    /// Wallets' words may be in it: they are for whoever debugs.
    private func log(_ level: String, _ text: String) {
        let level = min(Logger.Level(rawValue: level) ?? .info, .error)
        if level > .debug {
            logger.log(
                level: level, "the bridge page logged a line, shown at debug level",
                metadata: ["bytes": "\(text.utf8.count)"])
        }
        logger.debug("bridge page", metadata: ["text": "\(DisplayText.line(text).replacing("\n", with: "\\n"))"])
    }

    /// A dialog of a page's script, for as long as it is held.
    private struct Asked {
        weak var dialog: ScriptDialog?
    }

    /// Notes that a page's script stands still until its dialog is answered.
    func noteDialog(_ dialog: ScriptDialog) {
        scriptDialogs = scriptDialogs.filter { $0.dialog != nil } + [Asked(dialog: dialog)]
    }

    /// True while a page's script stands still because the user hasn't answered its dialog.
    var waitsForUser: Bool { scriptDialogs.contains { $0.dialog != nil } }

    /// Looks after the page until nobody waits for it any more.
    func watch() { watchdog.start() }

    /// Ends the page's process, as a crash would; the page comes back by itself.
    func stopPage() { view.terminateWebProcess() }

    func report(_ event: Event) { delegate?.coordinatorReports(event) }

    // MARK: Popups

    /// Closes every popup, and the questions that pages have open; pages hear of it through `closed`.
    package func closePopups() {
        presenter?.dismissAll()
        popupSet.closeAll()
    }

    // MARK: Links

    /// Looks at a link that a wallet's code asks for, and offers it to the user.
    func openLink(_ uri: String, of wallet: LinkWallet) {
        let request = NavigationRequest(kind: .newWindow, uri: uri, isUserGesture: false)
        switch policy.decide(request, from: .walletFrame, permissions: wallet.allowsOpen) {
        case .external(let address, let mayRemember): offerLink(address, of: wallet, mayRemember: mayRemember)
        case .allow, .popup, .returned: break  // Not for links of a wallet's frame.
        case .block(let reason):
            logger.warning(
                "a wallet's link was refused",
                metadata: ["uri": "\(Redaction.address(uri))", "wallet": "\(wallet.id)", "reason": "\(reason)"])
        }
    }

    func offerLink(_ address: WebAddress, of wallet: LinkWallet?, mayRemember: Bool) {
        guard let presenter else {
            logger.warning("nobody to ask about a link", metadata: ["uri": "\(Redaction.address(address.text))"])
            return
        }
        presenter.offerExternalLink(LinkOffer(address: address, wallet: wallet, mayRemember: mayRemember))
    }

    func source(of view: WebView) -> NavigationPolicy.Source {
        view === self.view ? .bridge : .popup
    }

    // MARK: WebViewDelegate

    func webView(_ view: WebView, allows request: NavigationRequest) -> Bool {
        let isHostLoad = view === self.view && hostLoad != .none
        switch policy.decide(request, from: source(of: view), isHostLoad: isHostLoad) {
        case .allow:
            // The bridge's own address is allowed to this program only.
            if isHostLoad && request.uri == policy.origin.baseURI { hostLoad = .allowed }
            return true
        case .popup:
            // WebKit comes back through `popupFor` when it is let go on.
            return true
        case .external(let address, let mayRemember):
            offerLink(address, of: delegate?.actingWallet, mayRemember: mayRemember)
            return false
        case .returned(let address):
            report(.returned(address))
            return false
        case .block(let reason):
            logger.warning(
                "navigation refused", metadata: ["uri": "\(Redaction.address(request.uri))", "reason": "\(reason)"])
            if request.isFile { webViewWasRefusedFile(view) }
            return false
        }
    }

    func webViewDidCommit(_ view: WebView) {
        presenter?.dismiss(of: view)
        guard view === self.view else { return popupSet.popup(of: view)?.hideNotice() ?? () }
        if hostLoad == .allowed, view.committedURI == policy.origin.baseURI {
            hostLoad = .none
        } else {
            // `about:blank` passes the policy, since frames start with it, and has no response that could be held.
            logger.error("the bridge page was replaced")
            lose(.bridgeReloaded, what: "it was replaced")
        }
    }

    func webView(_ view: WebView, processEnded reason: WebProcessEnd) {
        logger.error("a web process ended", metadata: ["reason": "\(reason.rawValue)"])
        presenter?.dismiss(of: view)
        guard view === self.view else {
            popupSet.popup(of: view)?.close(by: .program)
            return
        }
        lose(.bridgeCrashed, what: "its web process crashed")
    }

    /// Loads the page again because WebKit's network process has died.
    ///
    /// The process is there again, but this page's databases are closed, and what wallets stored last is lost.
    func networkProcessEnded() {
        logger.error("the network process ended")
        lose(.bridgeCrashed, what: "its network process ended")
    }

    /// Ends requests to nodes that an earlier wallet has left over, if they leave no room for the next one's.
    func makeRoomForWallet() { scheme.makeRoomForWallet() }

    /// Ends what the page had open and loads it again, unless that happens all the time.
    private func lose(_ error: NEARError, what: String) {
        secret = nil
        isReady = false
        hostLoad = .none
        scheme.cancelForwards()
        watchdog.stop()
        closePopups()
        report(.lost(error))
        let now = time.now
        crashes = crashes.filter { $0 + Self.crashWindow > now } + [now]
        if crashes.count > Self.crashLimit {
            report(.crashLoop(reason: "\(what) \(crashes.count) times within a minute"))
        } else {
            load()
        }
    }
}
