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

    /// A wallet's icon, as its server gave it when the version was agreed to.
    public struct Icon: Sendable, Hashable, Codable {
        /// Where it was fetched.
        public let url: String
        /// Its SHA-256, hexadecimal. The bytes are kept under this name. `nil` when there is none.
        public let sha256: String?
        /// Its size in bytes.
        public let size: Int?
        /// Its content type.
        public let type: String?
        /// Why there is none, for a person.
        public let problem: String?
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
        /// The icon, where the entry names one on a server.
        public internal(set) var icon: Icon?

        /// Whether it is the same entry with the same code, whenever and wherever it was found.
        func isSameVersion(as other: Pin) -> Bool {
            manifestSHA256 == other.manifestSHA256 && executor.sha256 == other.executor.sha256
        }
    }

    /// What is known of one wallet.
    public struct Wallet: Sendable, Hashable, Codable {
        /// The version that runs.
        public var accepted: Pin
        /// A newer one, which runs when somebody agrees to it.
        public var offered: Pin?
        /// Whether somebody has seen the offer and keeps the version that runs.
        public var isDeclined: Bool?
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
                let hashes = [pin.manifestSHA256, pin.executor.sha256] + [pin.icon?.sha256].compactMap(\.self)
                guard hashes.allSatisfy(ContentHash.isSHA256Hex), pin.executor.size >= 0 else {
                    return "\(id) has a hash that isn't one"
                }
                guard pin.icon?.sha256 == nil || WalletIcon.Format(rawValue: pin.icon?.type ?? "") != nil else {
                    return "\(id) has an icon of an unknown type"
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
                    [$0.manifestSHA256, $0.executor.sha256, $0.icon?.sha256].compactMap(\.self)
                }
            })
    }
}
