// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText
import WalletConnectPlatform
import WalletConnectSign

/// Has a wallet sign a transaction, and checks what it signed.
@MainActor
struct SignVerb {
    private let verb: WalletConnectSigning
    private let transaction: Transaction
    private let chain: ChainID?

    init(_ verb: WalletConnectSigning) throws {
        self.verb = verb
        transaction = try TransactionArgument.read(verb.transaction, as: Transaction.self)
        chain = try verb.chain.map { try ChainArgument.read($0) }
    }

    func run(_ setting: ClientSetting) throws {
        let signed = try MainLoop.run {
            let interruption = Interruption()
            return try await OpenClient.run(setting) { speaker in
                let session = try SessionSummary.find(verb.topic, in: try await speaker.sessions())
                let chain = try RequestVerb.chain(chain, of: session)
                guard session.accounts.contains("\(chain):\(transaction.signerId)") else {
                    throw ReportedError(
                        sentence: localized(
                            "The session doesn’t grant %1$s on %2$s. Look at “walletconnect accounts”.",
                            transaction.signerId.text, "\(chain)"),
                        code: "accountUnknown", status: .nothing)
                }
                let request = SpokenRequest(
                    session: session.topic, chain: chain, method: "near_signTransaction",
                    params: ["transaction": WireBytes.array.json(transaction.borshBytes)], expiry: .seconds(300))
                let answer = try await RequestVerb.ask(
                    request, of: session, through: speaker, options: verb.options, interruption: interruption)
                do throws(PhoneWalletError) {
                    return try PhoneWalletAnswer.signed(answer, for: transaction)
                } catch {
                    throw ReportedError(sentence: "\(error)", code: error.code, status: .failure)
                }
            }
        }
        verb.options.output.write(
            [signed.base64],
            .answer(
                of: WalletConnectSigning.name,
                [
                    "outcome": "done", "hash": .string("\(transaction.hash)"),
                    "signerId": .string(transaction.signerId.text), "receiverId": .string(transaction.receiverId.text),
                    "publicKey": .string("\(transaction.publicKey)"),
                    "nonce": .string("\(transaction.nonce.value)"), "blockHash": .string("\(transaction.blockHash)"),
                    "signedTransaction": .string(signed.base64),
                ]))
    }
}
