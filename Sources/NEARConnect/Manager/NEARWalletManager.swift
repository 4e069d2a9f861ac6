// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
public import NEARConnectCore
public import Observation
internal import SafeText

/// Connects a Linux program to any NEAR wallet.
///
/// The manager keeps a WebKitGTK view with the bridge page, in which a near-connect compatible connector runs the
/// wallets. Each operation is an `async` method that returns a typed, verified result or throws a ``NEARError``; every
/// operation ends. One interactive operation can be open at a time, and ``isBusy`` says whether one is.
///
/// Use it on the main actor, in a process whose main thread runs GLib's main loop. Names follow near-connect-ios.
@MainActor
@Observable
public final class NEARWalletManager {
    // MARK: State

    /// The description of what went wrong last, for a label; `nil` after the next operation has started.
    public var lastError: String?
    /// True while the wallet's UI (the wallet list, a wallet's frame) wants to be seen.
    public var showWalletUI = false

    /// The number of operations that the user has ended; a window says so for each.
    package internal(set) var cancellations = 0

    /// The sign-in of near-connect-ios's names that waits for the page.
    var pendingSignIn: SignInWish?

    /// True once ``close()`` was called.
    @ObservationIgnored private(set) var isClosed = false
    /// True while another account's delegate action is sent.
    @ObservationIgnored var isRelaying = false

    // All other state is in the object that it belongs to.
    @ObservationIgnored let departure = WalletDeparture()
    @ObservationIgnored let configuration: NEARWalletConfiguration
    @ObservationIgnored let nodes: NetworkNodes
    @ObservationIgnored let account: AccountSession
    @ObservationIgnored let journal: RequestJournal
    @ObservationIgnored let bridge: BridgeConnection
    @ObservationIgnored let links: ReturnLinkIntake
    @ObservationIgnored let requests: WalletRequests
    @ObservationIgnored let services: WalletServices
    @ObservationIgnored let updates: WalletUpdates
    @ObservationIgnored let phone: PhoneWalletDesk?

    /// The account that is signed in.
    public var currentAccount: NEARAccount? { account.account }
    /// True while an account is signed in.
    public var isSignedIn: Bool { currentAccount != nil }
    /// The state of the session of ``currentAccount``.
    public var session: SessionState { account.state }
    /// True where ``session`` is stale only because the account couldn't be compared, which may pass.
    package var isSessionUncompared: Bool { account.isUncompared }
    /// True while an interactive operation is open.
    public var isBusy: Bool { requests.isBusy }
    /// The text that says what an open operation waits for, for a label: "Waiting for Example Wallet…".
    public var waitingText: String? { requests.waitingText }
    /// True once the bridge page has announced itself.
    ///
    /// Operations that are called before wait for it.
    public var isBridgeReady: Bool { bridge.isReady }
    /// The reason why there is no bridge, when there is none and operations can only fail.
    public var unavailableReason: String? { bridge.unavailableReason }
    /// The sandbox of the processes that run web pages.
    public var sandbox: SandboxState { bridge.sandbox }
    /// True while the page doesn't answer; see ``stopUnresponsivePage()`` and ``waitForUnresponsivePage()``.
    public var isUnresponsive: Bool { bridge.isUnresponsive }
    /// True if emptying the caches may bring the bridge back; see ``resetCache()``.
    public var offersCacheReset: Bool { bridge.offersCacheReset }
    /// The number of links that came back and were not taken; see ``handleReturnLink(_:)``.
    public var refusedReturnLinks: Int { links.refusals }
    /// The versions of wallets that wait to be accepted; see ``accept(_:allowsDowngrade:)``.
    public var walletUpdates: [WalletUpdate] { updates.waiting }
    /// The chain that the nodes of ``network`` have named.
    ///
    /// They are asked with the first operation that a user takes part in, and those of a custom network as soon as the
    /// bridge is ready; see ``identifyChain()``.
    public var chain: ChainKnowledge { nodes.chain }
    /// The chain that wallets are asked to work on.
    ///
    /// Setting another one ends what is open and loads the bridge again.
    public var network: Network {
        get { nodes.network }
        set { if newValue != nodes.network { changeNetwork(to: newValue) } }
    }
    /// Light or dark, as the window around the bridge is.
    ///
    /// The page follows at once.
    public var theme: Theme {
        get { bridge.theme }
        set { bridge.theme = newValue }
    }
    /// A handler for pages that stay blank, when only a new process with this added to its environment may help.
    ///
    /// A program starts itself again in it; without a handler ``lastError`` says what to do.
    public var onNeedsRelaunch: ((_ environment: [String: String]) -> Void)? {
        get { bridge.onNeedsRelaunch }
        set { bridge.onNeedsRelaunch = newValue }
    }

