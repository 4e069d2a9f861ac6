// SPDX-License-Identifier: MIT

internal import Foundation
internal import Logging
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
    public private(set) var isBusy = false
    /// What went wrong last, for a label; `nil` after the next operation has started.
    public var lastError: String?
    /// Whether the bridge page has announced itself. Operations that are called before wait for it.
    public private(set) var isBridgeReady = false
    /// Why there is no bridge, when there is none and operations can only fail.
    public private(set) var unavailableReason: String?
    /// Whether the wallet's UI (the wallet list, a wallet's frame) wants to be seen.
    public var showWalletUI = false
    /// The chain that wallets are asked to work on. Setting another one ends what is open and loads the bridge anew.
    public var network: Network {
        didSet { if network != oldValue { networkChanged() } }
    }

    /// Whether an account is signed in.
    public var isSignedIn: Bool { currentAccount != nil }

    // MARK: Parts

    @ObservationIgnored let configuration: NEARWalletConfiguration
    @ObservationIgnored let table: RequestTable
    @ObservationIgnored let store: AccountStore?
    @ObservationIgnored private(set) var coordinator: BridgeCoordinator?
    @ObservationIgnored private(set) var rpc: NEARRPCClient?
    @ObservationIgnored private var keystoreService: KeystoreService?
    /// Asks the person, when a window shows the bridge.
    @ObservationIgnored weak var approver: (any Approver)?
    @ObservationIgnored private var waiting: [BridgeRequest] = []
    /// How many operations check a result that has arrived; they count as busy too.
    @ObservationIgnored private var verifying = 0
    @ObservationIgnored private var readyDeadline: Task<Void, Never>?

    var logger: Logger { configuration.logger }

    /// Light or dark, as the window around the bridge is. The page follows at once.
    @ObservationIgnored public var theme = Theme.light {
        didSet {
            guard theme != oldValue else { return }
            coordinator?.configure(JSONValue.object(["theme": .string(theme.rawValue)]).text)
        }
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
        network = configuration.network
        table = RequestTable(clock: configuration.clock)
        rpc = Self.makeClient(for: configuration.network)
        var folders: ProfileFolders?
        do {
            folders = try configuration.folders()
        } catch {
            unavailableReason = error.localizedDescription
        }
        store = folders.map { AccountStore(folder: $0.data) }
        table.onChange = { [weak self] in self?.updateBusy() }
        table.onAbandoned = { [weak self] id, error in self?.abandoned(id, error) }
        loadStoredAccount()
        if unavailableReason == nil { startBridge(folders) }
    }

    isolated deinit {
        readyDeadline?.cancel()
        table.onChange = nil
        table.onAbandoned = nil
        table.failAll(.managerReleased)
        coordinator?.closePopups()
    }

    private func startBridge(_ folders: ProfileFolders?) {
        do {
            try GTKToolkit.start()
        } catch {
            if case .bridgeUnavailable(let reason) = NEARError(error) { unavailableReason = reason }
            return
        }
        let storage = folders.map {
            WebContext.Storage.persistent(data: $0.data.appendingPathComponent("web"), cache: $0.cache)
        }
        let scheme = BridgeScheme(origin: configuration.origin, logger: logger) { [weak self] network, body in
            guard let self, network == self.network.rawValue else { return nil }
            return try await self.client().forward(body: body)
        }
        do {
            let coordinator = try BridgeCoordinator(
                context: WebContext(storage: storage ?? .ephemeral, sandbox: configuration.sandbox),
                origin: configuration.origin, scheme: scheme, logger: logger,
                makePage: { [weak self] in
                    guard let self else { throw NEARError.managerReleased }
                    return try self.makePage()
                })
            coordinator.events = { [weak self] in self?.handle($0) }
            self.coordinator = coordinator
            keystoreService = makeKeystoreService()
            awaitReady()
            coordinator.load()
        } catch {
            unavailableReason = "the packaged files can't be read: \(error)"
        }
    }

    private func networkChanged() {
        rpc = Self.makeClient(for: network)
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
        awaitReady()
        coordinator.load()
    }

    /// Ends everything: open operations throw ``NEARError/managerReleased``, popups close, later operations throw too.
    public func close() {
        unavailableReason = "the manager was closed"
        endAll(.managerReleased)
        readyDeadline?.cancel()
        coordinator?.events = nil
        coordinator = nil
        isBridgeReady = false
    }

    // MARK: Requests

    /// Opens a request and hands it to the page, now or when the page is ready.
    func start(_ kind: RequestKind, _ params: JSONValue, deadline: Duration? = nil) throws(NEARError) -> PendingRequest
    {
        if let unavailableReason { throw .bridgeUnavailable(reason: unavailableReason) }
        guard !(kind.isInteractive && isBusy) else { throw .operationInProgress }
        let limits = configuration.deadlines
        let pending = try table.open(
            kind, deadline: deadline ?? (kind.isInteractive ? limits.interactive : limits.read))
        if kind.isInteractive { lastError = nil }
        let request = BridgeRequest(id: pending.id, kind: kind, params: params)
        if isBridgeReady { send(request) } else { waiting.append(request) }
        return pending
    }

    /// Waits until the bridge page has announced itself. Operations do so by themselves; this is for a program that wants to know.
    ///
    /// - Throws: ``NEARError``: ``NEARError/webViewNotReady``, ``NEARError/bridgeUnavailable(reason:)`` and the others.
    public func ready() async throws {
        try await perform(.ready, .null, deadline: configuration.deadlines.ready) { _ in }
    }

    /// Sends a text to the bridge page and back.
    ///
    /// - Returns: The text as the page gave it back, equal to `text`.
    /// - Throws: ``NEARError``.
    public func echo(_ text: String) async throws -> String {
        try await perform(.echo, ["text": .string(text)]) { reply in
            guard case .echo(let value) = reply, let text = value["text"]?.stringValue else {
                throw Self.unexpected(reply)
            }
            return text
        }
    }

    /// Runs one operation: opens a request, waits for its reply, and checks what came.
    ///
    /// - Parameter check: Turns the reply into the result. The manager counts as busy until it returns.
    func perform<Value: Sendable>(
        _ kind: RequestKind, _ params: JSONValue, deadline: Duration? = nil,
        check: @MainActor (BridgeMessage.Reply) async throws -> Value
    ) async throws -> Value {
        guard !Task.isCancelled else { throw NEARError.taskCancelled }
        let pending = try start(kind, params, deadline: deadline)
        do {
            let reply = try await withTaskCancellationHandler {
                try await pending.reply()
            } onCancel: {
                Task { @MainActor [weak self] in self?.table.abandon(pending.id, .taskCancelled) }
            }
            return try await verify(kind) { try await check(reply) }
        } catch {
            throw note(error)
        }
    }

    /// Keeps the manager busy while a result is checked.
    func verify<Value>(_ kind: RequestKind, _ check: @MainActor () async throws -> Value) async throws -> Value {
        guard kind.isInteractive else { return try await check() }
        verifying += 1
        updateBusy()
        defer {
            verifying -= 1
            updateBusy()
        }
        showWalletUI = false
        coordinator?.closePopups()
        return try await check()
    }

    /// Ends the open interactive operation as a person's Cancel button does.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func cancelPendingOperation() -> Bool {
        guard let open = table.interactive else { return false }
        return table.abandon(open.id, .userCancelled)
    }

    /// Closes every popup. Wallets hear of it as if the person had closed them.
    public func closePopups() {
        coordinator?.closePopups()
    }

    /// Ends the open interactive operation because its sheet or window was closed, as near-connect-ios does.
    public func cleanUpOnDismiss() {
        closePopups()
        cancelPendingOperation()
        showWalletUI = false
    }

    /// Remembers an error for ``lastError`` and gives it on as a ``NEARError``.
    func note(_ error: any Error) -> NEARError {
        let known = (error as? NEARError) ?? (error is CancellationError ? .taskCancelled : .walletError("\(error)"))
        switch known {
        case .userCancelled, .taskCancelled, .operationInProgress: break
        default: lastError = known.errorDescription
        }
        return known
    }

    private func send(_ request: BridgeRequest) {
        guard request.kind != .ready else {
            table.settle(request.id, .success(.ready))
            return
        }
        coordinator?.perform(request.text) { [weak self] reason in
            self?.table.settle(request.id, .failure(.bridgeUnavailable(reason: reason)))
        }
    }

    private func abandoned(_ id: RequestID, _ error: NEARError) {
        waiting.removeAll { $0.id == id }
        coordinator?.cancel(id, reason: error.code)
        coordinator?.closePopups()
        approver?.dismiss()
        showWalletUI = false
    }

    private func endAll(_ error: NEARError) {
        waiting = []
        table.failAll(error)
        coordinator?.closePopups()
        approver?.dismiss()
        showWalletUI = false
    }

    private func updateBusy() {
        let now = table.isBusy || verifying > 0
        if isBusy != now { isBusy = now }
    }

    // MARK: The page

    private func awaitReady() {
        readyDeadline?.cancel()
        let (clock, limit) = (configuration.clock, configuration.deadlines.ready)
        readyDeadline = Task { [weak self] in
            do {
                try await clock.sleep(for: limit)
            } catch {
                return  // The page was ready first, or is loaded anew.
            }
            self?.endAll(.webViewNotReady)
        }
    }

    private func handle(_ event: BridgeCoordinator.Event) {
        switch event {
        case .ready(let connector):
            readyDeadline?.cancel()
            logger.info("bridge ready", metadata: ["connector": "\(connector)"])
            isBridgeReady = true
            let requests = waiting
            waiting = []
            for request in requests { send(request) }
        case .message(let message):
            handle(message)
        case .lost(let error):
            isBridgeReady = false
            endAll(error)
            awaitReady()
        case .cancelled:
            cancelPendingOperation()
        case .unavailable(let reason):
            unavailableReason = reason
            lastError = NEARError.bridgeUnavailable(reason: reason).errorDescription
            endAll(.bridgeUnavailable(reason: reason))
        }
    }

    private func handle(_ message: BridgeMessage) {
        switch message {
        case .ready: break  // The coordinator keeps it.
        case .reply(let id, let reply): settle(id, .success(reply))
        case .failure(let id, let error): settle(id, .failure(error))
        case .pageFailure(let text):
            lastError = text
            endAll(.bridgeUnavailable(reason: text))
        case .walletUI(let visible): showWalletUI = visible
        case .walletsChanged: break
        case .log(let level, let text):
            logger.log(level: Logger.Level(rawValue: level) ?? .info, "bridge: \(text)")
        case .hostCall(let call): answer(call)
        }
    }

    private func settle(_ id: RequestID, _ outcome: RequestTable.Outcome) {
        if !table.settle(id, outcome) {
            logger.notice("a late or second reply was dropped", metadata: ["id": "\(id)"])
        }
    }

    private func answer(_ call: BridgeMessage.HostCall) {
        guard call.service == KeystoreService.name, call.walletId == KeystoreService.walletId, let keystoreService
        else {
            logger.warning("a wallet asked for a service that it may not use", metadata: ["service": "\(call.service)"])
            coordinator?.settleHostCall(
                HostReply.failure(call.callId, code: "walletRejected", message: "There is no such service."))
            return
        }
        Task { [weak self] in
            let reply: String
            do throws(KeystoreService.Refusal) {
                reply = HostReply.success(call.callId, try await keystoreService.answer(call.method, call.params))
            } catch {
                reply = HostReply.failure(call.callId, code: error.code, message: error.message)
            }
            self?.coordinator?.settleHostCall(reply)
        }
    }
}
