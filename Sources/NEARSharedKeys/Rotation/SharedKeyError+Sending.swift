// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARPrimitives
package import NEARRPC

extension SharedKeyError {
    /// Sends a change of an account's keys; one that failed on the chain is an error, too.
    ///
    /// - Returns: The transaction's hash.
    @discardableResult
    package static func sending(
        isolation: isolated (any Actor)? = #isolation, _ send: () async throws -> (TransactionResult, CryptoHash)
    ) async throws(SharedKeyError) -> CryptoHash {
        do {
            let (result, hash) = try await send()
            guard let outcome = result.outcome else { throw NEARError.transactionUnknown(hash: hash) }
            if let failure = outcome.failure { throw SharedKeyError.rotation(reason: "\(failure)") }
            return hash
        } catch {
            throw SharedKeyError(changing: error)
        }
    }

    /// Tells an error of the wallet or the nodes that a change of keys goes through.
    package init(changing error: any Error) {
        let report = ErrorReport(error)
        switch (error, report.status) {
        case (let error as SharedKeyError, _): self = error
        case (_, .refusedByPolicy), (_, .refusedByWallet): self = .refused(reason: report.sentence)
        case (_, .cancelled): self = .cancelled
        case (_, .unavailable): self = .unavailable(reason: report.sentence)
        default: self = .rotation(reason: report.sentence)
        }
    }
}
