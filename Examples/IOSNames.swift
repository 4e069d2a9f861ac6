// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectFoundation

/// Names every public name of near-connect-ios that is no view, with the types that it has there.
///
/// `ComparedWithIOS.md` has a row each: `IOSNamesTests` compares the rows with these lines.
@MainActor
func nameAllOfIOS(_ name: (Any) -> Void) {
    name(NEARAccount.self)
    name(\NEARAccount.accountId as KeyPath<NEARAccount, String>)
    name(\NEARAccount.publicKey as KeyPath<NEARAccount, String?>)
    name(\NEARAccount.walletId as KeyPath<NEARAccount, String>)
    name(\NEARAccount.displayName as KeyPath<NEARAccount, String>)
    name(\NEARAccount.shortDisplayName as KeyPath<NEARAccount, String>)
    name(NEARAccount.init(accountId:publicKey:walletId:) as (String, String?, String) -> NEARAccount)

    name(NEARError.self)
    name(NEARError.operationInProgress as NEARError)
    name(NEARError.notSignedIn as NEARError)
    name(NEARError.invalidURL as NEARError)
    name(NEARError.invalidTransaction as NEARError)
    name(NEARError.noTransactionHash as NEARError)
    name(NEARError.walletError(_:) as (String) -> NEARError)
    name(NEARError.webViewNotReady as NEARError)
    name(NEARError.rpcError(_:) as (String) -> NEARError)
    name(\NEARError.errorDescription as KeyPath<NEARError, String?>)

    nameState(name)
    nameResults(name)
    nameVerbs(name)
}

@MainActor
private func nameState(_ name: (Any) -> Void) {
    name(NEARWalletManager.self)
    name(NEARWalletManager.init(userDefaults:) as @MainActor (UserDefaults) -> NEARWalletManager)
    name(NEARWalletManager.init(features:) as @MainActor ([String: Bool]) -> NEARWalletManager)
    name(\NEARWalletManager.currentAccount as KeyPath<NEARWalletManager, NEARAccount?>)
    name(\NEARWalletManager.isSignedIn as KeyPath<NEARWalletManager, Bool>)
    name(\NEARWalletManager.isBusy as KeyPath<NEARWalletManager, Bool>)
    name(\NEARWalletManager.isBridgeReady as KeyPath<NEARWalletManager, Bool>)
    name(\NEARWalletManager.lastError as ReferenceWritableKeyPath<NEARWalletManager, String?>)
    name(\NEARWalletManager.showWalletUI as ReferenceWritableKeyPath<NEARWalletManager, Bool>)
    name(\NEARWalletManager.network as ReferenceWritableKeyPath<NEARWalletManager, NEARWalletManager.Network>)
    name(\NEARWalletManager.pendingConnect as ReferenceWritableKeyPath<NEARWalletManager, Bool>)
    name(
        \NEARWalletManager.pendingSignMessageParams
            as ReferenceWritableKeyPath<NEARWalletManager, (message: String, recipient: String, nonce: Data)?>)
    name(NEARWalletManager.Network.self)
    name(NEARWalletManager.Network.mainnet as NEARWalletManager.Network)
    name(NEARWalletManager.Network.testnet as NEARWalletManager.Network)
    name(NEARWalletManager.Network.allCases as [NEARWalletManager.Network])
    name(NEARWalletManager.Network.init(rawValue:) as (String) -> NEARWalletManager.Network?)
    name(\NEARWalletManager.Network.rawValue as KeyPath<NEARWalletManager.Network, String>)
}

@MainActor
private func nameResults(_ name: (Any) -> Void) {
    typealias SignedIn = NEARWalletManager.SignInWithMessageResult
    name(NEARWalletManager.SignInWithMessageResult.self)
    name(NEARWalletManager.SignInWithMessageResult.init(account:signedMessage:) as (NEARAccount, String?) -> SignedIn)
    name(\NEARWalletManager.SignInWithMessageResult.account as KeyPath<SignedIn, NEARAccount>)
    name(\NEARWalletManager.SignInWithMessageResult.signedMessage as KeyPath<SignedIn, String?>)

    typealias Sent = NEARWalletManager.TransactionResult
    name(NEARWalletManager.TransactionResult.self)
    name(NEARWalletManager.TransactionResult.init(transactionHashes:rawResult:) as ([String], String?) -> Sent)
    name(\NEARWalletManager.TransactionResult.transactionHashes as KeyPath<Sent, [String]>)
    name(\NEARWalletManager.TransactionResult.rawResult as KeyPath<Sent, String?>)

    typealias Signed = NEARWalletManager.MessageSignResult
    name(NEARWalletManager.MessageSignResult.self)
    name(
        NEARWalletManager.MessageSignResult.init(accountId:publicKey:signature:)
            as (String?, String?, String?) -> Signed)
    name(\NEARWalletManager.MessageSignResult.accountId as KeyPath<Signed, String?>)
    name(\NEARWalletManager.MessageSignResult.publicKey as KeyPath<Signed, String?>)
    name(\NEARWalletManager.MessageSignResult.signature as KeyPath<Signed, String?>)

    typealias Delegated = NEARWalletManager.DelegateActionResult
    name(NEARWalletManager.DelegateActionResult.self)
    name(NEARWalletManager.DelegateActionResult.init(signedDelegateActions:) as ([String]) -> Delegated)
    name(\NEARWalletManager.DelegateActionResult.signedDelegateActions as KeyPath<Delegated, [String]>)
}

