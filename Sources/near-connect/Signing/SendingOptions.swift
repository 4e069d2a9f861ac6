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

    @OptionGroup var signing: SigningOptions

    /// Signs a transaction, sends it, and prints what came of it.
    ///
    /// - Parameters:
    ///   - command: The command's name.
    ///   - request: Returns the receiver and the actions, by the account that signs.
    func send(_ command: String, _ request: @escaping @Sendable (AccountId) -> TransactionRequest) throws {
        let (stage, deadline) = (waitUntil, signing.chain.timeout)
        try signing.perform(command) { wallet in
            let (result, hash) = try await wallet.signAndSend(
                request(wallet.account), waitUntil: stage, deadline: deadline)
            return TransactionCommand.answer(result, of: hash, signer: wallet.account)
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
