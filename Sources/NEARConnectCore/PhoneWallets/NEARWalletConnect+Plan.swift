// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Transactions that are ready to be signed: the chain would take the first, and the balance pays for all.
package struct PhoneTransactionPlan: Sendable {
    /// The transactions, with consecutive nonces of one key.
    package let transactions: [Transaction]
    /// The height of the block that they name.
    package let height: UInt64
}

extension NEARWalletConnect {
    /// Makes the transactions of a request, by what the chain says now; the wallet isn't asked.
    ///
    /// - Parameters:
    ///   - requests: The receivers and the actions, at least one.
    ///   - account: The account that signs, with the key that the wallet has for it.
    /// - Throws: `.refusedByChain` where the first would be refused, or the balance doesn't pay for all of them.
    package func plan(
        _ requests: [TransactionRequest], by account: PhoneAccount
    ) async throws(PhoneWalletError) -> PhoneTransactionPlan {
        guard let first = requests.first else { throw .requestInvalid(localized("there is no transaction")) }
        try await requireGrant(of: account.id)
        let node: NEARRPCClient
        do throws(NEARError) {
            _ = try await nodes.identity.confirmed()
            node = try nodes.signingClient()
        } catch {
            throw .near(error)
        }
        let forecast = try await forecast(first, by: account, node)
        if let refusal = forecast.refusals.first { throw .refusedByChain(refusal.sentence) }
        guard let start = forecast.nonce, !start.addingReportingOverflow(UInt64(requests.count)).overflow else {
            throw .answerInvalid(.key(account.key, account.id))
        }
        try await requireBalance(of: account, for: requests, first: forecast, node)
        return PhoneTransactionPlan(
            transactions: requests.enumerated().map { index, request in
                .v0(
                    TransactionV0(
                        signerId: account.id, publicKey: account.key, nonce: start + UInt64(index),
                        receiverId: request.receiverId, blockHash: forecast.blockHash, actions: request.actions))
            }, height: forecast.height)
    }

    /// Makes sure that the balance pays for all transactions together.
    ///
    /// Other refusals of later ones don't count, since earlier ones may do away with them. A contract may send NEAR to
    /// the account, so what comes after a call isn't counted.
    private func requireBalance(
        of account: PhoneAccount, for requests: [TransactionRequest], first: ChainForecast, _ node: NEARRPCClient
    ) async throws(PhoneWalletError) {
        guard let balance = first.balance else { return }
        var total = NEARToken.zero
        for (index, request) in requests.enumerated() {
            let forecast = index == 0 ? first : try await forecast(request, by: account, node)
            do throws(AmountError) {
                total = try total.adding(try forecast.most())
            } catch {
                throw .refusedByChain("\(InvalidTxError.costOverflow)")
            }
            guard total <= balance else {
                let lack = InvalidTxError.notEnoughBalance(signerId: account.id, balance: balance, cost: total)
                throw .refusedByChain("\(lack)")
            }
            if request.actions.contains(where: \.runsContract) { return }
        }
    }

    private func forecast(
        _ request: TransactionRequest, by account: PhoneAccount, _ node: NEARRPCClient
    ) async throws(PhoneWalletError) -> ChainForecast {
        do throws(RPCError) {
            return try await ChainForecaster(
                request, signer: account.id, publicKey: account.key, isDelegated: false, client: node
            ).forecast()
        } catch {
            if case .cancelled = error { throw .near(.taskCancelled) }
            throw .near(.rpcError(DisplayText.words(error)))
        }
    }
}

extension Action {
    /// True for actions of which a contract may send NEAR to whom it likes.
    fileprivate var runsContract: Bool {
        switch self {
        case .functionCall, .delegate: true
        default: false
        }
    }
}
