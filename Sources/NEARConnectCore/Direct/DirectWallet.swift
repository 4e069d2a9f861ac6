// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
package import NEARRPC
internal import SafeText

/// Signs with the keystore and sends to the nodes, without a page: the wallet of commands.
///
/// What is signed is checked, approved, recorded and verified as for the packaged wallet's page: the same service does
/// it, and the journal has the same entries. One request is open at a time.
@MainActor
package final class DirectWallet {
    private let host: DirectHost
    private let service: KeystoreService
    private let verifier: WalletAnswerVerifier
    /// The account that signs.
    package var account: AccountId { host.account }
    private var nodes: NetworkNodes { host.keystoreNodes.nodes }

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
    package init(
        nodes: KeystoreNodes, keystore: Keystore, account: AccountId, asker: Asker, approval: ApprovalPolicy,
        approver: (any Approver)?, journal: JournalFile?, logger: Logger, clock: any Clock<Duration> = ContinuousClock()
    ) {
        host = DirectHost(
            nodes, account: account, asker: asker, approval: approval, approver: approver,
            journal: RequestJournal(file: journal, nodes: nodes.nodes, logger: logger))
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
    /// - Returns: How far it is and what came of it, and its hash. One that failed on the chain is a result, too.
    /// - Throws: ``DirectSigningError`` and ``NEARError`` when nothing was sent, `RPCError` when the node refused it or
    ///   its outcome isn't known.
    package func signAndSend(
        _ request: TransactionRequest, waitUntil stage: TxExecutionStatus, deadline: Duration
    ) async throws -> (result: TransactionResult, hash: CryptoHash) {
        try await recorded(.signAndSendTransaction, request) { id, recorder in
            guard
                let signed = try await self.signed({ () throws(HostCallError) in
                    try await self.service.signTransactions([request], in: id)
                }).first
            else { throw NEARError.operationInProgress }
            let result = try await self.nodes.client().sendTransaction(signed, waitUntil: stage, deadline: deadline)
            guard result.outcome != nil else {
                return ((result, signed.hash), .transactionUnknown(hash: signed.hash))
            }
            do throws(NEARError) {
                _ = try await recorder.outcome(result.json, ofPart: 0, verifiedBy: self.verifier)
                return ((result, signed.hash), nil)
            } catch .transactionFailed(let outcome) {
                return ((result, signed.hash), .transactionFailed(outcome: outcome))
            }
        }
    }

    /// Signs a delegate action (NEP-366), which a relayer sends and pays for.
    ///
    /// - Throws: ``DirectSigningError``, ``NEARError``.
    package func signDelegateAction(_ request: TransactionRequest) async throws -> SignedDelegateAction {
        try await recorded(.signDelegateActions, request) { id, recorder in
            let texts = try await self.signed { () throws(HostCallError) in
                try await self.service.signDelegateActions([request], in: id)
            }.map(\.base64)
            let signed = try await recorder.delegateActions(texts, verifiedBy: self.verifier)
            guard let action = signed.first else { throw NEARError.transactionUnknown(hash: nil) }
            return (action, nil)
        }
    }

    /// Signs a NEP-413 message.
    ///
    /// - Throws: ``DirectSigningError``, ``NEARError``.
    package func signMessage(_ payload: NEP413Payload) async throws -> SignedMessage {
        let id = try host.begin(.signMessage)
        defer { host.end() }
        let answer = try await signed { () throws(HostCallError) in try await service.signMessage(payload, in: id) }
        return try await verifier.message(answer, for: payload, of: host.account)
    }

    // MARK: Requests

    /// Runs a request that may move something on chain, and writes its beginning and its end to the journal.
    ///
    /// - Parameters:
    ///   - kind: The kind of the request.
    ///   - request: The receiver and the actions.
    ///   - body: Has it signed, and uses that; returns also the error that the journal gets.
    private func recorded<Value>(
        _ kind: RequestKind, _ request: TransactionRequest,
        body: (RequestID, JournalRecorder) async throws -> (Value, NEARError?)
    ) async throws -> Value {
        let id = try host.begin(kind)
        defer { host.end() }
        let recorder = host.recorder(of: id, kind: kind, requests: [request])
        try await recorder.begin(keys: nil)
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
    private func signed<Value>(_ sign: () async throws(HostCallError) -> Value) async throws -> Value {
        do throws(HostCallError) {
            return try await sign()
        } catch {
            if let failure = host.failure { throw failure }
            switch error.code {
            case HostCallError.cancelled.code: throw NEARError.userCancelled
            case HostCallError.unavailable("").code: throw DirectSigningError.unavailable(reason: error.message)
            default: throw DirectSigningError.refusedByKeystore(reason: error.message)
            }
        }
    }

    /// Returns what the journal says of an error.
    private static func reason(_ error: any Error) -> NEARError {
        switch error {
        case let error as NEARError: error
        case RPCError.transactionUnknown(let hash): .transactionUnknown(hash: hash)
        case is DirectSigningError: .userCancelled
        default: .rpcError((error as? RPCError)?.code ?? "failed")
        }
    }
}
