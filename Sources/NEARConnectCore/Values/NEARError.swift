// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
internal import SafeText

/// The errors that an operation of ``NEARWalletManager`` can end with instead of a result.
///
/// Each case has a stable ``code`` for programs and a sentence for users (`errorDescription`). The cause is in the
/// case's own values; there is no other error below it. The first group has the names of near-connect-ios.
public enum NEARError: Error, Sendable {
    /// Another wallet operation is open, so none was started.
    case operationInProgress
    /// The operation needs an account, and the user isn't signed in.
    case notSignedIn
    /// A wallet's address could not be used.
    ///
    /// It is near-connect-ios's and is never thrown here: addresses are checked when a configuration is made, as
    /// ``invalidArgument(name:reason:)``.
    case invalidURL
    /// A transaction could not be written.
    ///
    /// It is near-connect-ios's and is never thrown here: ``invalidArgument(name:reason:)`` names the argument.
    case invalidTransaction
    /// The wallet said that it sent a transaction but gave no hash.
    ///
    /// It is near-connect-ios's and is never thrown here: without an outcome that can be read, an operation ends with
    /// ``walletError(_:)`` or ``transactionUnknown(hash:)``.
    case noTransactionHash
    /// The wallet, or the connector around it, failed; the text is its own.
    case walletError(String)
    /// The bridge page did not get ready in time.
    case webViewNotReady
    /// A node refused or could not be reached.
    case rpcError(String)

    /// The user closed the wallet or cancelled.
    case userCancelled
    /// The wallet refused, or its user did.
    case walletRejected(message: String)
    /// No answer came in time.
    ///
    /// A transaction that was handed to a wallet may still be sent.
    case timedOut(after: Duration)
    /// The `Task` that waited was cancelled.
    case taskCancelled
    /// The web process ended while the request was open.
    case bridgeCrashed
    /// The bridge page was reloaded while the request was open.
    case bridgeReloaded
    /// The bridge can't work here; the reason says what to do.
    case bridgeUnavailable(reason: String)
    /// The manager was closed or released.
    case managerReleased
    /// No wallet of that id is known.
    case unknownWallet(id: String)
    /// The signed content isn't the requested one, or its signature is wrong.
    case signatureInvalid(reason: String)
    /// The chain executed the transaction and it failed.
    case transactionFailed(outcome: FinalExecutionOutcome)
    /// A transaction was handed over, and its fate could not be found out.
    ///
    /// Never send it again blindly.
    case transactionUnknown(hash: CryptoHash?)
    /// A wallet executed the first of several transactions and then stopped.
    ///
    /// Never send them all again.
    ///
    /// - Parameters:
    ///   - outcomes: The outcomes of the executed transactions, in the order of the requests, each compared with its
    ///     request.
    ///   - hash: The transaction that went wrong, if it is known. It may have been executed, unless looking it up says
    ///     otherwise.
    ///   - reason: The wallet's reason.
    case partiallySent(outcomes: [FinalExecutionOutcome], hash: CryptoHash?, reason: String)
    /// An argument can't be used.
    ///
    /// Nothing was started.
    case invalidArgument(name: String, reason: String)
    /// The stored account could not be written or read.
    case storage(reason: String)
    /// The journal could not be written or read.
    ///
    /// A request isn't started before it is written there.
    case journal(reason: String)
    /// The network's nodes serve another chain than its name says, or different chains.
    ///
    /// The keystore signed nothing.
    case wrongChain(ChainConflict)

    /// A name for programs.
    ///
    /// It doesn't change between versions.
    public var code: String {
        switch self {
        case .operationInProgress: "operation-in-progress"
        case .notSignedIn: "not-signed-in"
        case .invalidURL: "invalid-url"
        case .invalidTransaction: "invalid-transaction"
        case .noTransactionHash: "no-transaction-hash"
        case .walletError: "wallet-error"
        case .webViewNotReady: "web-view-not-ready"
        case .rpcError: "rpc-error"
        case .userCancelled: "user-cancelled"
        case .walletRejected: "wallet-rejected"
        case .timedOut: "timed-out"
        case .taskCancelled: "task-cancelled"
        case .bridgeCrashed: "bridge-crashed"
        case .bridgeReloaded: "bridge-reloaded"
        case .bridgeUnavailable: "bridge-unavailable"
        case .managerReleased: "manager-released"
        case .unknownWallet: "unknown-wallet"
        case .signatureInvalid: "signature-invalid"
        case .transactionFailed: "transaction-failed"
        case .transactionUnknown: "transaction-unknown"
        case .invalidArgument: "invalid-argument"
        case .storage: "storage"
        case .journal: "journal"
        case .wrongChain: "wrong-chain"
        case .partiallySent: "partially-sent"
        }
    }
}

