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
    /// The asker's name, as the program's configuration has it, for the user.
    package var appName: String? {
        get { host.appName }
        set { host.appName = newValue }
    }
    /// The time for all but sending; `nil` for as long as each step's own deadline allows.
    private let limit: TimeLimit?
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
    ///   - limit: The time for what comes before sending; `nil` for as long as each step's own deadline allows.
    ///   - clock: Measures deadlines.
    ///   - isWanted: Returns false as soon as nothing may be signed for the asker any more, whatever was approved.
    package init(
        nodes: KeystoreNodes, keystore: Keystore, account: AccountId, asker: Asker, approval: ApprovalPolicy,
        approver: (any Approver)?, journal: JournalFile?, logger: Logger, limit: TimeLimit? = nil,
        clock: any Clock<Duration> = ContinuousClock(), isWanted: @escaping @MainActor () -> Bool = { true }
    ) {
        (self.account, self.limit) = (account, limit)
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
    ///   - deadline: How long sending may take as a whole; less where the wallet's own limit leaves less.
    ///   - key: The name of the request; the caller has looked for an ``earlier(_:_:)`` one.
    /// - Returns: How far it is and what came of it, and its hash. One that failed on the chain is a result, too.
    /// - Throws: ``DirectSigningError`` and ``NEARError`` when nothing was sent, `RPCError` when a node refused it;
    ///   ``NEARError/transactionUnknown(hash:)`` or `RPCError.transactionUnknown` when its outcome isn't known.
    package func signAndSend(
        _ request: TransactionRequest, waitUntil stage: TxExecutionStatus, deadline: Duration,
        key: IdempotencyKey? = nil
    ) async throws -> (result: TransactionResult, hash: CryptoHash) {
        try await checkDelegateActions(in: request)
        return try await recorded(.signAndSendTransaction, [request], key: key) { id, recorder in
            guard
                let signed = try await self.signed({ () throws(HostCallError) in
                    try await self.service.signTransactions([request], in: id)
                }).first
            else { throw NEARError.operationInProgress }
            let (result, failure) = try await TransactionSending(self.nodes, verifiedBy: self.verifier).send(
                signed, waitUntil: stage, deadline: min(deadline, self.limit?.sendingTime ?? deadline),
                recordedBy: recorder)
            return ((result, signed.hash), failure)
        }
    }

    /// Returns how far a transaction of the account is, and what came of it.
    ///
    /// - Throws: `RPCError`, ``NEARError``.
    package func outcome(
        of hash: CryptoHash, waitUntil stage: TxExecutionStatus
    ) async throws -> TransactionResult {
        try await timed { [nodes, account] in
            try await nodes.client().transaction(hash, signerId: account, waitUntil: stage)
        }
    }

    /// Signs a delegate action (NEP-366), which a relayer sends and pays for.
    ///
    /// - Throws: ``DirectSigningError``, ``NEARError``.
    package func signDelegateAction(_ request: TransactionRequest) async throws -> SignedDelegateAction {
        let actions = try await timed { try await self.signDelegateActions([request]) }
        guard let action = actions.first else { throw NEARError.transactionUnknown(hash: nil) }
        return action
    }

    /// Signs a NEP-413 message.
    ///
    /// - Throws: ``DirectSigningError``, ``NEARError``.
    package func signMessage(_ payload: NEP413Payload) async throws -> SignedMessage {
        let id = try host.begin(.signMessage)
        defer { host.end() }
        return try await timed {
            let answer = try await self.signed { () throws(HostCallError) in
                try await self.service.signMessage(payload, in: id)
            }
            return try await self.verifier.message(answer, for: payload, of: self.account)
        }
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
        try await timed { [host, account] in try await host.journal.earlier(key, request, by: account) }
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
        // The record names the chain, by which later requests know the receivers.
        try await timed { [nodes] in _ = await nodes.identity.resolve() }
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
    func signed<Value: Sendable>(
        _ sign: @escaping @MainActor () async throws(HostCallError) -> Value
    ) async throws -> Value {
        try await timed {
            do throws(HostCallError) {
                return try await sign()
            } catch {
                throw self.reason(error)
            }
        }
    }

    /// Runs something that sends nothing, in the time that the wallet has.
    func timed<Value: Sendable>(_ work: @escaping @MainActor () async throws -> Value) async throws -> Value {
        guard let limit else { return try await work() }
        return try await limit.run(work)
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
