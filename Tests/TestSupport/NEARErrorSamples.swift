// SPDX-License-Identifier: MIT

package import NEARConnectCore
package import NEARPrimitives

/// One error of each case of `NEARError`.
///
/// The switch below doesn't compile where a case is missing.
package enum NEARErrorSamples {
    /// A transaction's hash.
    package static let hash = CryptoHash.sha256([1])

    /// Returns one error of each case, and more where one is worded in more than one way.
    package static func all() throws -> [NEARError] {
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

    /// The place of a case among all.
    package static func place(_ error: NEARError) -> Int {
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
    /// The number of cases.
    package static let cases = 25

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
