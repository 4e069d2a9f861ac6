// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC

@testable import NEARConnectCore

/// One error of each case of the types in the table.
///
/// The switches below don't compile where a case is missing.
enum ErrorSamples {
    static let hash = CryptoHash.sha256([1])
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

    static func near() throws -> [NEARError] {
        let outcome = try Self.outcome()
        return [
            .operationInProgress, .notSignedIn, .invalidURL, .invalidTransaction, .noTransactionHash,
            .walletError("it broke"),
            .webViewNotReady, .rpcError("no such account"), .userCancelled, .walletRejected(message: "not today"),
            .timedOut(after: .seconds(5)), .taskCancelled, .bridgeCrashed, .bridgeReloaded,
            .bridgeUnavailable(reason: "install bubblewrap"), .managerReleased, .unknownWallet(id: "w"),
            .signatureInvalid(reason: "it is another account's"), .transactionFailed(outcome: outcome),
            .transactionUnknown(hash: hash), .transactionUnknown(hash: nil),
            .invalidArgument(name: "network id", reason: "use letters"), .storage(reason: "/a: No space left."),
            .journal(reason: "no space left"),
            .wrongChain(
                ChainConflict(
                    network: "mainnet", answers: [.init(endpoint: "https://rpc.example", chain: .testnet)])),
            .wrongChain(
                ChainConflict(
                    network: "mine",
                    answers: [.init(endpoint: "a", chain: .testnet), .init(endpoint: "b", chain: .mainnet)])),
            .partiallySent(outcomes: [outcome], hash: hash, reason: "out of gas"),
            .partiallySent(outcomes: [outcome, outcome], hash: nil, reason: "out of gas"),
        ]
    }

    static func place(_ error: NEARError) -> Int {
        switch error {
        case .operationInProgress: 0
        case .notSignedIn: 1
        case .invalidURL: 2
        case .noTransactionHash: 3
        case .walletError: 4
        case .webViewNotReady: 5
        case .rpcError: 6
        case .userCancelled: 7
        case .walletRejected: 8
        case .timedOut: 9
        case .taskCancelled: 10
        case .bridgeCrashed: 11
        case .bridgeReloaded: 12
        case .bridgeUnavailable: 13
        case .managerReleased: 14
        case .unknownWallet: 15
        case .signatureInvalid: 16
        case .transactionFailed: 17
        case .transactionUnknown: 18
        case .invalidArgument: 19
        case .storage: 20
        case .journal: 21
        case .wrongChain: 22
        case .partiallySent: 23
        case .invalidTransaction: 24
        }
    }
    static let nearCases = 25

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

    private static func outcome() throws -> FinalExecutionOutcome {
        let (hash, key) = (JSONValue.string("\(hash)"), "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp")
        let ending: JSONValue = [
            "executor_id": "a.near", "gas_burnt": 0, "tokens_burnt": "0", "logs": [], "receipt_ids": [],
            "status": "Unknown",
        ]
        return try FinalExecutionOutcome(
            json: [
                "status": ["Failure": ["InvalidTxError": "Expired"]],
                "transaction": [
                    "hash": hash, "signer_id": "a.near", "receiver_id": "b.near", "public_key": .string(key),
                    "nonce": 1, "actions": [],
                    "signature":
                        "ed25519:3s1dvMqNDCByoMnDnkhB4GPjTSXCRt4nt3Af5n1RX8W7aJ2FC6MfRf5BNXZ52EBifNJnNVBsGvke6GRYuaEYJXt5",
                ],
                "transaction_outcome": ["id": hash, "block_hash": hash, "outcome": ending], "receipts_outcome": [],
            ])
    }
}
