// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARRPC
internal import SafeText

/// Asks the chain what a transaction would cost and whether anything stands against it; nothing is signed or sent.
///
/// Contracts aren't run: what they do, and what they burn of their gas, nobody knows before.
package struct ChainForecaster: Sendable {
    /// The bytes for which an account needs no balance (NEP-448).
    static let freeBytes: UInt64 = 770

    let client: NEARRPCClient
    private let request: TransactionRequest
    private let signer: AccountId
    private let publicKey: PublicKey?
    private let isDelegated: Bool

    /// - Parameters:
    ///   - request: The receiver and the actions.
    ///   - signer: The account that signs.
    ///   - publicKey: The key that signs; `nil` where only the wallet knows it.
    ///   - isDelegated: True for a delegate action, which another account pays for.
    ///   - client: The chain's nodes.
    package init(
        _ request: TransactionRequest, signer: AccountId, publicKey: PublicKey?, isDelegated: Bool,
        client: NEARRPCClient
    ) {
        (self.request, self.signer, self.publicKey) = (request, signer, publicKey)
        (self.isDelegated, self.client) = (isDelegated, client)
    }

    /// Looks at the newest final block.
    ///
    /// - Throws: `RPCError` where no node answers.
    package func forecast() async throws(RPCError) -> ChainForecast {
        let header = try await client.block(.final).header
        var forecast = ChainForecast(height: header.height, blockHash: header.hash)
        let state = ChainState(client: client, block: .hash(header.hash), height: header.height)
        var bytePrice = AccountView.bytePrice
        do {
            let configuration = try await client.protocolConfig()
            bytePrice = configuration.storageAmountPerByte
            let fees = try RuntimeFees(configuration)
            forecast.storage = storage(at: fees, bytePrice: bytePrice)
            if !isDelegated { forecast.fee = try fee(at: fees, price: header.gasPrice) }
        } catch {
            if let error = error as? RPCError, !Self.isAnswer(error) { throw error }
            forecast.untoldFee = Self.words(error)
        }
        do {
            if !isDelegated { forecast.deposit = try Self.deposit(of: request.actions) }
        } catch {
            forecast.refusals.append(.transaction(.costOverflow))
            return forecast
        }
        guard let account = try await state.account(signer) else {
            forecast.refusals.append(.transaction(.signerDoesNotExist(signerId: signer)))
            return forecast
        }
        forecast.balance = account.amount
        try await look(at: account, bytePrice: bytePrice, state, &forecast)
        var actions = ActionForecast(state)
        try await actions.look(at: request, from: signer, &forecast.refusals)
        if let lack = lack(of: account, bytePrice, forecast) { forecast.refusals.append(lack) }
        return forecast
    }

    // MARK: The transaction

    /// Looks at the key and the balance, as a node does before it takes a transaction.
    private func look(
        at account: AccountView, bytePrice: NEARToken, _ state: ChainState, _ forecast: inout ChainForecast
    ) async throws(RPCError) {
        if let publicKey {
            guard let key = try await state.key(publicKey, of: signer) else {
                return refuse(.accessKeyNotFound(accountId: signer, publicKey: publicKey), &forecast)
            }
            forecast.key = key
            let nonce = key.nonce.addingReportingOverflow(1)
            forecast.nonce = nonce.overflow ? nil : nonce.partialValue
            if let bound = AccessKey.nonceBound(afterHeight: forecast.height), nonce.overflow || nonce.0 >= bound {
                forecast.refusals.append(
                    .transaction(.nonceTooLarge(transactionNonce: nonce.partialValue, upperBound: bound)))
            }
            look(at: key.permission, &forecast)
        }
        guard !isDelegated else { return }
        do {
            let cost = try forecast.most()
            guard account.amount >= cost else {
                let lack = InvalidTxError.notEnoughBalance(signerId: signer, balance: account.amount, cost: cost)
                return forecast.refusals.append(.transaction(lack))
            }
            let left = try account.amount.subtracting(cost).adding(account.locked)
            let held = try bytePrice.multiplied(by: account.storageUsage)
            if account.storageUsage > Self.freeBytes, left < held {
                forecast.refusals.append(
                    .transaction(.lackBalanceForState(signerId: signer, amount: try held.subtracting(left))))
            }
            if case .functionCall(let permission)? = forecast.key?.permission, let allowance = permission.allowance,
                allowance < cost, let publicKey
            {
                refuse(
                    .notEnoughAllowance(accountId: signer, publicKey: publicKey, allowance: allowance, cost: cost),
                    &forecast)
            }
        } catch {
            forecast.refusals.append(.transaction(.costOverflow))
        }
    }

    /// Looks at what the key may do.
    private func look(at permission: AccessKeyPermissionView, _ forecast: inout ChainForecast) {
        switch permission {
        case .fullAccess, .unrecognized: return
        case .gasKeyFullAccess(let info), .gasKeyFunctionCall(let info, _):
            // Transactions of this program name none of a gas key's nonces.
            isDelegated
                ? refuse(.delegateActionRequiresNonGasKey, &forecast)
                : forecast.refusals.append(
                    .transaction(.invalidNonceIndex(transactionNonceIndex: nil, numNonces: info.numNonces)))
        case .functionCall(let limit):
            if let reason = limit.refusal(of: request) { refuse(reason, &forecast) }
        }
    }

    private func refuse(_ reason: InvalidAccessKeyError, _ forecast: inout ChainForecast) {
        forecast.refusals.append(
            isDelegated ? .action(.delegateActionAccessKeyError(reason)) : .transaction(.invalidAccessKeyError(reason)))
    }

    // MARK: Costs

    private func fee(at fees: RuntimeFees, price: NEARToken) throws -> ChainForecast.Fee {
        guard !fees.inflatesGasPrice else { throw GasBill.UntoldError.action("Receipt") }
        let gas = try GasBill(of: request.actions, from: signer, to: request.receiverId, at: fees)
        let (least, most) = try gas.fee(at: price)
        return ChainForecast.Fee(gasPrice: price, gas: gas, least: least, most: most)
    }

    private func storage(at fees: RuntimeFees, bytePrice: NEARToken) -> ChainForecast.Storage? {
        let bytes = fees.addedBytes(of: request.actions)
        guard bytes > 0 else { return nil }
        do {
            let isFree = bytes <= Self.freeBytes && request.actions.contains(.createAccount)
            return ChainForecast.Storage(bytes: bytes, held: isFree ? .zero : try bytePrice.multiplied(by: bytes))
        } catch {
            return nil  // No account could hold it, which the balance shows.
        }
    }

    /// Returns what a deployment lacks on the signer's own account; code that is replaced may make room.
    private func lack(
        of account: AccountView, _ bytePrice: NEARToken, _ forecast: ChainForecast
    ) -> ChainRefusal? {
        guard request.receiverId == signer, !isDelegated, !account.hasContract, forecast.refusals.isEmpty,
            let bytes = forecast.storage?.bytes
        else { return nil }
        let usage = account.storageUsage.addingReportingOverflow(bytes)
        guard !usage.overflow, usage.partialValue > Self.freeBytes else { return nil }
        do {
            let left = try account.amount.subtracting(try forecast.most()).adding(account.locked)
            let held = try bytePrice.multiplied(by: usage.partialValue)
            guard left < held else { return nil }
            return .action(.lackBalanceForState(accountId: signer, amount: try held.subtracting(left)))
        } catch {
            return .transaction(.costOverflow)
        }
    }

    /// Returns the NEAR that actions carry, also those inside of delegate actions, whose relayer pays it.
    static func deposit(of actions: [Action]) throws(AmountError) -> NEARToken {
        var total = NEARToken.zero
        for action in actions {
            switch action {
            case .stake: break
            case .delegate(let signed): total = try total.adding(try deposit(of: signed.delegateAction.actions))
            default: total = try total.adding(action.spentDeposit)
            }
        }
        return total
    }

    /// Returns whether a node has answered, though not with what was asked for.
    private static func isAnswer(_ error: RPCError) -> Bool {
        switch error {
        case .node, .unexpectedResult: true
        default: false
        }
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case GasBill.UntoldError.action(let name):
            localized("nodes don’t tell the fee of %1$s", name)
        case GasBill.UntoldError.overflow, is AmountError: localized("it is more than can be written")
        case is RPCError: localized("the node doesn’t tell its protocol configuration")
        default: localized("the node’s protocol configuration can’t be read (%1$s)", DisplayText.words(error))
        }
    }
}
