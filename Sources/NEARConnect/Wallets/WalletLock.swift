// SPDX-License-Identifier: MIT

public import Foundation

/// What of the web's wallets was agreed to: for each its manifest entry and its code, by hash.
///
/// This is the content of `wallets.lock`. Only what stands here is run; what lists and servers say is compared with it.
public struct WalletLock: Sendable, Hashable, Codable {
    /// A wallet's code.
    public struct Executor: Sendable, Hashable, Codable {
        /// Where it was fetched.
        public let url: String
        /// Its SHA-256, hexadecimal. The bytes are kept under this name.
        public let sha256: String
        /// Its size in bytes.
        public let size: Int
    }

    /// One version of a wallet: an entry and the code that belongs to it.
    public struct Pin: Sendable, Hashable, Codable {
        /// SHA-256 of the manifest entry; see ``WalletManifest/sha256``. The entry is kept under this name.
        public let manifestSHA256: String
        /// The entry's version, as its authors number it.
        public let version: String
        /// The list that the entry came from, or `local`.
        public let source: String
        /// The code.
        public let executor: Executor
        /// When this version was agreed to, or, of one that wasn't yet, when it was found.
        public let date: Date
    }

    /// What is known of one wallet.
    public struct Wallet: Sendable, Hashable, Codable {
        /// The version that runs.
        public var accepted: Pin
        /// A newer one, which runs when somebody agrees to it.
        public var offered: Pin?
    }

    /// The ``Pin/source`` of entries that the program or the person brought.
    public static let localSource = "local"
    static let schema = 1

    private let schema: Int
    /// The wallets by their ids.
    public var wallets: [String: Wallet]

    /// A lock without wallets.
    public init() {
        schema = Self.schema
        wallets = [:]
    }

    /// What makes a decoded lock unusable; `nil` for a lock that can be used.
    var fault: String? {
        guard schema == Self.schema else { return "schema \(schema) is not one that this version knows" }
        for (id, wallet) in wallets {
            guard WalletManifest.isUsable(id: id) else { return "\u{201C}\(id)\u{201D} is no wallet id" }
            for pin in [wallet.accepted, wallet.offered].compactMap(\.self) {
                let hashes = [pin.manifestSHA256, pin.executor.sha256]
                guard hashes.allSatisfy(ContentHash.isSHA256Hex), pin.executor.size >= 0 else {
                    return "\(id) has a hash that isn't one"
                }
            }
        }
        return nil
    }

    /// The names of all files that are still needed.
    var hashes: Set<String> {
        Set(
            wallets.values.flatMap { wallet in
                [wallet.accepted, wallet.offered].compactMap(\.self).flatMap {
                    [$0.manifestSHA256, $0.executor.sha256]
                }
            })
    }
}
