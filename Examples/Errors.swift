// SPDX-License-Identifier: MIT

// sample: errors
import Foundation
import NEARConnect

/// The knowledge of the chain after an operation has thrown.
enum Aftermath {
    case nothingHappened
    case lookFirst
    case happened
}

/// Sorts the errors by what they say of the chain.
func aftermath(of error: NEARError) -> Aftermath {
    switch error {
    case .operationInProgress, .notSignedIn, .unknownWallet, .invalidArgument, .invalidURL, .invalidTransaction,
        .webViewNotReady, .wrongChain, .journal, .storage:
        .nothingHappened
    case .userCancelled, .walletRejected, .walletError, .timedOut, .taskCancelled, .bridgeCrashed, .bridgeReloaded,
        .bridgeUnavailable, .managerReleased, .rpcError, .transactionUnknown, .noTransactionHash:
        .lookFirst
    case .transactionFailed, .partiallySent, .signatureInvalid:
        .happened
    }
}

/// Pays once, and returns a sentence for the user.
///
/// It never sends again by itself.
@MainActor
func pay(_ shop: AccountId, _ amount: NEARToken, with manager: NEARWalletManager) async throws -> String {
    let newest = try await manager.history().first?.id
    do {
        let outcome = try await manager.sendNEAR(to: shop, amount: amount)
        return "Paid: \(outcome.transactionHash)"
    } catch {
        switch aftermath(of: error) {
        case .nothingHappened: return "Not paid. \(error.localizedDescription)"
        case .happened: return "Look at your account. \(error.localizedDescription)"
        case .lookFirst: break
        }
        // The journal's entry says more than the error does: a wallet's "no" is no proof.
        guard let entry = try await manager.history().first, entry.id != newest else { return "Not paid." }
        switch entry.state {
        case .notSent(let reason): return "Not paid: \(reason)"
        case .confirmed(let hash): return "Paid after all: \(hash?.description ?? "see your wallet")"
        case .failed(_, let reason): return "The chain refused the payment: \(reason)"
        case .open, .signed, .refused, .unknown:
            return "Whether you paid isn't known yet. Don't pay again before you have looked. \(entry.state.detail)"
        }
    }
}
// end of sample
