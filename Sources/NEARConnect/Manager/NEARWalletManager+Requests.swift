// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives

/// Opening requests, waiting for them, and ending them.
extension NEARWalletManager {
    /// Opens a request and hands it to the page, now or when the page is ready.
    func start(
        _ kind: RequestKind, _ params: JSONValue, deadline: Duration? = nil
    ) throws(NEARError) -> PendingRequest {
        let pending = try open(kind, deadline: deadline)
        handOver(BridgeRequest(id: pending.id, kind: kind, params: params))
        return pending
    }

    /// Opens a request that the page doesn't know of yet.
    func open(_ kind: RequestKind, deadline: Duration? = nil) throws(NEARError) -> PendingRequest {
        if let unavailableReason { throw .bridgeUnavailable(reason: unavailableReason) }
        // Signing out stays possible wherever the nodes belong.
        if kind.isInteractive, kind != .signOut {
            if case .conflicting(let conflict) = nodes.chain { throw .wrongChain(conflict) }
            nodes.identity.begin()
        }
        let limits = configuration.deadlines
        let pending = try table.open(
            kind, deadline: deadline ?? (kind.isInteractive ? limits.interactive : limits.read))
        if kind.isInteractive {
            lastError = nil
            hasShownRefusedLink = false
        }
        return pending
    }

    /// Hands an open request to the page, now or when the page is ready.
    func handOver(_ request: BridgeRequest) {
        let request = withReturn(request)
        if [.signIn, .signInAndSignMessage].contains(request.kind) {
            choice = (request.id, request.params["walletId"]?.stringValue)
        }
        if isBridgeReady { send(request) } else { waiting.append(request) }
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
                throw reply.unexpected
            }
            return text
        }
    }

    /// Runs one operation: opens a request, waits for its reply, and checks what came.
    ///
    /// - Parameter check: Turns the reply into the result. The manager counts as busy until it returns.
    func perform<Value: Sendable>(
        _ kind: RequestKind, _ params: JSONValue, deadline: Duration? = nil,
        check: @escaping @MainActor (BridgeMessage.Reply) async throws -> Value
    ) async throws -> Value {
        guard !Task.isCancelled else { throw NEARError.taskCancelled }
        let pending = try start(kind, params, deadline: deadline)
        do {
            return try await ending(pending, check: check)
        } catch {
            throw note(error)
        }
    }

    /// Waits for an open request's reply and checks it.
    ///
    /// - Parameter begin: What comes before the wait. It hands the request over, unless that was done before.
    func ending<Value: Sendable>(
        _ pending: PendingRequest, begin: @MainActor () async -> Void = {},
        check: @escaping @MainActor (BridgeMessage.Reply) async throws -> Value
    ) async throws -> Value {
        let reply = try await withTaskCancellationHandler {
            await begin()
            return try await pending.reply()
        } onCancel: {
            Task { @MainActor [weak self] in self?.table.abandon(pending.id, .taskCancelled) }
        }
        return try await verify(pending) { try await check(reply) }
    }

    /// Checks a result. An interactive request that was answered keeps the manager busy until this has ended; a person who cancels it, or
    /// a task that is cancelled, ends the check.
    func verify<Value: Sendable>(
        _ request: PendingRequest, _ check: @escaping @MainActor () async throws -> Value
    ) async throws -> Value {
        // What nobody can cancel needs no task of its own.
        guard request.kind.isInteractive else { return try await check() }
        let task = Task { try await check() }
        defer { table.finishChecking(request.id) }
        table.onGivingUp(request.id) { task.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch NEARError.taskCancelled {
            throw table.reasonForGivingUp(request.id) ?? NEARError.taskCancelled
        }
    }

    /// Ends the open interactive operation as a person's Cancel button does. A result that is still being checked against the chain is given
    /// up too: the operation then throws ``NEARError/userCancelled``, or for a transaction that was sent
    /// ``NEARError/transactionUnknown(hash:)``.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func cancelPendingOperation() -> Bool {
        guard let open = table.interactive else { return table.giveUpChecking(.userCancelled) }
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
        var known = (error as? NEARError) ?? (error is CancellationError ? .taskCancelled : .walletError("\(error)"))
        // The page knows only that there is no such wallet, and not why.
        if known.code == NEARError.notSignedIn.code, let account = currentAccount,
            let reason = walletLoader.reasonAgainst(account.walletId)
        {
            known = .walletError(reason)
        }
        switch known {
        case .userCancelled, .taskCancelled, .operationInProgress: break
        default: lastError = known.errorDescription
        }
        return known
    }

    func send(_ request: BridgeRequest) {
        guard request.kind != .ready else {
            table.settle(request.id, .success(.ready))
            return
        }
        coordinator?.perform(request.text) { [weak self] reason in
            // The page may have begun all the same: this is not the wallet's word.
            self?.table.abandon(request.id, .bridgeUnavailable(reason: reason))
        }
    }

    /// Ends a request with what the page said of it.
    func settle(_ id: RequestID, _ outcome: RequestTable.Outcome) {
        table.noteAnswer(to: id)
        let isInteractive = table.kind(of: id)?.isInteractive == true
        guard table.settle(id, outcome) else {
            logger.notice("a late or second reply was dropped", metadata: ["id": "\(id)"])
            return
        }
        if isInteractive { putWalletAway() }
    }

    func abandoned(_ id: RequestID, _ error: NEARError) {
        waiting.removeAll { $0.id == id }
        coordinator?.cancel(id, reason: error.code)
        putWalletAway()
    }

    func endAll(_ error: NEARError) {
        waiting = []
        table.failAll(error)
        putWalletAway()
    }

    /// Takes popups, dialogs and the wallet's UI away: nobody waits for them any more.
    private func putWalletAway() {
        closeGrace?.cancel()
        coordinator?.closePopups()
        (approver ?? widgetApprover)?.dismiss()
        showWalletUI = false
    }

    func updateBusy() {
        if table.count > 0 { coordinator?.watch() }
        let changes = isBusy != table.isBusy
        if changes { isBusy = table.isBusy }
        if changes || table.isChecking { showWaiting() }
    }
}
