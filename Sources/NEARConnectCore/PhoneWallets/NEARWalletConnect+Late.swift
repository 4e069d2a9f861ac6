// SPDX-License-Identifier: MIT

internal import Logging
package import NEARPrimitives
internal import NEARRPC
internal import SafeText
package import WalletConnectSign

/// Transactions that a wallet signed when nobody waited any more.
extension NEARWalletConnect {
    /// Writes into the journal what a wallet signed too late; nothing is sent.
    ///
    /// - Parameters:
    ///   - late: The answer, with the params of its request.
    ///   - number: The request's number within this process.
    /// - Returns: The hashes of the transactions that were written down; none for other methods, for refusals, and for
    ///   answers that aren't what was asked for.
    /// - Throws: ``PhoneWalletError`` where the journal can't be written.
    package func note(_ late: LateAnswer, number: UInt64 = 1) async throws(PhoneWalletError) -> [CryptoHash] {
        guard late.chain == chain, let result = late.result else { return [] }
        let asked = Self.transactions(of: late)
        guard !asked.isEmpty else { return [] }
        let signed: [SignedTransaction]
        do throws(PhoneWalletError) {
            signed = try PhoneWalletAnswer.transactions(result, for: asked)
        } catch {
            logger.notice("a late answer isn't what was asked for", metadata: ["code": "\(error.code)"])
            return []
        }
        for transaction in signed { try await note(transaction, wallet: late.owner, number: number) }
        return signed.map(\.hash)
    }

    private func note(_ signed: SignedTransaction, wallet: String, number: UInt64) async throws(PhoneWalletError) {
        let transaction = signed.transaction
        let request = TransactionRequest(receiverId: transaction.receiverId, actions: transaction.actions)
        let recorder = journal.recorder(
            of: RequestID(number: number), kind: .signAndSendTransaction, requests: [request],
            signer: transaction.signerId, walletId: wallet, asker: asker)
        do throws(NEARError) {
            try await recorder.begin(keys: nil)
            recorder.handOver()
            if let height = await height(of: transaction.blockHash) {
                try await recorder.sign([Self.signature(signed, part: 0, height: height)])
            }
        } catch {
            throw .near(error)
        }
        // Whoever has the signature can still bring it to the chain, so the chain has the last word.
        recorder.note(
            0, .unknown(howToCheck: localized("signed late, not sent; look up %1$s", "\(signed.hash)")),
            isSettled: false)
        _ = await recorder.end(nil, wasAnswered: true, isKeystore: false)
    }

    private func height(of block: CryptoHash) async -> UInt64? {
        do throws(RPCError) {
            return try await nodes.availableClient?.block(.hash(block), deadline: patience).header.height
        } catch {
            logger.notice("a late transaction's block could not be looked up", metadata: Redaction.error(error))
            return nil
        }
    }

    /// The transactions that a request asked for.
    private static func transactions(of late: LateAnswer) -> [Transaction] {
        let elements: [JSONValue]
        switch late.method {
        case "near_signTransaction": elements = [late.params["transaction"] ?? .null]
        case "near_signTransactions": elements = late.params["transactions"]?.arrayValue ?? []
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