extension NEARError: LocalizedError {
    /// A sentence for the user: what happened, and what to do.
    public var errorDescription: String? { DisplayText.sentence(sentence) }

    private var sentence: String {
        switch self {
        case .operationInProgress:
            localized("Another wallet operation is in progress. Finish or cancel it first.")
        case .notSignedIn:
            localized("You are not signed in. Connect a wallet first.")
        case .invalidURL:
            localized("The wallet’s address can’t be used. Choose another wallet.")
        case .invalidTransaction:
            localized("The transaction can’t be written. Check its receiver and its actions.")
        case .noTransactionHash:
            localized("The wallet sent a transaction but gave no hash. Look at your account’s latest transactions.")
        case .walletError(let message):
            QuotedJSON.inWords(message)
        case .webViewNotReady:
            localized("The wallet bridge did not get ready in time. Try again.")
        case .rpcError(let message):
            localized("The NEAR node refused the call: %1$s", QuotedJSON.inWords(message))
        case .userCancelled:
            localized("You cancelled the operation.")
        case .walletRejected(let message):
            localized("The wallet refused: %1$s", QuotedJSON.inWords(message))
        case .timedOut(let duration):
            localized("No answer came within %1$s. Try again.", DisplayText.words(duration))
        case .taskCancelled:
            localized("The program cancelled the operation.")
        case .bridgeCrashed:
            localized("The wallet’s web process crashed and was started again. Try once more.")
        case .bridgeReloaded:
            localized("The wallet bridge was reloaded while the wallet worked. Try once more.")
        case .bridgeUnavailable(let reason):
            localized("The wallet bridge can’t run: %1$s", reason)
        case .managerReleased:
            localized("The program closed its connection to wallets. Start the program again.")
        case .unknownWallet(let id):
            localized("No wallet has the id “%1$s”. Choose one of the list.", DisplayText.line(id))
        case .signatureInvalid(let reason):
            localized("The wallet’s signature was refused: %1$s", reason)
        case .transactionFailed(let outcome):
            localized(
                "Transaction %1$s failed on the chain. %2$s", "\(outcome.transactionHash)",
                outcome.failureDescription ?? localized("Look it up to see why."))
        case .transactionUnknown(let hash?):
            localized(
                "It isn’t known whether transaction %1$s was executed. Look it up before you send anything again.",
                "\(hash)")
        case .transactionUnknown(nil):
            localized(
                "It isn’t known whether the transaction was executed. Look at your account before you send anything again."
            )
        case .invalidArgument(let name, let reason):
            localized("%1$s: %2$s", name, reason)
        case .storage(let reason):
            localized("The account could not be stored or read: %1$s", reason)
        case .journal(let reason):
            localized(
                "The journal of transactions can’t be used (%1$s). Nothing was sent. Make room on the disk, or repair the file’s permissions.",
                reason)
        case .wrongChain(let conflict):
            localized("%1$s Name the network’s own nodes, or give the other chain another id.", "\(conflict)")
        case .partiallySent(let outcomes, let hash?, let reason):
            localizedPlural(
                "The wallet executed %1$s transaction and stopped: %2$s. Look up %3$s before you send the rest.",
                "The wallet executed %1$s transactions and stopped: %2$s. Look up %3$s before you send the rest.",
                count: outcomes.count, "\(outcomes.count)", QuotedJSON.inWords(reason), "\(hash)")
        case .partiallySent(let outcomes, nil, let reason):
            localizedPlural(
                "The wallet executed %1$s transaction and stopped: %2$s. Look at your account before you send the rest.",
                "The wallet executed %1$s transactions and stopped: %2$s. Look at your account before you send the rest.",
                count: outcomes.count, "\(outcomes.count)", QuotedJSON.inWords(reason))
        }
    }
}
