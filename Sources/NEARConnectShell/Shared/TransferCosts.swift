// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// A node's word on the NEAR that a transfer takes beside what is sent.
struct TransferCosts: Equatable, Sendable {
    /// The most that its fee is; `nil` where the node doesn't tell.
    let fee: NEARToken?
    /// The amount that the account can spend.
    let spendable: NEARToken

    /// Asks a node.
    ///
    /// - Parameters:
    ///   - request: The transaction.
    ///   - signer: The account that sends it.
    ///   - client: The network's nodes.
    ///   - patience: The time that the node has.
    /// - Returns: The costs; `nil` where no node tells them in time.
    @MainActor
    static func of(
        _ request: TransactionRequest, signer: AccountId, client: NEARRPCClient, patience: Duration
    ) async -> TransferCosts? {
        let forecaster = ChainForecaster(
            request, signer: signer, publicKey: nil, isDelegated: false, client: client)
        do {
            return try await TimeLimit(patience).run {
                async let forecast = forecaster.forecast()
                async let own = client.viewAccount(signer)
                return try await TransferCosts(fee: forecast.fee?.most, spendable: own.value.spendable())
            }
        } catch {
            return nil  // What isn't known is left out.
        }
    }

    /// The sentences about a transfer of a token; empty where no node tells.
    ///
    /// - Parameters:
    ///   - storage: The NEAR that the receiver's storage takes.
    ///   - receiver: The receiver.
    ///   - style: The way to write numbers.
    func words(storage: NEARToken, for receiver: AccountId, style: NumberStyle) -> String {
        guard let fee else { return "" }
        var words = localized("Fee: at most %1$s.", style.near(atMost: fee, digits: 6))
        if storage > .zero {
            words +=
                " "
                + localized(
                    "%1$s has no place for it yet: you pay %2$s for that.", receiver.text, style.words(storage))
        }
        let (all, overflow) = fee.yoctoNEAR.addingReportingOverflow(storage.yoctoNEAR)
        if overflow || all > spendable.yoctoNEAR {
            words += " " + localized("You have too little NEAR for that.")
        }
        return words
    }
}
