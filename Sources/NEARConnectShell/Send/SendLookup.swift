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
        let client: NEARRPCClient
        do {
            client = try manager.client()
        } catch {
            return SendQuote(receiver: .unknown(reason: DisplayText.words(error)), fee: nil, spendable: nil)
        }
        // The fee doesn't depend on the amount.
        let request = TransactionRequest(receiverId: receiver, actions: [.transfer(TransferAction(deposit: .zero))])
        async let found = ReceiverState(of: receiver, client: client, patience: Self.patience)
        let costs = await TransferCosts.of(request, signer: signer, client: client, patience: Self.patience)
        return SendQuote(receiver: await found, fee: costs?.fee, spendable: costs?.spendable)
    }
}
