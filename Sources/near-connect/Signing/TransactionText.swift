// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// A transaction in Base64, in a file or on the command line.
enum TransactionText {
    /// Writes Base64 to a file, or returns it as the answer's only line.
    static func write(_ base64: String, to file: String?, _ answer: inout ChainAnswer) throws {
        guard let file else {
            answer.lines = [base64]
            return
        }
        try AtomicFile(url: URL(filePath: file)).replace(with: Data("\(base64)\n".utf8))
        answer.row(localized("file"), file)
    }

    /// Returns the facts of a transaction, in both forms.
    static func answer(_ transaction: Transaction) -> ChainAnswer {
        var answer = ChainAnswer()
        answer.row(localized("transaction"), "\(transaction.hash)")
        answer.row(localized("signer"), transaction.signerId.text)
        answer.row(localized("receiver"), transaction.receiverId.text)
        answer.row(localized("nonce"), "\(transaction.nonce.value)")
        answer.fields = [
            "hash": .string("\(transaction.hash)"), "signerId": .string(transaction.signerId.text),
            "receiverId": .string(transaction.receiverId.text), "publicKey": .string("\(transaction.publicKey)"),
            "nonce": .string("\(transaction.nonce.value)"), "blockHash": .string("\(transaction.blockHash)"),
        ]
        return answer
    }
}
