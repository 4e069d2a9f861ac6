// SPDX-License-Identifier: MIT

internal import Foundation
internal import GTKToolkit
package import Logging
public import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
public import Observation
internal import WebKitGTK

/// Connects a Linux program to any NEAR wallet.
///
/// The manager keeps a WebKitGTK view with the bridge page, in which a near-connect compatible connector runs the wallets. Each
/// operation is an `async` method that returns a typed, verified result or throws a ``NEARError``; every operation ends. One
/// interactive operation can be open at a time, and ``isBusy`` says whether one is.
///
/// Use it on the main actor, in a process whose main thread runs GLib's main loop. Names follow near-connect-ios.
@MainActor
@Observable
public final class NEARWalletManager {
    // MARK: Observable state

    /// The account that is signed in.
    public internal(set) var currentAccount: NEARAccount?
    /// What is known of the session of ``currentAccount``.
    public internal(set) var session = SessionState.signedOut
    /// Whether an interactive operation is open.
    public internal(set) var isBusy = false
    /// What went wrong last, for a label; `nil` after the next operation has started.
    public var lastError: String?
    /// Whether the bridge page has announced itself. Operations that are called before wait for it.
    public internal(set) var isBridgeReady = false
    /// How many links came back that were not taken; see ``handleReturnLink(_:)``.
    public internal(set) var refusedReturnLinks = 0
    /// Why there is no bridge, when there is none and operations can only fail.
    public internal(set) var unavailableReason: String?
    /// Whether the processes that run web pages are locked in.
    public internal(set) var sandbox = SandboxState.off
    /// What is waited for while an operation is open, for a label: "Waiting for Example Wallet…".
    public internal(set) var waitingText: String?
    /// Whether the page doesn't answer any more; see ``stopUnresponsivePage()`` and ``waitForUnresponsivePage()``.
    public internal(set) var isUnresponsive = false
    /// Whether emptying the caches may bring the bridge back; see ``resetCache()``.
    public internal(set) var offersCacheReset = false
    /// Versions of wallets that wait to be agreed to; see ``accept(_:allowsDowngrade:)``.
    public internal(set) var walletUpdates: [WalletUpdate] = []
    /// Whether the wallet's UI (the wallet list, a wallet's frame) wants to be seen.
    public var showWalletUI = false
    /// What the nodes of ``network`` have said of their chain. They are asked with the first operation that a person takes part in, and those of a
    /// custom network as soon as the bridge is ready; see ``identifyChain()``.
    public var chain: ChainKnowledge { nodes.chain }
    /// The chain that wallets are asked to work on. Setting another one ends what is open and loads the bridge anew.
    public var network: Network {
        get { nodes.network }
        set { if newValue != nodes.network { changeNetwork(to: newValue) } }
    }

    /// Whether an account is signed in.
    public var isSignedIn: Bool { currentAccount != nil }

    // MARK: Parts

    @ObservationIgnored let configuration: NEARWalletConfiguration
    @ObservationIgnored let table: RequestTable
    @ObservationIgnored let store: AccountStore?
    @ObservationIgnored let journal: TransactionJournal
    /// The journal's entries of the requests that are open.
    @ObservationIgnored var recorders: [RequestID: JournalRecorder] = [:]
    /// Asks the chain about what the journal has open.
    @ObservationIgnored var reconciliation: Task<Void, Never>?
    @ObservationIgnored package var coordinator: BridgeCoordinator?
    /// The nodes of ``network``.
    @ObservationIgnored let nodes: NetworkNodes
    @ObservationIgnored var cookiePolicy: CookiePolicy?
    @ObservationIgnored var graphics: GraphicsWatch?
    /// Called when pages stay blank and only a new process with this added to its environment may help. A program starts itself anew in
    /// it; without a handler ``lastError`` says what to do.
    @ObservationIgnored public var onNeedsRelaunch: ((_ environment: [String: String]) -> Void)?
    @ObservationIgnored var keystoreService: KeystoreService?
    @ObservationIgnored package let walletLoader: WalletLoader
    @ObservationIgnored let connector: ConnectorLoader
    /// Asks the person, when a window shows the bridge.
    @ObservationIgnored weak var approver: (any Approver)?
    /// The bridge widget's own way to ask, for when a program's approver is gone.
    @ObservationIgnored weak var widgetApprover: (any Approver)?
    @ObservationIgnored var waiting: [BridgeRequest] = []
    /// Counts what makes a result that is still being checked stale: another network, a reload, a close.
    @ObservationIgnored var generation = 0
    @ObservationIgnored var readyDeadline: Task<Void, Never>?
    /// The links by which wallets may come back; `nil` when the program takes none.
    @ObservationIgnored let returnLinks: ReturnLinks?
    /// Whether a refused link has been put before the person since the last operation was started.
    @ObservationIgnored var hasShownRefusedLink = false
    /// What links need to know of the wallets that the page was loaded with, by id.
    @ObservationIgnored var linkWallets: [String: LinkWallet] = [:]
    /// The wallet that a request is with, once it is known.
    @ObservationIgnored var acting: (request: RequestID, walletId: String)?
    /// The sign-in that was asked for last, and the wallet that it named.
    @ObservationIgnored var choice: (request: RequestID, walletId: String?)?
    /// Ends an operation whose last window was closed.
    @ObservationIgnored var closeGrace: Task<Void, Never>?
    /// The request whose last window was closed by the person, as long as no other one has been opened for it.
    @ObservationIgnored var closedByPerson: RequestID?
    /// Whether the page shows the wallet list or a wallet's frame.
    @ObservationIgnored var pageShowsWallet = false

