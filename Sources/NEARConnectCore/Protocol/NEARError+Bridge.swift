// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension NEARError {
    /// Creates the error for a `failure` message of the bridge protocol.
    ///
    /// - Parameter hash: The transaction that the wallet lost track of, if it named a readable one.
    init(bridgeCode code: String, message: String, hash: String? = nil) {
        switch code {
        case "userCancelled": self = .userCancelled
        case "walletRejected": self = .walletRejected(message: message)
        case "unknownWallet": self = .unknownWallet(id: message)
        case "invalidRequest": self = .invalidArgument(name: "request", reason: message)
        case "noWalletConnected": self = .notSignedIn
        case "transactionUnknown": self = .transactionUnknown(hash: Self.read(hash))
        default: self = .walletError(message)
        }
    }

    /// Returns the hash that a wallet named, if it is one.
    static func read(_ hash: String?) -> CryptoHash? {
        guard let hash else { return nil }
        do {
            return try CryptoHash(hash)
        } catch {
            return nil
        }
    }
}
