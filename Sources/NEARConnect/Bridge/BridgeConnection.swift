// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import Observation
internal import SafeText
internal import WebKitGTK

/// Loads the bridge page of one manager, waits until it is ready, and brings it back when it was lost.
///
/// Requests that come before the page is ready wait here. Messages of the page go to the ``delegate``.
@MainActor
@Observable
final class BridgeConnection {
    /// A change of the page, or a message of it.
    enum Event {
        /// The page has announced itself, and has what waited for it.
        case ready
        /// The page says something of a request, or of a wallet.
        case message(BridgeMessage)
        /// The page is gone: no open request can be answered any more.
        case lost(NEARError)
        /// The page can't work: operations fail until it is loaded again.
        case failed(NEARError)
        /// The user pressed Cancel in a wallet's window.
        case cancelled
        /// A wallet's window went to a link of this program's own scheme.
        case returned(WebAddress)
        /// A popup is shown, or shown no more.
        case popupsChanged
        /// The wallet's last popup was closed.
        case lastPopupClosed(by: PopupWindow.Closer)
        /// The user has to know something although no operation asked.
        case problem(text: String)
    }

    // MARK: Observable state

    /// True once the page has announced itself, until it is lost.
    private(set) var isReady = false
    /// The reason why there is no bridge, when there is none and operations can only fail.
    private(set) var unavailableReason: String?
    /// True while the page doesn't answer.
    private(set) var isUnresponsive = false
    /// True if emptying the caches may bring the page back.
    private(set) var offersCacheReset = false
    /// The sandbox of the processes that run web pages.
    private(set) var sandbox = SandboxState.off

    // MARK: Parts

    /// Has the requests.
    @ObservationIgnored weak var delegate: (any BridgeConnectionDelegate)?
    /// The wallets that the page offers.
    @ObservationIgnored let wallets: WalletLoader
    /// The page's view and its popups; `nil` where there is no bridge.
    @ObservationIgnored private(set) var coordinator: BridgeCoordinator?
    /// True while the page shows the wallet list or a wallet's frame.
    @ObservationIgnored private(set) var showsWallet = false
    /// Light or dark; the page follows at once.
    @ObservationIgnored var theme = BridgeTheme.light {
        didSet {
            if theme != oldValue { tellTheme() }
        }
    }
    /// Starts the program again with more in its environment, because pages stay blank.
    @ObservationIgnored var onNeedsRelaunch: ((_ environment: [String: String]) -> Void)?
    /// The same for a program that may have nobody who hears of it; returns whether somebody has.
    @ObservationIgnored var offersRelaunch: ((_ environment: [String: String]) -> Bool)?

    @ObservationIgnored let configuration: NEARWalletConfiguration
    @ObservationIgnored let nodes: NetworkNodes
    @ObservationIgnored let connector: ConnectorLoader
    @ObservationIgnored private(set) var cookiePolicy: CookiePolicy?
    @ObservationIgnored private(set) var graphics: GraphicsWatch?
    /// Requests that the page gets when it is ready.
    @ObservationIgnored private var waiting: [BridgeRequest] = []
    @ObservationIgnored private var readyDeadline: Task<Void, Never>?
    /// The reason of this load's first packaged file that can't be read: the page knows only that something is missing.
    @ObservationIgnored var damage: String?

    var logger: Logger { configuration.logger }
    /// True while there is something of a wallet's to see: its page, or a popup that stands over the bridge.
    var wantsToBeSeen: Bool { showsWallet || coordinator?.popupSet.standsOverBridge == true }

    /// Prepares the page of `folders`, a profile's; nothing is loaded before ``start(_:)``.
    init(configuration: NEARWalletConfiguration, nodes: NetworkNodes, folders: ProfileFolders?) {
        self.configuration = configuration
        self.nodes = nodes
        wallets = WalletLoader(
            library: folders.map {
                WalletLibrary(
                    folders: $0, lists: configuration.walletLists, environment: configuration.environment,
                    allowsPlainLoopback: configuration.allowsPlainLoopback, logger: configuration.logger)
            },
            local: configuration.additionalManifests, trust: configuration.walletTrust,
            hasWalletConnect: configuration.hasWalletConnect,
            hasKeys: { !configuration.keystore.accounts(on: nodes.network.rawValue).isEmpty },
            logger: configuration.logger)
        connector = ConnectorLoader(
            configuration.connector, cache: folders?.cache, environment: configuration.environment,
            logger: configuration.logger)
    }

