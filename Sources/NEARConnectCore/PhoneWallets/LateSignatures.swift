// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
internal import NEARRPC
internal import SafeText
package import WalletConnectSign

/// The transactions that a phone wallet signed when nobody waited any more: they are written down, and not sent.
@MainActor
package struct LateSignatures {
    private nonisolated static let methods = ["near_signTransaction", "near_signTransactions"]

    /// A wallet's answer that came too late, and the request that it belongs to.
    package struct Answer: Sendable {
        /// The result.
        package let result: JSONValue
        /// The method that was called.
        package let method: String
        /// The method's parameters, with the transactions that were asked for.
        package let params: JSONValue
        /// The wallet.
        package let walletId: String

        package init(result: JSONValue, method: String, params: JSONValue, walletId: String) {
            (self.result, self.method, self.params, self.walletId) = (result, method, params, walletId)
        }

        /// Takes an answer of a session; `nil` for a refusal, and for what signs no transaction of NEAR.
        package init?(_ late: LateAnswer) {
            guard late.chain.namespace == "near", let result = late.result,
                LateSignatures.areAskedFor(by: late.method)
            else { return nil }
            self.init(result: result, method: late.method, params: late.params, walletId: late.owner)
        }
    }

    private let nodes: NetworkNodes
    private let patience: Duration
    private let journal: RequestJournal
    private let asker: Asker
    private let logger: Logger

    /// Prepares to write into a journal.
    ///
    /// - Parameters:
    ///   - nodes: The nodes of the network on which the wallet was asked.
    ///   - patience: The time that a node has to find a block.
    ///   - journal: The journal of that network's requests.
    ///   - asker: The one who asked.
    ///   - logger: Says what could not be looked up.
    package init(
        nodes: NetworkNodes, patience: Duration, journal: RequestJournal, asker: Asker, logger: Logger
    ) {
        self.nodes = nodes
        self.patience = patience
        self.journal = journal
        self.asker = asker
        self.logger = logger
    }

    /// Returns true for a method by which a wallet signs transactions.
    package nonisolated static func areAskedFor(by method: String) -> Bool {
        methods.contains { $0.hasSameBytes(as: method) }
    }

    /// Writes down what a wallet has signed on the nodes' network; nothing is sent.
    ///
    /// - Parameter answer: The wallet's answer, and the request that it belongs to.
    /// - Returns: The hashes of the transactions that were written down; none for other methods, and for answers that
    ///   aren't what was asked for.
    /// - Throws: ``PhoneWalletError`` where the journal can't be written.
    package func note(_ answer: Answer) async throws(PhoneWalletError) -> [CryptoHash] {
        let asked = Self.transactions(of: answer.method, answer.params)
        guard !asked.isEmpty else { return [] }
        let signed: [SignedTransaction]
        do throws(PhoneWalletError) {
            signed = try PhoneWalletAnswer.transactions(answer.result, for: asked)
        } catch {
            logger.notice("a late answer isn't what was asked for", metadata: ["code": "\(error.code)"])
            return []
        }
        // Before the first look at a node: the network that is set may change meanwhile.
        var entries: [(SignedTransaction, JournalRecorder)] = []
        for transaction in signed { entries.append((transaction, try recorder(of: transaction, answer.walletId))) }
        for (transaction, recorder) in entries { try await note(transaction, recorder) }
        return signed.map(\.hash)
    }

    /// Writes down what a wallet has signed on a network, which may be another one than the nodes' own.
    ///
    /// - Parameters:
    ///   - answer: The wallet's answer, and the request that it belongs to.
    ///   - network: The network on which the wallet was asked.
    ///   - clock: Measures how long that network's nodes take.
    /// - Returns: The hashes of the transactions that were written down.
    /// - Throws: ``PhoneWalletError`` where the journal can't be written.
    package func note(
        _ answer: Answer, on network: NEARNetwork, clock: any Clock<Duration>
    ) async throws(PhoneWalletError) -> [CryptoHash] {
        guard network != nodes.network else { return try await note(answer) }
        let others = NetworkNodes(network, clock: clock, logger: logger)
        defer { others.stop() }
        return try await LateSignatures(
            nodes: others, patience: patience, journal: RequestJournal(over: journal, nodes: others), asker: asker,
            logger: logger
        ).note(answer)
    }

    private func recorder(
        of signed: SignedTransaction, _ walletId: String
    ) throws(PhoneWalletError) -> JournalRecorder {
        let transaction = signed.transaction
        let request = TransactionRequest(receiverId: transaction.receiverId, actions: transaction.actions)
        // The answer comes again until the sign client was told that it is written down.
        let key: IdempotencyKey
        do throws(IdempotencyKey.InvalidError) {
            key = try IdempotencyKey("\(JournalIntent.lateSignature)\(signed.hash)")
        } catch {
            throw .near(.journal(reason: "\(error)"))
        }
        return journal.recorder(
            of: RequestID(number: 1), kind: .signAndSendTransaction, requests: [request],
            signer: transaction.signerId, walletId: walletId, asker: asker, idempotencyKey: key)
    }

    private func note(_ signed: SignedTransaction, _ recorder: JournalRecorder) async throws(PhoneWalletError) {
        // First what takes its time: a kill leaves all of the entry or nothing.
        let height = await height(of: signed.transaction.blockHash)
        do throws(NEARError) {
            // Whoever has the signature can still bring it to the chain, so the chain has the last word.
            try await recorder.recordOnce(
                height.map { NEARWalletConnect.signature(signed, part: 0, height: $0) },
                .unknown(howToCheck: localized("signed late, not sent; look up %1$s", "\(signed.hash)")))
        } catch {
            throw .near(error)
        }
    }

    private func height(of block: CryptoHash) async -> UInt64? {
        do throws(RPCError) {
            return try await nodes.availableClient?.block(.hash(block), deadline: patience).header.height
        } catch {
            logger.notice("a late transaction's block could not be looked up", metadata: Redaction.error(error))
            return nil
        }
    }

    /// The transactions that a call asked for.
    private static func transactions(of method: String, _ params: JSONValue) -> [Transaction] {
        let elements: [JSONValue]
        switch method {
        case "near_signTransaction": elements = [params["transaction"] ?? .null]
        case "near_signTransactions": elements = params["transactions"]?.arrayValue ?? []
        default: return []
        }
        var transactions: [Transaction] = []
        for element in elements {
            guard let bytes = WireBytes.read(element, limit: PhoneWalletAnswer.limit) else { return [] }
            do {
                transactions.append(try Transaction(borsh: bytes))
            } catch {
                return []
            }
        }
        return transactions
    }
}
