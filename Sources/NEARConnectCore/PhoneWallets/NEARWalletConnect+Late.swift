// SPDX-License-Identifier: MIT

package import NEARPrimitives
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
        return try await LateSignatures(
            nodes: nodes, patience: patience, journal: journal, asker: asker, logger: logger
        ).note(result, to: late.method, params: late.params, wallet: late.owner, number: number)
    }
}
