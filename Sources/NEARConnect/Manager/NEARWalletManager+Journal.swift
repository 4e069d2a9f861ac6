// SPDX-License-Identifier: MIT

internal import Foundation
internal import Logging
public import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC

extension NEARWalletManager {
    /// How long a node may take to say what the signer's keys are, before a wallet is asked without that.
    static let keysPatience = Duration.milliseconds(600)

    /// What was handed to wallets in this profile and what became of it, on all networks, the newest first. A request that ended with
    /// ``NEARError/transactionUnknown(hash:)`` shows here how it went, once the chain has said.
    ///
    /// - Throws: ``NEARError/journal(reason:)`` when the journal is there and can't be read.
    public func history() async throws -> [JournalEntry] {
        let (entries, problems) = try await journal.contents()
        for problem in problems { logger.warning("\(problem)") }
        return entries
    }

    /// Asks the chain about every entry of the journal whose end isn't known, on the network that is set. The manager does so by itself when
    /// the bridge is ready, and after a request that may have sent something ended without saying so. It only reads from the chain: nothing
    /// is ever sent again.
    ///
    /// - Returns: The entries that were looked at, as they are now.
    /// - Throws: ``NEARError/rpcError(_:)`` when no node answers, ``NEARError/journal(reason:)``, ``NEARError/wrongChain(_:)``.
    @discardableResult
    public func reconcile() async throws -> [JournalEntry] {
        // Another chain's word would settle entries for good.
        try await nodes.identity.confirmed()
        return try await journal.reconcile(network: network.rawValue, client: client())
    }

    /// Does ``reconcile()`` when there is anything to do. Nobody waits for it.
    func reconcileInBackground() {
        guard let client = nodes.availableClient else { return }
        let (journal, network, logger, previous) = (journal, network.rawValue, logger, reconciliation)
        let identity = nodes.identity
        reconciliation = Task(priority: .utility) {
            await previous?.value
            do {
                guard !Task.isCancelled, try await journal.hasUnsettled(network: network) else { return }
                try await identity.confirmed()
                _ = try await journal.reconcile(network: network, client: client)
            } catch {
                let code = (error as? NEARError)?.code ?? "cancelled"
                logger.notice("the journal was not reconciled", metadata: ["code": "\(code)"])
            }
        }
    }

    /// Runs an operation that may move something on chain: ``perform(_:_:deadline:check:)``, with the journal written before the wallet is
    /// asked, and its end afterwards. When the journal can't be written the wallet isn't asked: after a crash nobody could say any more
    /// whether something was sent.
    func performRecorded<Value: Sendable>(
        _ kind: RequestKind, _ params: JSONValue, _ requests: [TransactionRequest],
        check: @escaping @MainActor (BridgeMessage.Reply, JournalRecorder) async throws -> Value
    ) async throws -> Value {
        guard !Task.isCancelled else { throw NEARError.taskCancelled }
        let signer = try signedInAccount()
        let isKeystore = currentAccount?.walletId == KeystoreService.walletId
        let pending = try open(kind)
        let recorder = makeRecorder(kind, requests, signer, pending)
        recorders[pending.id] = recorder
        defer { recorders[pending.id] = nil }
        let result: Result<Value, NEARError>
        do {
            let value = try await ending(pending) {
                let keys = isKeystore && kind != .signDelegateActions ? nil : await self.keys(of: signer)
                do throws(NEARError) {
                    if self.table.kind(of: pending.id) != nil { try await recorder.begin(keys: keys) }
                } catch {
                    self.table.settle(pending.id, .failure(error))
                }
                // Whoever gave the request up in the meantime finds that the wallet was not asked.
                guard self.table.kind(of: pending.id) != nil else { return }
                recorder.handOver()
                self.handOver(BridgeRequest(id: pending.id, kind: kind, params: params))
            } check: { reply in
                try await check(reply, recorder)
            }
            result = .success(value)
        } catch {
            result = .failure(note(error))
        }
        var failure: NEARError?
        if case .failure(let error) = result { failure = error }
        if await recorder.end(failure, wasAnswered: pending.wasAnswered, isKeystore: isKeystore) {
            reconcileInBackground()
        }
        return try result.get()
    }

    /// Writes down what the keystore has signed for a request, and lets it go out only while somebody waits for it.
    func noteSigned(_ signatures: [JournalSignature], for id: RequestID) async throws(NEARError) {
        let recorder = recorders[id]
        try await recorder?.sign(signatures)
        guard table.kind(of: id) != nil else { throw .userCancelled }
        recorder?.give()
        for hash in signatures.compactMap(\.hash) { table.noteSigned(hash, for: id) }
    }

    func makeRecorder(
        _ kind: RequestKind, _ requests: [TransactionRequest], _ signer: AccountId, _ pending: PendingRequest
    ) -> JournalRecorder {
        let intent = JournalIntent(
            id: UUID().uuidString.lowercased(), time: Int64(Date().timeIntervalSince1970 * 1000),
            request: pending.id.text, kind: kind == .signDelegateActions ? .delegateActions : .transactions,
            network: network.rawValue, signerId: signer, walletId: currentAccount?.walletId ?? "",
            parts: requests.map {
                JournalIntent.Part(receiverId: $0.receiverId, actions: $0.actions.map(JournalAction.init))
            }, process: .current)
        return JournalRecorder(intent, requests, journal: journal, logger: logger)
    }

    /// The signer's keys as they are before a wallet is asked, when a node says so at once.
    private func keys(of signer: AccountId) async -> JournalKeys? {
        do {
            let list = try await client().viewAccessKeyList(of: signer, deadline: Self.keysPatience)
            var nonces: [PublicKeyHandle: UInt64] = [:]
            for key in list.value.keys { nonces[key.publicKey] = key.accessKey.nonce }
            // An account that signs has a key; a node that shows none proves nothing later.
            guard !nonces.isEmpty else { return nil }
            return JournalKeys(height: list.blockHeight, nonces: nonces)
        } catch {
            logger.debug("a request goes on without the signer's keys", metadata: Redaction.error(error))
            return nil
        }
    }
}