    /// The same as ``onNeedsRelaunch`` for a program that may have nobody who hears of it.
    ///
    /// It returns whether somebody has; otherwise ``lastError`` says what to do.
    package var offersRelaunch: ((_ environment: [String: String]) -> Bool)? {
        get { bridge.offersRelaunch }
        set { bridge.offersRelaunch = newValue }
    }

    /// The bridge view and its popups; `nil` where there is no bridge.
    package var coordinator: BridgeCoordinator? { bridge.coordinator }
    /// The wallets that the page offers.
    package var walletLoader: WalletLoader { bridge.wallets }
    package var logger: Logger { configuration.logger }

    /// Compares wallets' answers with what they were asked for and with the chain.
    var verifier: WalletAnswerVerifier {
        WalletAnswerVerifier(
            nodes: nodes, readDeadline: configuration.deadlines.read, origin: configuration.origin,
            clock: configuration.clock, logger: logger)
    }

    // MARK: Life

    /// Starts loading the bridge page and reads the stored account.
    ///
    /// Nothing blocks, nothing is shown.
    ///
    /// Where the bridge can't run (no display, for example) operations throw ``NEARError/bridgeUnavailable(reason:)``.
    ///
    /// - Parameter configuration: The profile, the network, the wallets, and everything else that is settled at the
    ///   start.
    public init(configuration: NEARWalletConfiguration = NEARWalletConfiguration()) {
        var folders: ProfileFolders?
        var problem: String?
        do {
            folders = try configuration.folders()
        } catch {
            problem = error.errorDescription
        }
        self.configuration = configuration
        nodes = NetworkNodes(configuration.network, clock: configuration.clock, logger: configuration.logger)
        account = AccountSession(
            store: folders.map { AccountStore(folder: $0.data) }, logger: configuration.logger)
        journal = RequestJournal(
            file: folders.map { JournalFile(folder: $0.state) }, nodes: nodes, logger: configuration.logger)
        bridge = BridgeConnection(configuration: configuration, nodes: nodes, folders: folders)
        links = ReturnLinkIntake(scheme: configuration.returnScheme)
        phone = configuration.phoneWallets.map { [nodes, journal] settings in
            PhoneWalletDesk(
                settings, configuration: configuration, folders: folders, nodes: nodes, journal: journal)
        }
        requests = WalletRequests(
            configuration: configuration, bridge: bridge, nodes: nodes, account: account, journal: journal,
            links: links, phone: phone)
        services = WalletServices(
            configuration: configuration, requests: requests, bridge: bridge, account: account, nodes: nodes)
        updates = WalletUpdates(wallets: bridge.wallets, logger: configuration.logger)
        bridge.delegate = self
        bridge.wallets.delegate = self
        requests.delegate = self
        phone?.delegate = self
        loadStoredAccount()
        if let problem { bridge.refuse(problem) } else { bridge.start(folders) }
    }

    isolated deinit {
        phone?.close()
        nodes.stop()
        journal.stop()
        requests.release()
    }

    private func changeNetwork(to network: Network) {
        requests.table.giveUpChecking(.bridgeReloaded)
        requests.endPhone(.bridgeReloaded)
        services.dismiss()
        nodes.change(to: network)
        loadStoredAccount()
        bridge.reload()
    }

    private func loadStoredAccount() {
        if let problem = account.load(network: network.rawValue) { lastError = problem }
        restorePhoneAccount()
    }

    /// Loads the bridge page again.
    ///
    /// Open operations end with ``NEARError/bridgeReloaded``, but those of wallets on phones, which go on.
    public func reloadBridge() {
        bridge.reload()
    }

    /// Ends everything: open operations throw ``NEARError/managerReleased``, popups close, later operations throw too.
    public func close() {
        isClosed = true
        departure.next = nil
        account.close()
        bridge.refuse(localized("the manager was closed"))
        requests.close()
        services.dismiss()
        phone?.close()
        journal.stop()
        nodes.stop()
        bridge.close()
    }
}
