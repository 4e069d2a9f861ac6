// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import Observation
internal import SafeText

/// Opens the requests of one manager, hands them to the page, waits for replies, has them checked, and ends them.
///
/// Every request ends exactly once: the ``table`` sees to that. What moves something on chain goes through the journal.
@MainActor
@Observable
final class WalletRequests {
    // MARK: Observable state

    /// True while an interactive operation is open, or its reply is being checked.
    private(set) var isBusy = false
    /// The requests whose end stands in the journal.
    var endedRecords = EndedRecords()
    /// The text that says what is waited for, for a label; `nil` for nothing.
    private(set) var waitingText: String?

    /// The reason why the keystore's last operation was refused; `nil` where only the wallet knows it.
    @ObservationIgnored var refusal: KeystoreRefusal?

    /// True while a relayed action's approval is asked for, which belongs to none of these.
    @ObservationIgnored var isAskedBesides = false

    // MARK: Parts

    /// Shows what becomes of requests.
    @ObservationIgnored weak var delegate: (any WalletRequestsDelegate)?
    @ObservationIgnored let table: RequestTable
    @ObservationIgnored let configuration: NEARWalletConfiguration
    @ObservationIgnored let bridge: BridgeConnection
    @ObservationIgnored let account: AccountSession
    @ObservationIgnored let journal: RequestJournal
    /// The desk that has requests for phone wallets; `nil` where there are none.
    @ObservationIgnored let phone: PhoneWalletDesk?
    @ObservationIgnored private let nodes: NetworkNodes
    @ObservationIgnored private let links: ReturnLinkIntake

    var logger: Logger { configuration.logger }

    /// The one for whom the running task asks; `nil` for the program.
    @TaskLocal private static var taskAsker: Asker?

