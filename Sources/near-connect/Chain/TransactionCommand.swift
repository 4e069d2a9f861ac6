// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// Shows what became of a transaction.
struct TransactionCommand: ChainCommand {
    static let configuration = CommandConfiguration(
        commandName: "tx",
        abstract: localized("Show what became of a transaction, once it is as far as you say."),
        discussion: localized(
            "A transaction that failed on the chain ends the command with exit code 8 and the reason; one that no node knows, with 9."
        ))

    @Argument(help: help("The transaction’s hash.", valueName: "hash"), transform: { try Self.hash($0) })
    var hash: CryptoHash

    @Option(
        help: help("The account that signed it; nodes find a transaction by both.", valueName: "account-id"),
        transform: { try AccountId($0) })
    var signer: AccountId

    @Option(
        help: help(
            "How far it has to be: none, included, executed-optimistic (by default), included-final, executed or final.",
            valueName: "stage"), transform: { try Self.stage($0) })
    var waitUntil: TxExecutionStatus = .executedOptimistic

    @OptionGroup var chain: ChainOptions

    func run() throws {
        let (hash, signer, stage) = (hash, signer, waitUntil)
        try chain.perform("tx") { client in
            Self.answer(
                try await client.transaction(hash, signerId: signer, waitUntil: stage), of: hash, signer: signer)
        }
    }

    private static func hash(_ text: String) throws -> CryptoHash {
        do throws(CryptoHash.ParsingError) {
            return try CryptoHash(text)
        } catch {
            throw ValidationError(
                localized(
                    "%1$s is no transaction’s hash. A hash is 32 bytes in Base58.",
                    DisplayText.quotation(text, limit: 60)))
        }
    }

    /// Reads the name of a stage, as the options take it.
    static func stage(_ text: String) throws -> TxExecutionStatus {
        let name = text.uppercased().replacing("-", with: "_")
        guard let stage = TxExecutionStatus(rawValue: name) else {
            let names = TxExecutionStatus.allCases.map { word($0) }
            throw ValidationError(
                localized(
                    "%1$s is no stage. Write one of: %2$s.", DisplayText.quotation(text, limit: 60),
                    names.joined(separator: ", ")))
        }
        return stage
    }

    private static func word(_ stage: TxExecutionStatus) -> String {
        stage.rawValue.lowercased().replacing("_", with: "-")
    }

    /// Returns what a node says of a transaction, in both forms.
    static func answer(_ result: TransactionResult, of hash: CryptoHash, signer: AccountId) -> ChainAnswer {
        var answer = ChainAnswer()
        answer.row(localized("transaction"), "\(hash)")
        answer.row(localized("signer"), signer.text)
        answer.fields = [
            "hash": .string("\(hash)"), "signerId": .string(signer.text),
            "progress": .string(result.finalExecutionStatus.rawValue), "answer": result.json,
        ]
        guard let outcome = result.outcome else {
            answer.row(localized("progress"), word(result.finalExecutionStatus))
            answer.fields["state"] = "pending"
            return answer
        }
        answer.row(localized("receiver"), outcome.transaction.receiverId.text)
        answer.row(localized("progress"), word(result.finalExecutionStatus))
        answer.row(localized("gas burnt"), "\(outcome.gasBurnt)")
        answer.row(localized("fee"), "\(outcome.tokensBurnt)")
        answer.fields["receiverId"] = .string(outcome.transaction.receiverId.text)
        answer.fields["gasBurnt"] = .string("\(outcome.gasBurnt.gas)")
        answer.fields["tokensBurnt"] = .string("\(outcome.tokensBurnt.yoctoNEAR)")
        answer.fields["logs"] = .array(outcome.logs.map(JSONValue.string))
        answer.notes = outcome.logs.map { localized("log: %1$s", DisplayText.quotation($0, limit: 4000)) }
        if let sentence = outcome.failureDescription {
            answer.row(localized("state"), localized("failed"))
            answer.fields["state"] = "failed"
            answer.failure = ChainAnswer.Failure(sentence: sentence, status: .refusedByChain)
        } else if let value = outcome.successValue {
            answer.row(localized("state"), localized("succeeded"))
            answer.fields["state"] = "succeeded"
            answer.fields.merge(ReturnedValue.fields(value)) { _, new in new }
            if !value.isEmpty { answer.lines += [DisplayText.lines(ReturnedValue.text(value))] }
        } else {
            answer.row(localized("state"), localized("pending"))
            answer.fields["state"] = "pending"
        }
        return answer
    }
}
