// SPDX-License-Identifier: MIT

internal import SafeText

/// The exit statuses of the commands.
///
/// Pipelines depend on them: they don't change. README and the manual page have the same table
/// (`ExitStatusTests`).
package enum ExitStatus: Int32, Sendable, CaseIterable {
    /// The command did its work.
    case success = 0
    /// The command failed for a reason without a status of its own.
    case failure = 1
    /// An update is offered and waits to be accepted.
    case waits = 2
    /// Something could not be fetched, or no node answered in time.
    case unavailable = 3
    /// Something isn't pinned, or doesn't run.
    case refused = 4
    /// There is no such wallet, or nothing to do with it.
    case nothing = 5
    /// The user or the program cancelled.
    case cancelled = 6
    /// The wallet refused, or its user did.
    case refusedByWallet = 7
    /// The chain executed nothing, or what it executed failed.
    case refusedByChain = 8
    /// A transaction may have been executed, or not.
    case unknownOutcome = 9
    /// No window can be shown, or no page loaded, on this machine.
    case noDisplay = 10
    /// The approval policy doesn't cover what was asked for; nothing was signed.
    case refusedByPolicy = 11
    /// Fewer than two shares of a shared key are at hand.
    case sharesMissing = 12
    /// A share or words aren't those of the key.
    case wrongShare = 13
    /// An identity provider or a share service refused.
    case refusedByLogin = 14
    /// The command line is wrong; nothing was started.
    case usage = 64
    /// The program itself is at fault.
    case fault = 70

    /// The meaning, in a sentence for the user.
    package var meaning: String {
        switch self {
        case .success: localized("It is done.")
        case .failure: localized("It failed for a reason that has no number of its own.")
        case .waits: localized("An update of a wallet is offered and waits for “wallets trust”.")
        case .unavailable: localized("Something could not be fetched, or no node answered in time.")
        case .refused:
            localized("A wallet’s code was refused: not the pinned one, an older one, or one that was altered.")
        case .nothing: localized("There is no such wallet, or nothing to pin or to remove.")
        case .cancelled: localized("It was cancelled.")
        case .refusedByWallet: localized("The wallet refused, or its user did.")
        case .refusedByChain: localized("The chain said no: nothing was executed, or what was executed failed.")
        case .unknownOutcome: localized("It isn’t known whether a transaction was executed. Look it up first.")
        case .noDisplay: localized("There is no display, or web pages can’t be shown on this machine.")
        case .refusedByPolicy: localized("The approval policy refused. Nothing was signed.")
        case .sharesMissing: localized("There are not enough shares of the key: two are needed.")
        case .wrongShare: localized("The words or the share aren’t the key’s.")
        case .refusedByLogin: localized("The login or its share service refused.")
        case .usage: localized("The command line is wrong. Nothing was started.")
        case .fault: localized("The program itself is at fault. Report it.")
        }
    }
}
