// SPDX-License-Identifier: MIT

package import Logging
package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The transactions that a phone wallet signed when nobody waited any more: they are written down, and not sent.
@MainActor
package struct LateSignatures {
    private nonisolated static let methods = ["near_signTransaction", "near_signTransactions"]

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

    /// Writes down what a wallet has signed; nothing is sent.
    ///
    /// - Parameters:
    ///   - result: The wallet's answer.
    ///   - method: The method that was called.
    ///   - params: The method's parameters, with the transactions that were asked for.
    ///   - walletId: The wallet.
    ///   - number: The request's number within this process.
    /// - Returns: The hashes of the transactions that were written down; none for other methods, and for answers that
    ///   aren't what was asked for.
    /// - Throws: ``PhoneWalletError`` where the journal can't be written.
    package func note(
        _ result: JSONValue, to method: String, params: JSONValue, wallet walletId: String, number: UInt64 = 1
    ) async throws(PhoneWalletError) -> [CryptoHash] {
        let asked = Self.transactions(of: method, params)
        guard !asked.isEmpty else { return [] }
        let signed: [SignedTransaction]
        do throws(PhoneWalletError) {
            signed = try PhoneWalletAnswer.transactions(result, for: asked)
        } catch {
            logger.notice("a late answer isn't what was asked for", metadata: ["code": "\(error.code)"])
            return []
        }
        for transaction in signed { try await note(transaction, wallet: walletId, number: number) }
        return signed.map(\.hash)
    }

    private func note(_ signed: SignedTransaction, wallet: String, number: UInt64) async throws(PhoneWalletError) {
        let transaction = signed.transaction
        let request = TransactionRequest(receiverId: transaction.receiverId, actions: transaction.actions)
        // First what takes its time: a kill leaves all of the entry or nothing.
        let height = await height(of: transaction.blockHash)
        // The answer comes again until the sign client was told that it is written down.
        let key: IdempotencyKey
        do throws(IdempotencyKey.InvalidError) {
            key = try IdempotencyKey("signed-late-\(signed.hash)")
        } catch {
            throw .near(.journal(reason: "\(error)"))
        }
        let recorder = journal.recorder(
            of: RequestID(number: number), kind: .signAndSendTransaction, requests: [request],
            signer: transaction.signerId, walletId: wallet, asker: asker, idempotencyKey: key)
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
