// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// The options of the commands that sign a transaction and send it.
struct SendingOptions: ParsableArguments {
    @Option(
        help: help(
            "How far it has to be: none, included, executed-optimistic, included-final, executed or final (by default).",
            valueName: "stage"), transform: { try TransactionCommand.stage($0) })
    var waitUntil: TxExecutionStatus = .final

    @Option(
        help: help(
            "A name for this request: where it was sent under that name before, its outcome is shown and nothing is sent.",
            valueName: "text"), transform: { try Self.key($0) })
    var idempotencyKey: IdempotencyKey?

    @Option(
        help: help(
            "Write the transaction into this file, unsigned, for “sign-transaction” on a computer that has the key. Needs --signer and --public-key.",
            valueName: "file"), completion: .file())
    var unsigned: String?

    @Option(help: help("The key that is to sign, with --unsigned or --dry-run: no key is read then.", valueName: "key"))
    var publicKey: String?

    @OptionGroup var signing: SigningOptions

    private static let unsignedNeeds = localized(
        "--unsigned needs --signer and --public-key, and --public-key is for it and for --dry-run.")

    func validate() throws {
        guard unsigned == nil || !signing.dryRun else {
            throw ValidationError(localized("--unsigned writes a transaction, and --dry-run nothing: leave one out."))
        }
        guard unsigned == nil || publicKey != nil, publicKey == nil || unsigned != nil || signing.dryRun,
            publicKey == nil || signing.signer != nil
        else {
            throw ValidationError(Self.unsignedNeeds)
        }
        guard publicKey == nil || (signing.key == nil && signing.wallet == nil) else {
            throw ValidationError(localized("--public-key names the key that signs: leave --key and --wallet out."))
        }
        guard unsigned == nil || (signing.key == nil && signing.approve == nil && idempotencyKey == nil) else {
            throw ValidationError(
                localized(
                    "With --unsigned nothing is signed or sent: leave --key, --approve and --idempotency-key out."))
        }
        guard signing.wallet == nil || unsigned == nil else {
            throw ValidationError(localized("--wallet signs in a page: --unsigned is for keys. Leave it out."))
        }
        guard !signing.chain.devnet || (unsigned == nil && idempotencyKey == nil) else {
            throw ValidationError(
                localized("--devnet ends with this command: leave --unsigned and --idempotency-key out."))
        }
        _ = try publicKey.map(KeyText.read)
    }

    /// True if an option is given that only counts where something is signed.
    var isNamed: Bool {
        let texts = [unsigned, publicKey, signing.approve, signing.key, signing.credentials, signing.wallet]
        return signing.dryRun || idempotencyKey != nil || signing.signer != nil || texts.contains { $0 != nil }
    }

    /// Signs a transaction, sends it, and prints what came of it.
    ///
    /// - Parameters:
    ///   - command: The command's name.
    ///   - request: Returns the receiver and the actions, by the account that signs.
    func send(_ command: String, _ request: @escaping @Sendable (AccountId) throws -> TransactionRequest) throws {
        if let unsigned { return try prepare(command, to: unsigned, request) }
        if signing.dryRun {
            return try signing.preview(
                command, publicKey: try publicKey.map(KeyText.read), idempotencyKey: idempotencyKey
            ) { .transaction(try request($0)) }
        }
        let (stage, deadline, key) = (waitUntil, signing.chain.timeout, idempotencyKey)
        try signing.perform(command) { wallet in
            let request = try request(wallet.account)
            if let key, let entry = try await wallet.earlier(key, request) {
                return try await RepeatedAnswer(entry, by: wallet, waitUntil: stage).answer
            }
            let (result, hash) = try await wallet.signAndSend(
                request, waitUntil: stage, deadline: deadline, key: key)
            return TransactionCommand.answer(result, of: hash, signer: wallet.account)
        }
    }

    /// Writes a transaction that is to be signed elsewhere, with the nonce and the block that the chain says.
    private func prepare(
        _ command: String, to file: String, _ request: @escaping @Sendable (AccountId) throws -> TransactionRequest
    ) throws {
        guard let account = signing.signer, let key = try publicKey.map(KeyText.read) else {
            throw ValidationError(Self.unsignedNeeds)
        }
        try signing.chain.perform(command) { client in
            let view = try await client.viewAccessKey(key, of: account)
            let nonce = view.value.nonce.addingReportingOverflow(1)
            guard !nonce.overflow else {
                throw RPCError.unexpectedResult(method: "query", reason: "the nonce can't be \(view.value.nonce)")
            }
            let request = try request(account)
            let transaction = Transaction.v0(
                TransactionV0(
                    signerId: account, publicKey: key, nonce: nonce.partialValue, receiverId: request.receiverId,
                    blockHash: view.blockHash, actions: request.actions))
            let base64 = Base64.encode(transaction.borshBytes)
            var answer = TransactionText.answer(transaction)
            answer.fields["unsignedTransaction"] = .string(base64)
            try TransactionText.write(base64, to: file, &answer)
            return answer
        }
    }

    private static func key(_ text: String) throws -> IdempotencyKey {
        do throws(IdempotencyKey.InvalidError) {
            return try IdempotencyKey(text)
        } catch {
            throw ValidationError(localized("Change --idempotency-key: %1$s.", "\(error)"))
        }
    }

    /// Reads an amount, which needs its unit.
    ///
    /// A bare number is one of NEAR for a user, and of yoctoNEAR for a program.
    static func amount(_ text: String) throws -> NEARToken {
        let example = localized("Write it with its unit, for example “1.5 NEAR” or “1 yoctoNEAR”.")
        guard text.contains(where: \.isLetter) else {
            throw ValidationError(
                localized("%1$s has no unit. %2$s", DisplayText.quotation(text, limit: 60), example))
        }
        do throws(AmountError) {
            return try NEARToken(text)
        } catch {
            throw ValidationError(
                localized("%1$s is no amount: %2$s. %3$s", DisplayText.quotation(text, limit: 60), "\(error)", example))
        }
    }
}
