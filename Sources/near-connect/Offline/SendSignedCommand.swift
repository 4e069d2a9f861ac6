// SPDX-License-Identifier: MIT

import ArgumentParser
import Logging
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// Sends a transaction that was signed elsewhere.
struct SendSignedCommand: ChainCommand {
    static let configuration = CommandConfiguration(
        commandName: "send-signed", abstract: localized("Send a transaction that “sign-transaction” has signed."),
        discussion: localized(
            "It needs no key. A transaction can be executed once, so sending it again does no harm and shows what came of it."
        ))

    @Argument(
        help: help("The signed transaction in Base64; @FILE for a file’s, - for standard input.", valueName: "base64"))
    var transaction: String

    @Option(
        help: help(
            "How far it has to be: none, included, executed-optimistic, included-final, executed or final (by default).",
            valueName: "stage"), transform: { try TransactionCommand.stage($0) })
    var waitUntil: TxExecutionStatus = .final

    @Option(
        help: help("The profile whose journal records it."), completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @OptionGroup var chain: ChainOptions

    func run() throws {
        let signed = try TransactionArgument.read(transaction, as: SignedTransaction.self)
        guard signed.verify() else {
            throw ValidationError(
                localized("The transaction isn’t signed by its key: it was altered, or cut off. Sign it again."))
        }
        let network = try chain.chosenNetwork()
        let journal = JournalFile(folder: try ChainOptions.asUsage { try ProfileFolders(profile: profile) }.state)
        let (stage, timeout) = (waitUntil, chain.timeout)
        try chain.answer("send-signed") {
            let logger = Logger(label: "near-connect")
            let nodes = NetworkNodes(network, clock: ContinuousClock())
            let result = try await TransactionSending(nodes, logger: logger).send(
                signed, waitUntil: stage, limit: TimeLimit(timeout), asker: .commandLine(verb: "send-signed"),
                journal: journal, logger: logger)
            return TransactionCommand.answer(result, of: signed.hash, signer: signed.transaction.signerId)
        }
    }
}