    package var logger: Logger { configuration.logger }

    /// Light or dark, as the window around the bridge is. The page follows at once.
    @ObservationIgnored public var theme = Theme.light {
        didSet {
            if theme != oldValue { tellTheme() }
        }
    }

    /// Compares wallets' answers with what they were asked for and with the chain.
    var verifier: WalletAnswerVerifier {
        WalletAnswerVerifier(
            nodes: nodes, readDeadline: configuration.deadlines.read, origin: configuration.origin,
            clock: configuration.clock, logger: logger)
    }

    func tellTheme() {
        coordinator?.configure(JSONValue.object(["theme": .string(theme.rawValue)]).text)
    }

    /// How the bridge page looks.
    public enum Theme: String, Sendable {
        /// Dark text on a light ground.
        case light
        /// Light text on a dark ground.
        case dark
    }

    /// Starts loading the bridge page and reads the stored account. Nothing blocks, nothing is shown.
    ///
    /// Where the bridge can't run (no display, for example) operations throw ``NEARError/bridgeUnavailable(reason:)``.
    ///
    /// - Parameter configuration: How the manager works.
    public init(configuration: NEARWalletConfiguration = NEARWalletConfiguration()) {
        self.configuration = configuration
        table = RequestTable(clock: configuration.clock)
        nodes = NetworkNodes(configuration.network, clock: configuration.clock)
        returnLinks = configuration.returnScheme.map(ReturnLinks.init(scheme:))
        var folders: ProfileFolders?
        do {
            folders = try configuration.folders()
        } catch {
            unavailableReason = error.localizedDescription
        }
        store = folders.map { AccountStore(folder: $0.data) }
        journal = TransactionJournal(
            file: folders.map { JournalFile(folder: $0.state) }, logger: configuration.logger)
        walletLoader = Self.makeWalletLoader(configuration, folders)
        connector = ConnectorLoader(
            configuration.connector, cache: folders?.cache, environment: configuration.environment,
            logger: configuration.logger)
        table.onChange = { [weak self] in self?.updateBusy() }
        table.onAbandoned = { [weak self] id, error in self?.abandoned(id, error) }
        attachWalletLoader()
        loadStoredAccount()
        if unavailableReason == nil { startBridge(folders) }
    }

    isolated deinit {
        nodes.stop()
        readyDeadline?.cancel()
        reconciliation?.cancel()
        closeGrace?.cancel()
        table.onChange = nil
        table.onAbandoned = nil
        table.failAll(.managerReleased)
        coordinator?.closePopups()
    }

    private func startBridge(_ folders: ProfileFolders?) {
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
        let storage = folders.map {
            WebContext.Storage.persistent(data: $0.data.appendingPathComponent("web"), cache: $0.cache)
        }
        let scheme = makeScheme()
        do {
            let coordinator = try BridgeCoordinator(
                context: WebContext(storage: storage ?? .ephemeral, sandbox: sandbox.isWanted),
                origin: configuration.origin, returnScheme: configuration.returnScheme?.name, scheme: scheme,
                logger: logger, clock: configuration.clock, popups: configuration.popups,
                makePage: { [weak self] in
                    guard let self else { throw NEARError.managerReleased }
                    return try self.makePage()
                })
            coordinator.events = { [weak self] in self?.handle($0) }
            coordinator.actingWallet = { [weak self] in self?.actingWallet }
            coordinator.isPageNeeded = { [weak self] in self.map { $0.table.count > 0 } ?? false }
            self.coordinator = coordinator
            startCookiePolicy(coordinator, folders)
            startGraphics(coordinator, folders)
            keystoreService = makeKeystoreService()
            awaitReady()
            loadPage(coordinator)
        } catch {
            unavailableReason = "the packaged files can't be read: \(error)"
        }
    }

    private func changeNetwork(to network: Network) {
        generation += 1
        table.giveUpChecking(.bridgeReloaded)
        nodes.change(to: network)
        loadStoredAccount()
        guard let coordinator else { return }
        reload(coordinator)
    }

    /// Loads the bridge page anew. Open operations end with ``NEARError/bridgeReloaded``.
    public func reloadBridge() {
        guard let coordinator else { return }
        reload(coordinator)
    }

    private func reload(_ coordinator: BridgeCoordinator) {
        endAll(.bridgeReloaded)
        isBridgeReady = false
        unavailableReason = nil
        offersCacheReset = false
        awaitReady()
        loadPage(coordinator)
    }

    /// Ends everything: open operations throw ``NEARError/managerReleased``, popups close, later operations throw too.
    public func close() {
        generation += 1
        unavailableReason = "the manager was closed"
        endAll(.managerReleased)
        table.giveUpChecking(.managerReleased)
        reconciliation?.cancel()
        nodes.stop()
        readyDeadline?.cancel()
        closeGrace?.cancel()
        walletLoader.close()
        coordinator?.events = nil
        // Whatever has the web context: WebKit's network process runs for as long as it lives.
        coordinator = nil
        cookiePolicy = nil
        graphics = nil
        isBridgeReady = false
    }
}