    isolated deinit {
        readyDeadline?.cancel()
        coordinator?.closePopups()
    }

    // MARK: Loading

    /// Makes the view and begins to load the page.
    ///
    /// Where that can't be, ``unavailableReason`` says why.
    func start(_ folders: ProfileFolders?) {
        do {
            try GTKDisplay.open()
        } catch {
            if case .bridgeUnavailable(let reason) = NEARError(error) { unavailableReason = reason }
            return
        }
        guard settleSandbox() else { return }
        do {
            try folders?.create()
        } catch {
            // Whatever needs one of them says so itself, in its own words.
            logger.warning("a folder of the profile can't be made", metadata: Redaction.error(error))
        }
        let pageFolders = configuration.keepsPagesInMemory ? nil : folders
        let storage = pageFolders.map {
            WebContext.Storage.persistent(data: $0.data.appendingPathComponent("web"), cache: $0.cache)
        }
        do {
            let context = WebContext(storage: storage ?? .ephemeral, sandbox: sandbox.isWanted)
            context.reserve()
            let coordinator = try BridgeCoordinator(
                context: context,
                origin: configuration.origin, returnScheme: configuration.returnScheme?.name,
                scheme: BridgeScheme(origin: configuration.origin, handler: self, logger: logger),
                logger: logger, clock: configuration.clock, popups: configuration.popups)
            coordinator.delegate = self
            self.coordinator = coordinator
            cookiePolicy = CookiePolicy(
                context: coordinator.context, content: coordinator.content, folder: folders?.cache, logger: logger)
            graphics = folders.map { makeGraphicsWatch(coordinator, $0) }
            awaitReady()
            loadPage(coordinator)
        } catch {
            unavailableReason = Self.reason(for: error)
        }
    }

    /// Words an error of the packaged files.
    static func reason(for error: any Error) -> String {
        localized("the program’s files can’t be read: %1$s; install the program again", "\(error)")
    }

    /// Stops waiting for the page's announcement.
    func stopWaiting() {
        readyDeadline?.cancel()
    }

    /// Finds out, before the first view is made, how pages can be locked in; WebKit takes no later change.
    ///
    /// - Returns: True if the bridge may start.
    private func settleSandbox() -> Bool {
        guard configuration.sandbox != .off else { return true }
        sandbox = SandboxProbe.here.decide()
        guard case .unavailable(let problem) = sandbox else { return true }
        logger.warning(
            "web pages run without WebKit's sandbox",
            metadata: ["reason": "\(problem.reason)", "advice": "\(problem.advice)"])
        guard configuration.sandbox == .required else { return true }
        unavailableReason = localized(
            "WebKit’s sandbox can’t be had. %1$s %2$s", problem.reason, problem.advice)
        return false
    }

    /// Loads the page, after the connector was fetched where that has to be.
    private func loadPage(_ coordinator: BridgeCoordinator) {
        damage = nil
        guard !connector.isAtHand else { return coordinator.load() }
        Task { [weak self, weak coordinator, connector] in
            do throws(ConnectorLoader.LoadError) {
                try await connector.prepare()
                coordinator?.load()
            } catch {
                guard let self, let coordinator, coordinator === self.coordinator else { return }
                self.readyDeadline?.cancel()
                self.giveUp(.bridgeUnavailable(reason: error.description), error.description)
            }
        }
    }

    private func awaitReady() {
        readyDeadline?.cancel()
        let time = DeadlineTime(configuration.clock)
        let due = time.now + configuration.deadlines.ready
        readyDeadline = Task { [weak self] in
            do {
                try await time.sleep(until: due)
            } catch {
                return  // The page was ready first, or is being loaded again.
            }
            self?.giveUp(.webViewNotReady, localized("the bridge page did not get ready; load it again"))
        }
    }

