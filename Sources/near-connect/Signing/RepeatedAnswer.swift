// SPDX-License-Identifier: MIT

import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// The answer of a command whose request was sent before under the same idempotency key.
struct RepeatedAnswer {
    let answer: ChainAnswer

    /// Looks the earlier transaction up.
    ///
    /// The journal has the chain's word, which is shown where no node has it any more.
    ///
    /// - Throws: ``NEARError/transactionUnknown(hash:)`` where the journal has no hash.
    @MainActor
    init(_ entry: JournalEntry, by wallet: any CommandWallet, waitUntil stage: TxExecutionStatus) async throws {
        guard let part = entry.parts.first, let hash = part.hash else { throw NEARError.transactionUnknown(hash: nil) }
        var answer: ChainAnswer
        do {
            let result = try await wallet.outcome(of: hash, waitUntil: stage)
            answer = TransactionCommand.answer(result, of: hash, signer: wallet.account)
        } catch {
            answer = Self.recorded(part, hash, signer: wallet.account)
            answer.notes = [localized("No node could be asked about it; this is what the journal says.")]
        }
        answer.fields["repeated"] = true
        answer.notes.insert(
            localized("This was sent before under the same idempotency key. Nothing was sent now."), at: 0)
        self.answer = answer
    }

    private static func recorded(_ part: JournalEntry.Part, _ hash: CryptoHash, signer: AccountId) -> ChainAnswer {
        var answer = ChainAnswer()
        answer.row(localized("transaction"), "\(hash)")
        answer.row(localized("signer"), signer.text)
        answer.row(localized("receiver"), part.receiverId.text)
        answer.fields = [
            "hash": .string("\(hash)"), "signerId": .string(signer.text),
            "receiverId": .string(part.receiverId.text), "progress": "FINAL", "answer": .null,
        ]
        if case .failed(_, let reason) = part.state {
            answer.row(localized("state"), localized("failed"))
            answer.fields["state"] = "failed"
            answer.failure = ChainAnswer.Failure(
                sentence: localized("The transaction failed on the chain. %1$s", reason), status: .refusedByChain)
        } else {
            answer.row(localized("state"), localized("succeeded"))
            answer.fields["state"] = "succeeded"
        }
        return answer
    }
}
