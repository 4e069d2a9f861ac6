// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import TestSupport

@testable import NEARConnectCore

/// One error of each case of the types in the table.
///
/// The switches below don't compile where a case is missing.
enum ErrorSamples {
    static let hash = NEARErrorSamples.hash
    private static let attempt = RPCAttemptError(endpoint: "https://rpc.example", reason: .http(status: 500))

    static let wallet: [WalletError] = [
        .unknown(id: "w"), .misnamed(id: "W", meant: "w"), .packaged(id: "w"), .local(id: "w"), .notPinned(id: "w"),
        .codeUnavailable(wallet: "Wallet W", reason: "r"), .codeUnexpected(wallet: "Wallet W"),
        .altered(wallet: "Wallet W", reason: "r"),
        .pinRequired(wallet: "Wallet W"), .signInRequired(wallet: "Wallet W"), .replaced(wallet: "Wallet W"),
        .downgrade(wallet: "Wallet W", from: "2", to: "1"), .offerChanged(wallet: "Wallet W"),
        .hashDiffers(wallet: "Wallet W", isManifest: false, wanted: "a", found: "b"),
        .hashDiffers(wallet: "Wallet W", isManifest: true, wanted: "a", found: "b"),
        .nothingOffered(wallet: "Wallet W"),
        .listUnavailable(reasons: ["lists.example: status 404"]), .lockCorrupt(movedTo: "/l", reason: "r"),
        .lockNewer(path: "/l", schema: 9),
        .busy(path: "/l"), .storage(reason: "/l: No space left on device. Make room on the disk and try again."),
    ]

    /// The place of a case among all, and the exit status that pipelines know.
    static func row(_ error: WalletError) -> (place: Int, code: String, status: Int32) {
        switch error {
        case .unknown: (0, "unknown-wallet", 5)
        case .misnamed: (1, "unknown-wallet", 5)
        case .packaged: (2, "packaged", 5)
        case .local: (3, "brought", 5)
        case .notPinned: (4, "not-agreed-to", 5)
        case .codeUnavailable: (5, "code-unavailable", 3)
        case .codeUnexpected: (6, "code-unexpected", 4)
        case .altered: (7, "altered", 4)
        case .pinRequired: (8, "not-trusted", 4)
        case .signInRequired: (9, "not-chosen", 4)
        case .replaced: (10, "replaced", 4)
        case .downgrade: (11, "downgrade", 4)
        case .offerChanged: (12, "offer-changed", 4)
        case .hashDiffers: (13, "hash-differs", 4)
        case .nothingOffered: (14, "nothing-offered", 5)
        case .listUnavailable: (15, "list-unavailable", 3)
        case .lockCorrupt: (16, "lock-corrupt", 1)
        case .lockNewer: (17, "lock-newer", 1)
        case .busy: (18, "busy", 1)
        case .storage: (19, "storage", 1)
        }
    }
    static let walletCases = 20

    /// The exit status that pipelines know.
    static func status(_ error: NEARError) -> Int32 {
        switch error {
        case .userCancelled, .taskCancelled: 6
        case .walletRejected: 7
        case .transactionFailed: 8
        case .transactionUnknown, .partiallySent: 9
        case .bridgeUnavailable: 10
        case .unknownWallet: 5
        default: 1
        }
    }

    static let rpc: [RPCError] = [
        .node(
            RPCNodeError(
                name: .internalError, cause: .internalError(message: "m"), code: -32000, message: "m", json: .null)),
        .unavailable([]), .unavailable([attempt]), .rateLimited(retryAfter: nil), .rateLimited(retryAfter: .seconds(9)),
        .uncertain(attempt), .transactionUnknown(hash: hash), .deadlineExceeded(after: .seconds(20)), .cancelled,
        .unexpectedResult(method: "query", reason: "it is empty"), .responseTooLarge(limit: 9),
        .requestTooLarge(size: 10, limit: 9), .invalidRequest(reason: "it has no method"),
    ]

    static func place(_ error: RPCError) -> Int {
        switch error {
        case .node: 0
        case .unavailable: 1
        case .rateLimited: 2
        case .uncertain: 3
        case .transactionUnknown: 4
        case .deadlineExceeded: 5
        case .cancelled: 6
        case .unexpectedResult: 7
        case .responseTooLarge: 8
        case .requestTooLarge: 9
        case .invalidRequest: 10
        }
    }
    static let rpcCases = 11

    /// The exit status that pipelines know; the node of the sample is broken.
    static func status(_ error: RPCError) -> Int32 {
        switch error {
        case .node, .unavailable, .rateLimited, .deadlineExceeded, .unexpectedResult, .responseTooLarge: 3
        case .uncertain, .transactionUnknown: 9
        case .cancelled: 6
        case .requestTooLarge, .invalidRequest: 1
        }
    }

    static let links: [ReturnLinkError] = [
        .notAReturnLink, .tooLong, .unknownNonce, .replayed, .requestEnded, .otherNetwork, .notExpected,
    ]

    /// Errors of files, keys and formats, with their codes and statuses.
    static func others() throws -> [(error: any Error, code: String, status: Int32)] {
        let call = SystemCallError(call: "open", path: "/x", errno: 13)
        return [
            (WalletManifestError(wallet: "w", field: "id", reason: "is missing"), "manifest-entry", 1),
            (WalletManifestFileError(path: "/m.json", reasons: ["there is no such file"]), "manifest", 1),
            (DownloadError.status(404), "download", 3), (FileLockError.system(call), "lock", 1),
            (FileLockError.held(path: "/x", limit: .seconds(2)), "lock", 1), (RegularFileError.link, "file", 1),
            (RegularFileError.notRegular, "file", 1), (RegularFileError.tooLarge(9, limit: 8), "file", 1),
            (call, "system", 1),
            (PackagedFile.UnreadableError(description: "Bridge/x: no such file"), "installation", 1),
            (try error(by: { _ = try AccountId("A") }), "account-id", 1),
            (KeyError.unknownKeyType("x"), "key", 1), (CredentialError.noSecret, "credential", 1),
            (try error(by: { _ = try JSONValue.parse("{") }), "json", 1),
            (InvalidTxError.expired, "transaction-refused", 8),
            (TxExecutionError.invalidTxError(.expired), "transaction-failed", 8),
        ]
    }

    private static func error(by body: () throws -> Void) throws -> any Error {
        do {
            try body()
        } catch {
            return error
        }
        throw NEARError.notSignedIn
    }
}
