// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Signs a transaction that was prepared elsewhere, without a network.
struct SignTransactionCommand: KeyFolderCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-transaction",
        abstract: localized("Sign a transaction that “--unsigned” has prepared, without a network."),
        discussion: localized(
            "For a computer that has the key and no network: “send … --unsigned FILE” prepares the transaction on another one, and “send-signed” sends it there. You are asked in the terminal; a policy can’t answer, as nobody says here which chain it is for. It is valid for about a day."
        ))

    @Argument(
        help: help("The transaction in Base64; @FILE for a file’s, - for standard input.", valueName: "base64"))
    var transaction: String

    @Option(help: SigningKeyFile.signingHelp, completion: .file())
    var key: String?

    @Option(
        name: .shortAndLong, help: help("The file to write, in place of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var store: KeyFolderOptions

    func validate() throws {
        try SigningKeyFile.check(key)
        guard transaction != "-" || key != "-" else {
            throw ValidationError(localized("The transaction and the key can’t both come from standard input."))
        }
    }

    func run() throws {
        let unsigned = try TransactionArgument.read(transaction, as: Transaction.self)
        let secret = try secret(for: unsigned)
        guard TerminalApprover.hasTerminal else {
            throw ValidationError(localized("Nobody is there to approve it: run the command in a terminal."))
        }
        let (network, output) = (store.network, output)
        try store.answer("sign-transaction") {
            let signed = try MainActor.assumeIsolated {
                try MainLoop.run {
                    try await OfflineSigner(
                        secret, network: network, asker: .commandLine(verb: "sign-transaction"),
                        approver: TerminalApprover()
                    ).sign(unsigned)
                }
            }
            var answer = TransactionText.answer(unsigned)
            answer.fields["signedTransaction"] = .string(signed.base64)
            try TransactionText.write(signed.base64, to: output, &answer)
            return answer
        }
    }

    private func secret(for transaction: Transaction) throws -> SecretKey {
        if let key { return try SigningKeyFile(key).credential(orPhrase: true).secretKey }
        let entries = store.folder.contents(network: store.network, accountId: transaction.signerId).entries
        guard let entry = entries.first(where: { $0.secretKey.publicKey == transaction.publicKey }) else {
            throw ValidationError(
                localized(
                    "The key %1$s of %2$s isn’t in %3$s. Name a file with --key.", "\(transaction.publicKey)",
                    transaction.signerId.text,
                    DisplayText.quotation("\(store.folder.path)/\(store.network)", limit: 200)))
        }
        return entry.secretKey
    }
}
