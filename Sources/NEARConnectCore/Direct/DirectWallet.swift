// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
package import NEARRPC
internal import SafeText

/// Signs with the keystore and sends to the nodes, without a page: the wallet of commands.
///
/// Requests are checked, approved, recorded and verified as those of the packaged wallet's page: the same service does
/// it, and the journal has the same entries. One request is open at a time.
@MainActor
package final class DirectWallet {
    let host: DirectHost
    let service: KeystoreService
    let verifier: WalletAnswerVerifier
    /// The account that signs.
    package let account: AccountId
    var nodes: NetworkNodes { host.keystoreNodes.nodes }

    /// Prepares to sign; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - nodes: The chain, and the networks where the key must not be in use.
    ///   - keystore: The keys.
    ///   - account: The account that signs.
    ///   - asker: The one who asks, for policies, the user and the journal.
    ///   - approval: The policy that approves.
    ///   - approver: Asks the user where the policy is to ask.
    ///   - journal: The profile's journal; `nil` to record nothing on disk.
    ///   - logger: Says what could not be looked up.
    ///   - clock: Measures deadlines.
    ///   - isWanted: Returns false as soon as nothing may be signed for the asker any more, whatever was approved.
    package init(
        nodes: KeystoreNodes, keystore: Keystore, account: AccountId, asker: Asker, approval: ApprovalPolicy,
        approver: (any Approver)?, journal: JournalFile?, logger: Logger,
        clock: any Clock<Duration> = ContinuousClock(), isWanted: @escaping @MainActor () -> Bool = { true }
    ) {
        self.account = account
        host = DirectHost(
            nodes, account: account, asker: asker, approval: approval, approver: approver,
            journal: RequestJournal(file: journal, nodes: nodes.nodes, logger: logger), isWanted: isWanted)
        service = KeystoreService(keystore: keystore, host: host)
        verifier = WalletAnswerVerifier(
            nodes: nodes.nodes, readDeadline: .seconds(10), origin: .standard, clock: clock, logger: logger)
    }

    /// Signs a transaction and sends it, once.
    ///
    /// - Parameters:
    ///   - request: The receiver and the actions.
    ///   - stage: How far it has to be.
    ///   - deadline: How long sending may take as a whole.
    ///   - key: The name of the request; the caller has looked for an ``earlier(_:_:)`` one.
    /// - Returns: How far it is and what came of it, and its hash. One that failed on the chain is a result, too.
    /// - Throws: ``DirectSigningError`` and ``NEARError`` when nothing was sent, `RPCError` when the node refused it or
    ///   its outcome isn't known.
    package func signAndSend(
        _ request: TransactionRequest, waitUntil stage: TxExecutionStatus, deadline: Duration,
        key: IdempotencyKey? = nil
    ) async throws -> (result: TransactionResult, hash: CryptoHash) {
        try await recorded(.signAndSendTransaction, [request], key: key) { id, recorder in
            guard
                let signed = try await self.signed({ () throws(HostCallError) in
                    try await self.service.signTransactions([request], in: id)
                }).first
            else { throw NEARError.operationInProgress }
            let (result, failure) = try await TransactionSending(self.nodes, verifiedBy: self.verifier).send(
                signed, waitUntil: stage, deadline: deadline, recordedBy: recorder)
            return ((result, signed.hash), failure)
        }
    }

    /// Returns how far a transaction of the account is, and what came of it.
    ///
    /// - Throws: `RPCError`, ``NEARError``.
    package func outcome(
        of hash: CryptoHash, waitUntil stage: TxExecutionStatus
    ) async throws -> TransactionResult {
        try await nodes.client().transaction(hash, signerId: account, waitUntil: stage)
    }

    /// Signs a delegate action (NEP-366), which a relayer sends and pays for.
    ///
    /// - Throws: ``DirectSigningError``, ``NEARError``.
    package func signDelegateAction(_ request: TransactionRequest) async throws -> SignedDelegateAction {
        guard let action = try await signDelegateActions([request]).first else {
            throw NEARError.transactionUnknown(hash: nil)
        }
        return action
    }

    /// Signs a NEP-413 message.
    ///
    /// - Throws: ``DirectSigningError``, ``NEARError``.
    package func signMessage(_ payload: NEP413Payload) async throws -> SignedMessage {
        let id = try host.begin(.signMessage)
        defer { host.end() }
        let answer = try await signed { () throws(HostCallError) in try await service.signMessage(payload, in: id) }
        return try await verifier.message(answer, for: payload, of: account)
    }

    // MARK: Requests

    /// Returns an earlier request of the same key that was executed; `nil` where it is to be sent now.
    ///
    /// Where its end isn't known, the chain is asked.
    ///
    /// - Parameters:
    ///   - key: The name of the request.
    ///   - request: What it asks for; another request under this name is an error.
    /// - Throws: ``RepeatedRequestError``, ``NEARError``.
    package func earlier(_ key: IdempotencyKey, _ request: TransactionRequest) async throws -> JournalEntry? {
        guard var entry = try await host.journal.entry(of: key, signer: account) else { return nil }
        guard entry.parts.count == 1, let part = entry.parts.first, part.receiverId == request.receiverId,
            part.actions == request.actions.map(JournalAction.init)
        else {
            let summary = entry.parts.map { "\($0.receiverId): \($0.actions.map(\.summary).joined(separator: ", "))" }
            throw RepeatedRequestError.otherRequest(
                key: key.text.text, summary: DisplayText.line(summary.joined(separator: "; ")))
        }
        if !entry.state.isFinal {
            _ = try await host.journal.reconcile()
            guard let newer = try await host.journal.entry(of: key, signer: account) else { return nil }
            entry = newer
        }
        switch entry.state {
        case .confirmed, .failed: return entry
        case .open: throw RepeatedRequestError.inProgress(key: key.text.text)
        default:
            throw RepeatedRequestError.unsettled(
                key: key.text.text, hash: entry.parts.first?.hash, advice: entry.state.detail)
        }
    }

    /// Runs a request that may move something on chain, and writes its beginning and its end to the journal.
    ///
    /// - Parameters:
    ///   - kind: The kind of the request.
    ///   - requests: The receivers and the actions.
    ///   - key: The name that a job gave it.
    ///   - body: Has it signed, and uses that; returns also the error that the journal gets.
    func recorded<Value>(
        _ kind: RequestKind, _ requests: [TransactionRequest], key: IdempotencyKey? = nil,
        body: (RequestID, JournalRecorder) async throws -> (Value, NEARError?)
    ) async throws -> Value {
        let id = try host.begin(kind)
        defer { host.end() }
        let recorder = host.recorder(of: id, kind: kind, requests: requests, by: account, key: key)
        if let key {
            guard try await recorder.beginOnce() else {
                throw RepeatedRequestError.inProgress(key: key.text.text)
            }
        } else {
            try await recorder.begin(keys: nil)
        }
        recorder.handOver()
        do {
            let (value, failure) = try await body(id, recorder)
            _ = await recorder.end(failure, wasAnswered: false, isKeystore: true)
            return value
        } catch {
            _ = await recorder.end(Self.reason(error), wasAnswered: false, isKeystore: true)
            throw error
        }
    }

    /// Has the keystore sign, and returns its error as one of a command.
    func signed<Value>(_ sign: () async throws(HostCallError) -> Value) async throws -> Value {
        do throws(HostCallError) {
            return try await sign()
        } catch {
            throw reason(error)
        }
    }

    /// Returns the keystore's error as one of a command.
    func reason(_ error: HostCallError) -> any Error { host.reason(error) }

    /// Returns what the journal says of an error.
    static func reason(_ error: any Error) -> NEARError {
        switch error {
        case let error as NEARError: error
        case RPCError.transactionUnknown(let hash): .transactionUnknown(hash: hash)
        case is DirectSigningError, is RepeatedRequestError: .userCancelled
        default: .rpcError((error as? RPCError)?.code ?? "failed")
        }
    }
}
