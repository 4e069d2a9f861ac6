// SPDX-License-Identifier: MIT

// sample: send
import NEARConnect

/// Pays a shop and leaves a message in its guest book.
@MainActor
func buy(from shop: AccountId, book: AccountId, with manager: NEARWalletManager) async throws -> [CryptoHash] {
    // One transfer.
    let payment = try await manager.sendNEAR(to: shop, amount: NEARToken("1.5 NEAR"))

    // One call. The wallet shows the method, the arguments, the gas and the deposit.
    let arguments: JSONValue = ["text": "Thank you!"]
    let call = try await manager.callFunction(
        contractId: book, methodName: "add_message", args: Array(arguments.text.utf8), gas: .tera(30),
        deposit: .oneYocto)

    // Several transactions, approved together and sent in order.
    let tip = try Action.transfer(TransferAction(deposit: NEARToken("0.1 NEAR")))
    let both = try await manager.signAndSendTransactions([
        TransactionRequest(receiverId: shop, actions: [tip]), TransactionRequest(receiverId: book, actions: [tip]),
    ])
    return [payment.transactionHash, call.transactionHash] + both.map(\.transactionHash)
}
// end of sample

// sample: delegate
/// Has the user sign a transfer that a relayer sends and pays the gas for (NEP-366).
@MainActor
func giftForRelayer(to receiver: AccountId, with manager: NEARWalletManager) async throws -> String {
    let gift = try Action.transfer(TransferAction(deposit: NEARToken("0.25 NEAR")))
    let signed = try await manager.signDelegateActions([TransactionRequest(receiverId: receiver, actions: [gift])])
    return signed[0].base64  // Borsh in Base64, as relayers take it.
}
// end of sample
