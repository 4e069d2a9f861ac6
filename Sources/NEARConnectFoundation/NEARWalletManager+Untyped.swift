// SPDX-License-Identifier: MIT

public import Foundation
public import NEARConnect
public import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The names of near-connect-ios whose arguments or results are dictionaries, or else Foundation's.
///
/// They stand apart since `Any` in JSON needs all of Foundation, which is two thirds of what a program would link.
extension NEARWalletManager {
    /// Signs a transaction and sends it.
    ///
    /// - Parameters:
    ///   - receiverId: The account that the actions are applied to.
    ///   - actions: The actions as near-connect writes them: `["type": "Transfer", "params": ["deposit": "1"]]`.
    /// - Throws: ``NEARError``.
    public func signAndSendTransaction(
        receiverId: String, actions: [[String: Any]]
    ) async throws(NEARError) -> TransactionResult {
        let request = try UntypedJSON.request(receiverId: receiverId, actions: actions)
        return TransactionResult([
            try await signAndSendTransaction(receiverId: request.receiverId, actions: request.actions)
        ])
    }

    /// Calls a method of a contract.
    ///
    /// - Parameters:
    ///   - contractId: The contract's account.
    ///   - methodName: The method.
    ///   - args: The arguments, made into a JSON object.
    ///   - gas: The most gas that the call may burn, as decimal digits.
    ///   - deposit: NEAR that goes to the contract, in yoctoNEAR as decimal digits.
    /// - Throws: ``NEARError``.
    public func callFunction(
        contractId: String, methodName: String, args: [String: Any] = [:], gas: String = "30000000000000",
        deposit: String = "0"
    ) async throws(NEARError) -> TransactionResult {
        guard let gasAmount = UInt64(gas) else {
            throw .invalidArgument(
                name: "gas", reason: localized("“%1$s” is not a 64-bit number of gas units", "\(gas)"))
        }
        let contract = try NamedArgument.accountId(contractId, name: "contractId")
        let bytes = try UntypedJSON.value(args).bytes
        let amount = try NamedArgument.yoctoNEAR(deposit, name: "deposit")
        return TransactionResult([
            try await callFunction(
                contractId: contract, methodName: methodName, args: bytes, gas: Gas(gas: gasAmount), deposit: amount)
        ])
    }

    /// Signs in and signs a NEP-413 message in one step, with a nonce as `Data`.
    ///
    /// - Parameters:
    ///   - walletId: The wallet's id in the manifest; `nil` lets the user choose.
    ///   - message: The message, shown to the user by the wallet.
    ///   - recipient: The one whom the message is for, for example the app's domain.
    ///   - nonce: 32 bytes that make the signature this app's only.
    /// - Throws: ``NEARError``.
    public func signInAndSignMessage(
        walletId: String? = nil, message: String, recipient: String, nonce: Data
    ) async throws(NEARError) -> SignInWithMessageResult {
        try await signInAndSignMessage(
            walletId: walletId, message: message, recipient: recipient, nonce: [UInt8](nonce))
    }

    /// Signs NEP-366 delegate actions without sending them.
    ///
    /// - Parameter delegateActions: Each with `"receiverId"` (text) and `"actions"` (as in
    ///   ``signAndSendTransaction(receiverId:actions:)->NEARWalletManager.TransactionResult``).
    /// - Throws: ``NEARError``.
    public func signDelegateActions(
        delegateActions: [[String: Any]]
    ) async throws(NEARError) -> DelegateActionResult {
        let requests = try delegateActions.map { action throws(NEARError) in
            guard let receiverId = action["receiverId"] as? String, let actions = action["actions"] as? [[String: Any]]
            else {
                throw .invalidArgument(
                    name: "delegateActions", reason: localized("each needs \"receiverId\" and \"actions\""))
            }
            return try UntypedJSON.request(receiverId: receiverId, actions: actions)
        }
        return DelegateActionResult(try await signDelegateActions(requests))
    }

    /// Reads an account from the chain.
    ///
    /// - Parameter accountId: The account; the signed-in one when `nil`.
    /// - Returns: The fields of nearcore's `AccountView`: `amount` and `locked` in yoctoNEAR as text, `code_hash`,
    ///   `storage_usage` in bytes, and the block they hold for.
    /// - Throws: ``NEARError/rpcError(_:)``, ``NEARError/notSignedIn``.
    public func viewAccount(_ accountId: String? = nil) async throws(NEARError) -> [String: Any] {
        UntypedJSON.dictionary(try await accountView(accountId))
    }
}