    /// Loads the page again.
    ///
    /// Its open requests are lost.
    func reload() {
        guard let coordinator else { return }
        end(.lost(.bridgeReloaded))
        isReady = false
        unavailableReason = nil
        offersCacheReset = false
        awaitReady()
        loadPage(coordinator)
    }

    /// Says that there will be no page, for a reason of the program's own.
    func refuse(_ reason: String) {
        unavailableReason = reason
    }

    /// Ends the page for good.
    ///
    /// Nothing is reported.
    func close() {
        waiting = []
        readyDeadline?.cancel()
        wallets.close()
        coordinator?.delegate = nil
        // Whatever has the web context: WebKit's network process runs for as long as it lives.
        coordinator = nil
        cookiePolicy = nil
        graphics = nil
        isReady = false
    }

    // MARK: Losing the page

    /// The page can't work.
    ///
    /// Operations fail at once until ``reload()`` brings a new one.
    func giveUp(_ error: NEARError, _ reason: String) {
        unavailableReason = reason
        end(.failed(error))
    }

    private func end(_ event: Event) {
        waiting = []
        delegate?.bridgeReports(event)
    }

    /// Notes that the page has announced itself, and sends what waited for it.
    func becomeReady() {
        readyDeadline?.cancel()
        logger.info("bridge ready")
        isReady = true
        // The window may have become dark while the page was loading.
        tellTheme()
        let requests = waiting
        waiting = []
        for request in requests { send(request) }
        followWalletSites()
        offerNewWallets()
        delegate?.bridgeReports(.ready)
        // The first question to a node needs it. Until now it would have kept the processor from the page.
        Task {
            await MainLoop.turn()
            CurlLibrary.prepare()
        }
    }

    /// Notes that the page is gone and another one is being loaded.
    func lose(_ error: NEARError) {
        isReady = false
        isUnresponsive = false
        showsWallet = false
        end(.lost(error))
        awaitReady()
    }

    /// Notes that the page was lost so often that it isn't loaded again by itself.
    func stopLoading(_ reason: String) {
        logger.error("the bridge page is not loaded again", metadata: ["reason": "\(reason)"])
        offersCacheReset = true
        let advice = localized("%1$s. Try again, empty the caches, or start the program again.", reason)
        giveUp(.bridgeUnavailable(reason: advice), advice)
    }

    /// Notes that the page answers again, or doesn't.
    func noteSilence(_ isSilent: Bool) {
        guard isSilent else { return isUnresponsive = false }
        logger.error("the bridge page doesn't answer")
        // Where a user can be asked, they decide; where nobody is, a request would hang until its deadline.
        if coordinator?.presenter == nil { stopUnresponsivePage() } else { isUnresponsive = true }
    }

    /// Ends a page that doesn't answer any more.
    ///
    /// Another one is loaded.
    func stopUnresponsivePage() {
        isUnresponsive = false
        coordinator?.stopPage()
    }

    /// Gives a page that doesn't answer more time.
    func waitForUnresponsivePage() {
        isUnresponsive = false
    }

    // MARK: Speaking to the page

    /// Sends a request to the page, now or when the page is ready.
    func handOver(_ request: BridgeRequest) {
        if isReady { send(request) } else { waiting.append(request) }
    }

    private func send(_ request: BridgeRequest) {
        guard request.kind != .ready else {
            delegate?.bridgeReports(.message(.reply(request.id, .ready)))
            return
        }
        coordinator?.perform(request)
    }

    /// Tells the page to let a request go, sent or not.
    func cancel(_ id: RequestID, reason: String) {
        waiting.removeAll { $0.id == id }
        coordinator?.cancel(id, reason: reason)
    }

    /// Notes that the page shows the wallet list or a wallet's frame, or has taken it away.
    func noteWalletShown(_ isShown: Bool) {
        showsWallet = isShown
    }

    private func tellTheme() {
        coordinator?.configure(JSONValue.object(["theme": .string(theme.rawValue)]).text)
    }
}
