// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Asks nodes about the transfer that a form has.
struct SendLookup: Sendable {
    /// The time that a node has for one question.
    private static let patience = Duration.seconds(8)

    /// The account that gets it.
    let receiver: AccountId
    /// The account that sends it.
    let signer: AccountId

    /// Returns what is known of the receiver, the fee and the sender's balance.
    @MainActor
    func quote(_ manager: NEARWalletManager) async -> SendQuote {
        do {
            let client = try manager.client()
            let found = await ReceiverState(of: receiver, client: client, patience: Self.patience)
            // The fee doesn't depend on the amount.
            let request = TransactionRequest(
                receiverId: receiver, actions: [.transfer(TransferAction(deposit: .zero))])
            let forecaster = ChainForecaster(
                request, signer: signer, publicKey: nil, isDelegated: false, client: client)
            let (forecast, own) = try await TimeLimit(Self.patience).run { [signer] in
                async let forecast = forecaster.forecast()
                async let own = client.viewAccount(signer)
                return try await (forecast, own.value)
            }
            return SendQuote(receiver: found, fee: forecast.fee?.most, spendable: own.spendable())
        } catch {
            return SendQuote(receiver: .unknown(reason: DisplayText.words(error)), fee: nil, spendable: nil)
        }
    }
}