    /// Runs `work`, whose requests are another one's than the program's.
    func asking<Value: Sendable>(
        as asker: Asker, _ work: @MainActor () async throws(NEARError) -> Value
    ) async throws(NEARError) -> Value {
        let result: Result<Value, NEARError> = await Self.$taskAsker.withValue(asker) {
            do throws(NEARError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The one whose requests these are.
    var asker: Asker {
        Self.taskAsker ?? configuration.asker ?? .program(origin: ExactText(configuration.origin.origin))
    }

    /// - Parameters:
    ///   - configuration: The deadlines, and the clock that measures them.
    ///   - bridge: The page.
    ///   - nodes: The nodes of the network that is set.
    ///   - account: The account that signs.
    ///   - journal: The journal of what may move something on chain.
    ///   - links: The links by which wallets come back.
    ///   - phone: The desk that takes requests for phone wallets.
    init(
        configuration: NEARWalletConfiguration, bridge: BridgeConnection, nodes: NetworkNodes, account: AccountSession,
        journal: RequestJournal, links: ReturnLinkIntake, phone: PhoneWalletDesk?
    ) {
        self.configuration = configuration
        self.bridge = bridge
        self.nodes = nodes
        self.account = account
        self.journal = journal
        self.links = links
        self.phone = phone
        table = RequestTable(clock: configuration.clock)
        table.delegate = self
    }

    // MARK: Running

    /// Runs one request: opens it, waits for its reply, and checks what came.
    ///
    /// - Parameters:
    ///   - kind: The kind of the request.
    ///   - params: Its parameters, for the page.
    ///   - message: The message that is to be signed; `nil` for other requests.
    ///   - deadline: The time that the answer may take; the configuration's for this kind when `nil`.
    ///   - check: Turns the reply into the result. An interactive request counts as busy until it returns.
    func perform<Value: Sendable>(
        _ kind: RequestKind, _ params: JSONValue, signing message: NEP413Payload? = nil, deadline: Duration? = nil,
        check: @escaping @MainActor (BridgeMessage.Reply) async throws(NEARError) -> Value
    ) async throws(NEARError) -> Value {
        guard !Task.isCancelled else { throw .taskCancelled }
        let pending = try open(kind, of: params["walletId"]?.stringValue, deadline: deadline)
        pending.operation?.message = message
        handOver(pending, params)
        do {
            return try await ending(pending, check: check)
        } catch {
            throw noted(error)
        }
    }

    /// Opens a request and hands it to the page, now or when the page is ready.
    func start(
        _ kind: RequestKind, _ params: JSONValue, deadline: Duration? = nil
    ) throws(NEARError) -> PendingRequest {
        let pending = try open(kind, of: params["walletId"]?.stringValue, deadline: deadline)
        handOver(pending, params)
        return pending
    }

    /// Opens a request that the page doesn't know of yet.
    ///
    /// - Parameters:
    ///   - kind: The kind of the request.
    ///   - walletId: The wallet that it names; a phone's needs no page.
    ///   - deadline: The time that the answer may take; the configuration's for this kind when `nil`.
    func open(
        _ kind: RequestKind, of walletId: String? = nil, deadline: Duration? = nil
    ) throws(NEARError) -> PendingRequest {
        if let reason = bridge.unavailableReason, phone?.has(walletId) != true {
            throw .bridgeUnavailable(reason: reason)
        }
        if kind.isInteractive, isAskedBesides { throw .operationInProgress }
        // Signing out stays possible wherever the nodes belong.
        if kind.isInteractive, kind != .signOut {
            if case .conflicting(let conflict) = nodes.chain { throw .wrongChain(conflict) }
            nodes.identity.begin()
        }
        let limits = configuration.deadlines
        let pending = try table.open(
            kind, deadline: deadline ?? (kind.isInteractive ? limits.interactive : limits.read))
        pending.asker = asker
        if kind.isInteractive {
            refusal = nil
            links.operationStarted()
            delegate?.operationStarted()
        }
        return pending
    }

    /// Hands an open request to the page, now or when the page is ready.
    func handOver(_ pending: PendingRequest, _ params: JSONValue) {
        var request = BridgeRequest(id: pending.id, kind: pending.kind, params: params)
        if let operation = pending.operation {
            operation.begin(request)
            showWaiting()
            if let walletId = operation.walletId, phone?.has(walletId) == true {
                return handOver(pending, toPhone: walletId)
            }
            request.returnURL = links.issue(for: pending.id, network: nodes.network.rawValue)
        }
        bridge.handOver(request)
    }

    /// Waits for an open request's reply and checks it.
    ///
    /// - Parameters:
    ///   - pending: The request.
    ///   - begin: Runs before the wait. It hands the request over, unless that was done before.
    ///   - check: Turns the reply into the result.
    func ending<Value: Sendable>(
        _ pending: PendingRequest, begin: @MainActor () async -> Void = {},
        check: @escaping @MainActor (BridgeMessage.Reply) async throws(NEARError) -> Value
    ) async throws(NEARError) -> Value {
        let outcome = await withTaskCancellationHandler {
            await begin()
            return await pending.outcome()
        } onCancel: {
            Task { @MainActor [weak self] in self?.table.abandon(pending.id, .taskCancelled) }
        }
        let reply = try outcome.get()
        // A check that nobody can cancel needs no task of its own.
        guard pending.kind.isInteractive else { return try await check(reply) }
        return try await verify(pending) { () throws(NEARError) in try await check(reply) }
    }

    /// Checks the reply of an interactive request, which keeps the manager busy until this has ended.
    ///
    /// A user who cancels the operation, or a task that is cancelled, ends the check.
    func verify<Value: Sendable>(
        _ request: PendingRequest, _ check: @escaping @MainActor () async throws(NEARError) -> Value
    ) async throws(NEARError) -> Value {
        let task = Task { () -> Result<Value, NEARError> in
            do throws(NEARError) {
                return .success(try await check())
            } catch {
                return .failure(error)
            }
        }
        defer { table.finishChecking(request.id) }
        table.onGivingUp(request.id) { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        if case .failure(.taskCancelled) = result {
            throw request.ending(with: table.reasonForGivingUp(request.id) ?? .taskCancelled)
        }
        return try result.get()
    }

    // MARK: Ending

    /// Ends the open interactive operation as a user's Cancel button does, or the check of its reply.
    ///
    /// - Returns: True if there was one.
    @discardableResult
    func cancelOperation() -> Bool {
        guard let open = table.interactive else { return table.giveUpChecking(.userCancelled) }
        return table.abandon(open.id, .userCancelled)
    }

    /// Ends a request with what the page said of it.
    func settle(_ id: RequestID, _ outcome: RequestTable.Outcome) {
        if case .failure = outcome, table.pending(id)?.operation?.hasWindowSpoken == true {
            // Not the wallet's word on what was asked: its window may have done that.
        } else {
            table.noteAnswer(to: id)
        }
        let isInteractive = table.kind(of: id)?.isInteractive == true
        guard table.settle(id, outcome) else {
            logger.notice("a late or second reply was dropped", metadata: ["id": "\(id)"])
            return
        }
        if isInteractive { putWalletAway() }
    }

    /// Ends every open request that the page had: it is gone.
    func endAll(_ error: NEARError) {
        table.failAll(error, except: phone?.openRequests ?? [])
        if table.interactive == nil { putWalletAway() }
    }

    /// Ends everything, checks of replies too, because the manager ends.
    func close() {
        endPhone(.managerReleased)
        endAll(.managerReleased)
        table.giveUpChecking(.managerReleased)
    }

    /// Ends the open requests of a manager that is gone.
    ///
    /// Nobody is told but who waits for them.
    func release() {
        table.delegate = nil
        table.failAll(.managerReleased)
    }

    /// Takes popups, dialogs and the wallet's page away: nobody waits for them any more.
    private func putWalletAway() {
        bridge.coordinator?.closePopups()
        delegate?.walletPutAway()
    }

    /// Says more of an error, where more is known, and reports it.
    func noted(_ error: NEARError) -> NEARError {
        var known = error
        // The page knows only that there is no such wallet, and not why.
        if known.code == NEARError.notSignedIn.code, let account = account.account,
            let reason = bridge.wallets.reasonAgainst(account.walletId)
        {
            known = .walletError(reason)
        }
        delegate?.requestFailed(known)
        return known
    }

    /// Says what is waited for, in each window of a wallet and in ``waitingText``.
    func showWaiting() {
        let text: String? =
            if !isBusy {
                nil
            } else if table.isChecking {
                localized("Checking the wallet’s answer with the chain…")
            } else if let name = actingWalletName {
                localized("Waiting for %1$s…", DisplayText.line(name))
            } else {
                localized("Waiting for the wallet…")
            }
        if waitingText != text { waitingText = text }
        bridge.coordinator?.popupSet.show(waiting: text)
    }
}

extension WalletRequests: RequestTableDelegate {
    func tableChanged() {
        if table.count > 0 { bridge.coordinator?.watch() }
        let changes = isBusy != table.isBusy
        if changes { isBusy = table.isBusy }
        if changes || table.isChecking { showWaiting() }
    }

    func requestAbandoned(_ id: RequestID, _ error: NEARError) {
        if phone?.isOpen(id) == true { phone?.cancel(id) } else { bridge.cancel(id, reason: error.code) }
        putWalletAway()
    }
}
