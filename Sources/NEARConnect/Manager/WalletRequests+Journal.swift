// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// Requests that may move something on chain.
extension WalletRequests {
    /// Runs a request as ``perform(_:_:deadline:check:)`` does, and writes its beginning and end to the journal.
    ///
    /// The beginning is on disk before the wallet is asked.
    ///
    /// When the journal can't be written the wallet isn't asked: after a crash nobody could say any more whether
    /// something was sent.
    ///
    /// - Parameters:
    ///   - kind: The kind of the request.
    ///   - params: Its parameters, for the page.
    ///   - requests: The transactions or delegate actions in it.
    ///   - key: The name that a job gave it; ``NEARError/operationInProgress`` where the journal has a request of it
    ///     that may be executed.
    ///   - check: Turns the reply into the result, and has the recorder note what it finds.
    func performRecorded<Value: Sendable>(
        _ kind: RequestKind, _ params: JSONValue, for requests: [TransactionRequest], key: IdempotencyKey? = nil,
        check: @escaping @MainActor (BridgeMessage.Reply, JournalRecorder) async throws(NEARError) -> Value
    ) async throws(NEARError) -> Value {
        guard !Task.isCancelled else { throw .taskCancelled }
        let signer = try account.signer()
        let walletId = account.account?.walletId ?? ""
        let isKeystore = walletId == KeystoreService.walletId
        let pending = try open(kind, of: walletId)
        let recorder = journal.recorder(
            of: pending.id, kind: kind, requests: requests, signer: signer, walletId: walletId, asker: asker,
            idempotencyKey: key)
        pending.operation?.record(by: recorder)
        let result: Result<Value, NEARError>
        do {
            let value = try await ending(pending) {
                let keys = isKeystore && kind != .signDelegateActions ? nil : await self.journal.keys(of: signer)
                do throws(NEARError) {
                    if self.table.kind(of: pending.id) == nil {
                        // It was given up meanwhile.
                    } else if key == nil {
                        try await recorder.begin(keys: keys)
                    } else if try await !recorder.beginOnce(keys: keys) {
                        throw .operationInProgress
                    }
                } catch {
                    self.table.settle(pending.id, .failure(error))
                }
                // Whoever gave the request up in the meantime finds that the wallet was not asked.
                guard self.table.kind(of: pending.id) != nil else { return }
                recorder.handOver()
                self.handOver(pending, params)
            } check: { (reply) throws(NEARError) in
                try await check(reply, recorder)
            }
            result = .success(value)
        } catch {
            result = .failure(noted(error))
        }
        var failure: NEARError?
        if case .failure(let error) = result { failure = error }
        if await recorder.end(failure, wasAnswered: pending.wasAnswered, isKeystore: isKeystore) {
            journal.reconcileInBackground()
        }
        endedRecords.append(recorder.id, failure: failure?.toldText)
        return try result.get()
    }

    /// Runs a sign-in that adds a function-call key, and writes the end of what it signed to the journal.
    ///
    /// - Parameters:
    ///   - params: Its parameters, for the page.
    ///   - key: The key.
    ///   - check: Turns the reply into the result.
    func performSignIn<Value: Sendable>(
        _ params: JSONValue, adding key: FunctionCallKeyRequest,
        check: @escaping @MainActor (BridgeMessage.Reply) async throws(NEARError) -> Value
    ) async throws(NEARError) -> Value {
        guard !Task.isCancelled else { throw .taskCancelled }
        let pending = try open(.signIn, of: params["walletId"]?.stringValue)
        pending.operation?.functionCallKey = key
        handOver(pending, params)
        let result: Result<Value, NEARError>
        do {
            result = .success(try await ending(pending, check: check))
        } catch {
            result = .failure(noted(error))
        }
        guard let recorder = pending.operation?.recorder else { return try result.get() }
        let ending: NEARError
        var failure: NEARError?
        switch result {
        // The reply names an account and no outcome, so the chain is asked what became of the transaction.
        case .success: ending = .transactionUnknown(hash: recorder.signatures[0]?.hash)
        case .failure(let error): (ending, failure) = (error, error)
        }
        if await recorder.end(ending, wasAnswered: pending.wasAnswered, isKeystore: true) {
            journal.reconcileInBackground()
        }
        endedRecords.append(recorder.id, failure: failure?.toldText)
        return try result.get()
    }

    /// Begins the journal's entry for what a sign-in with the keystore moves on chain.
    ///
    /// When this returns, the entry is on disk.
    func beginRecord(
        of transactions: [TransactionRequest], by signer: AccountId, for id: RequestID
    ) async throws(NEARError) {
        guard let pending = table.pending(id) else { throw .userCancelled }
        let recorder = journal.recorder(
            of: id, kind: pending.kind, requests: transactions, signer: signer, walletId: KeystoreService.walletId,
            asker: pending.asker ?? asker)
        pending.operation?.record(by: recorder)
        try await recorder.begin(keys: nil)
        guard table.kind(of: id) != nil else {
            // The request ended while the entry was on its way to the disk.
            _ = await recorder.end(.userCancelled, wasAnswered: false, isKeystore: true)
            throw .userCancelled
        }
        recorder.handOver()
    }

    /// Returns true if these are the transactions or delegate actions that the program asked for with a request.
    func isAskedFor(_ transactions: [TransactionRequest], in id: RequestID) -> Bool {
        table.pending(id)?.operation?.recorder?.isFor(transactions) ?? false
    }

    /// Writes down the keystore's signatures for a request, and lets them out only while the request is open.
    func noteSigned(_ signatures: [JournalSignature], for id: RequestID) async throws(NEARError) {
        let recorder = table.pending(id)?.operation?.recorder
        try await recorder?.sign(signatures)
        guard table.kind(of: id) != nil else { throw .userCancelled }
        recorder?.give()
        for hash in signatures.compactMap(\.hash) { table.noteSigned(hash, for: id) }
    }
}