@MainActor
private func nameVerbs(_ name: (Any) -> Void) {
    typealias Manager = NEARWalletManager
    typealias Verb<Result> = @MainActor () -> Result
    name(NEARWalletManager.connect as (Manager) -> Verb<Void>)
    name(NEARWalletManager.connect(walletId:) as (Manager) -> @MainActor (String) -> Void)
    name(
        NEARWalletManager.connectAndSignMessage(message:recipient:nonce:)
            as (Manager) -> @MainActor (String, String, Data?) async throws -> Manager.SignInWithMessageResult)
    name(
        NEARWalletManager.signInAndSignMessage(walletId:message:recipient:nonce:)
            as (Manager) -> @MainActor (String?, String, String, Data) async throws -> Manager.SignInWithMessageResult)
    name(NEARWalletManager.triggerWalletSelector as (Manager) -> Verb<Void>)
    name(
        NEARWalletManager.triggerConnectWithSignMessage(message:recipient:nonce:)
            as (Manager) -> @MainActor (String, String, Data) -> Void)
    name(NEARWalletManager.disconnect as (Manager) -> Verb<Void>)
    name(NEARWalletManager.closePopups as (Manager) -> Verb<Void>)
    name(NEARWalletManager.cleanUpOnDismiss as (Manager) -> Verb<Void>)
    name(
        NEARWalletManager.signAndSendTransaction(receiverId:actions:)
            as (Manager) -> @MainActor (String, [[String: Any]]) async throws -> Manager.TransactionResult)
    name(
        NEARWalletManager.sendNEAR(to:amountYocto:)
            as (Manager) -> @MainActor (String, String) async throws -> Manager.TransactionResult)
    name(
        NEARWalletManager.callFunction(contractId:methodName:args:gas:deposit:)
            as (Manager) ->
            @MainActor (String, String, [String: Any], String, String) async throws
            -> Manager.TransactionResult)
    name(
        NEARWalletManager.signMessage(message:recipient:nonce:)
            as (Manager) -> @MainActor (String, String, Data?) async throws -> Manager.MessageSignResult)
    name(
        NEARWalletManager.signDelegateActions(delegateActions:)
            as (Manager) -> @MainActor ([[String: Any]]) async throws -> Manager.DelegateActionResult)
    name(NEARWalletManager.viewAccount(_:) as (Manager) -> @MainActor (String?) async throws -> [String: Any])
    name(NEARWalletManager.formatNEAR(yoctoNEAR:) as (String) -> String)
    name(NEARWalletManager.toYoctoNEAR(_:) as (String) -> String?)
}

/// Calls what has default arguments as programs for near-connect-ios do; it is compiled, not run.
@MainActor
func callAsOnIOS() async throws -> String {
    let manager = NEARWalletManager()
    manager.lastError = nil
    manager.network = .testnet
    manager.showWalletUI = false
    let signedIn = try await manager.connectAndSignMessage(message: "Hello", recipient: "shop.near")
    let sent = try await manager.callFunction(contractId: "book.near", methodName: "read")
    let signed = try await manager.signMessage(message: "Hello", recipient: "shop.near")
    let fields = try await manager.viewAccount()
    let amount = NEARWalletManager.formatNEAR(yoctoNEAR: fields["amount"] as? String ?? "0")
    return [signedIn.signedMessage, sent.transactionHashes.first, signed.signature, amount].compactMap(\.self)
        .joined(separator: " ")
}

/// Sorts errors as a program for near-connect-ios does, with a `default` for those that it doesn't know.
func sentence(for error: NEARError) -> String {
    switch error {
    case .operationInProgress, .webViewNotReady: "Later"
    case .notSignedIn: "Sign in"
    case .invalidURL, .invalidTransaction, .noTransactionHash: "A mistake"
    case .walletError(let text), .rpcError(let text): text
    default: error.localizedDescription
    }
}
