// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// What of the web's wallets was agreed to: for each its manifest entry and its code, by hash.
///
/// This is the content of `wallets.lock`. Only what stands here is run; what lists and servers say is compared with it.
public struct WalletLock: Sendable, Hashable {
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

    /// Who named a wallet. What was agreed to of the one is nothing that the other may replace.
    package enum Origin: Sendable, Hashable {
        /// A list on the web.
        case list
        /// The program, or the person by a file.
        case local

        package init(source: String) { self = source == WalletLock.localSource ? .local : .list }
    }

    /// The ``Pin/source`` of entries that the program or the person brought.
    public static let localSource = "local"
    static let schema = 1

    private let schema: Int
    /// The wallets of lists by their ids.
    public var wallets: [String: Wallet]
    /// The wallets that the program or the person brought, by their ids. A list may name the same ids.
    public var local: [String: Wallet]

    /// A lock without wallets.
    public init() {
        schema = Self.schema
        wallets = [:]
        local = [:]
    }

    /// What is known of a wallet.
    subscript(id: String, origin: Origin) -> Wallet? {
        get { origin == .local ? local[id] : wallets[id] }
        set {
            switch origin {
            case .list: wallets[id] = newValue
            case .local: local[id] = newValue
            }
        }
    }

    /// What makes a decoded lock unusable; `nil` for a lock that can be used.
    package var fault: String? {
        guard schema == Self.schema else { return "schema \(schema) is not one that this version knows" }
        for (id, wallet) in Array(wallets) + Array(local) {
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
            (Array(wallets.values) + Array(local.values)).flatMap { wallet in
                [wallet.accepted, wallet.offered].compactMap(\.self).flatMap {
                    [$0.manifestSHA256, $0.executor.sha256, $0.icon?.sha256].compactMap(\.self)
                }
            })
    }
}

extension WalletLock: Codable {
    private enum CodingKeys: String, CodingKey {
        case schema, wallets, local
    }

    /// Reads a lock of any kind that this version has written.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        schema = try values.decode(Int.self, forKey: .schema)
        // Before there was a place of their own, brought wallets stood among those of lists.
        let all = try values.decode([String: Wallet].self, forKey: .wallets)
        let brought = all.filter { $0.value.accepted.source == Self.localSource }
        wallets = all.filter { brought[$0.key] == nil }
        local = try (values.decodeIfPresent([String: Wallet].self, forKey: .local) ?? [:]).merging(brought) { own, _ in
            own
        }
    }

    /// Writes the lock, with the place for brought wallets where there are any.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(schema, forKey: .schema)
        try values.encode(wallets, forKey: .wallets)
        if !local.isEmpty { try values.encode(local, forKey: .local) }
    }
}
