// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import NEARSharedKeys
internal import SafeText

/// Has the connected wallet give an account its first shared key, and make that account where it is new.
struct ManagerKeyPlacer: AccountKeyPlacer {
    /// The time that the chain has to finish what was sent.
    private static let patience = Duration.seconds(60)

    let manager: NEARWalletManager
    /// The amount that a new account gets; `nil` for one that is there.
    let deposit: NEARToken?

    func place(_ key: PublicKey, on account: AccountId) async throws(SharedKeyError) {
        let signer = try await signer(for: account)
        if deposit != nil { try await requireNew(account) }
        let add = Action.addKey(
            AddKeyAction(publicKey: key, accessKey: AccessKey(nonce: 0, permission: .fullAccess)))
        let actions = deposit.map { [.createAccount, .transfer(TransferAction(deposit: $0)), add] } ?? [add]
        let outcome: FinalExecutionOutcome
        do throws(NEARError) {
            outcome = try await manager.signAndSendTransaction(receiverId: account, actions: actions)
        } catch {
            throw SharedKeyError(changing: error)
        }
        do {
            // Wallets answer earlier; a key counts once nodes show it as final.
            _ = try await manager.client().transaction(
                outcome.transactionHash, signerId: signer, waitUntil: .final, deadline: Self.patience)
        } catch {
            // It is done all the same. Whoever counts on the key looks for it, and goes on later where it isn't shown.
        }
    }

    /// Refuses a new account that exists already.
    ///
    /// - Throws: ``SharedKeyError/refused(reason:)``, which names it; ``SharedKeyError/unavailable(reason:)`` where no
    ///   node says so.
    func requireNew(_ account: AccountId) async throws(SharedKeyError) {
        do {
            _ = try await manager.client().viewAccount(account)
        } catch {
            if case .unknownAccount? = (error as? RPCError)?.cause { return }
            throw SharedKeyError(changing: error)
        }
        throw .refused(
            reason: localized(
                "%1$s exists already. Choose another name. If the account is yours, connect it, and give it the key.",
                account.text))
    }

    /// Returns the account that signs: the account itself, or the one above a new one.
    private func signer(for account: AccountId) async throws(SharedKeyError) -> AccountId {
        if let connected = await manager.connectedAccount {
            let fits = deposit == nil ? account == connected : account.isSubAccount(of: connected)
            if fits { return connected }
        }
        guard let parent = account.parent, !parent.isTopLevel else {
            throw .refused(
                reason: localized(
                    "%1$s isn’t connected, and its own wallet gives it the key. Connect it, then choose “Go on…”.",
                    account.text))
        }
        throw .refused(
            reason: localized(
                "%1$s gets the key by its own wallet, or by that of %2$s where it is a new account. Connect one of the two, then choose “Go on…”.",
                account.text, parent.text))
    }
}

extension NEARWalletManager {
    /// The account that is connected.
    var connectedAccount: AccountId? {
        do {
            return try currentAccount.map { try AccountId($0.accountId) }
        } catch {
            return nil
        }
    }
}
