// SPDX-License-Identifier: MIT

public import Foundation
public import NEARPrimitives

/// The reason why a devnet could not do what it was asked to.
public enum DevnetError: Error, Sendable, Hashable {
    /// Another program listens on the port.
    ///
    /// Choose another one, or 0 for a free one.
    case portInUse(UInt16)
    /// Listening on the port failed for another reason.
    case listeningFailed(port: UInt16, reason: String)
    /// The configuration contradicts itself.
    case invalidConfiguration(String)
    /// The stored chain can't be read or written.
    ///
    /// The disk is full, the file is damaged, or another process has it open.
    case stateUnusable(String)
    /// The stored chain is another one than the configuration asks for.
    ///
    /// Choose another folder, or its configuration.
    case stateMismatch(String)
    /// The keys can't be written into a folder.
    case credentialsNotWritten(folder: URL, reason: String)
    /// A transaction that the devnet made itself was refused.
    case transactionRefused(InvalidTxError)
    /// A transaction that the devnet made itself was executed and failed.
    case transactionFailed(ActionError)
    /// The ledger broke one of its own rules: a fault of this package.
    case ledgerBroken(String)
}

extension DevnetError: CustomStringConvertible {
    /// The error, in a sentence for the user.
    public var description: String {
        switch self {
        case .portInUse(let port): "Another program listens on port \(port); choose another one, or 0 for a free one."
        case .listeningFailed(let port, let reason): "The devnet can't listen on port \(port): \(reason)"
        case .invalidConfiguration(let reason): "The devnet's configuration is wrong: \(reason)"
        case .stateUnusable(let reason): "The devnet's stored state can't be used: \(reason)"
        case .stateMismatch(let difference):
            "The stored chain isn't the one that is asked for: \(difference). Choose another folder for the state."
        case .credentialsNotWritten(let folder, let reason):
            "The keys can't be written into \(folder.path(percentEncoded: false)): \(reason)"
        case .transactionRefused(let error): "The devnet refused the transaction: \(error)"
        case .transactionFailed(let error): "The transaction failed: \(error)"
        case .ledgerBroken(let reason): "The devnet's ledger is broken: \(reason)"
        }
    }
}
