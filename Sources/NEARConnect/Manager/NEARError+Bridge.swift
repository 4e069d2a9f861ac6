// SPDX-License-Identifier: MIT

extension NEARError {
    /// The error for a `failure` message of the bridge protocol.
    init(bridgeCode code: String, message: String) {
        switch code {
        case "userCancelled": self = .userCancelled
        case "walletRejected": self = .walletRejected(message: message)
        case "unknownWallet": self = .unknownWallet(id: message)
        case "invalidRequest": self = .invalidArgument(name: "request", reason: message)
        case "noWalletConnected": self = .notSignedIn
        case "transactionUnknown": self = .transactionUnknown(hash: nil)
        default: self = .walletError(message)
        }
    }
}
