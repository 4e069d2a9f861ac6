// SPDX-License-Identifier: MIT

internal import NEARConnect

/// The way in which an open operation ends when its manager is closed, or its call is cancelled.
enum WorkEnding {
    /// The manager ends it, and says with what.
    case byTheManager
    /// It stops, and says what became of it: something may have been sent by then.
    case byItsOwnWord
    /// It ends at once when the manager is closed. A cancelled one stops and says what became of it, which is nothing
    /// where it fails.
    case wholeOrNotAtAll
    /// It ends at once when the manager is closed. A cancelled one stops and says what became of it.
    case atOnceWhenClosed
    /// It only asks: it ends at once, and an answer that comes later is lost.
    case atOnce

    var isAtOnceWhenClosed: Bool {
        switch self {
        case .byTheManager, .byItsOwnWord: false
        case .wholeOrNotAtAll, .atOnceWhenClosed, .atOnce: true
        }
    }
}

extension ManagerVerb {
    var ending: WorkEnding {
        switch self {
        case .ready, .wallets, .signIn, .signInAndSignMessage, .signOut, .signMessage, .sendNEAR, .callFunction,
            .signAndSendTransaction, .signAndSendTransactions, .signDelegateActions:
            .byTheManager
        case .viewAccount, .viewFunction, .history: .atOnce
        // A method of a node may send; the others change what is stored.
        case .rpc, .checkSession, .reconcile: .byItsOwnWord
        }
    }
}

extension ProgramVerb {
    var ending: WorkEnding {
        switch self {
        case .signInWithKeystore: .byTheManager
        // They ask the chain outside a wallet's request.
        case .signInWithFunctionCallKey, .relay, .addFunctionCallKey: .byItsOwnWord
        case .acceptWalletUpdate, .declineWalletUpdate: .wholeOrNotAtAll
        case .forgetWallet, .resetCache: .atOnceWhenClosed
        case .walletUpdates, .lookForWalletUpdates, .identifyChain: .atOnce
        }
    }
}
