// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import SafeText

/// The pinned wallets: for each its manifest entry and its code, by hash.
///
/// This is the content of `wallets.lock`. Only these versions run; lists and servers are compared with them.
package struct WalletLock: Sendable, Hashable {
    /// A wallet's code.
    package struct Executor: Sendable, Hashable, Codable {
        /// The address that it was fetched from.
        package let url: String
        /// The code's SHA-256, hexadecimal, which is the name of its file.
        package let sha256: String
        /// Its size in bytes.
        package let size: Int
    }

    /// A wallet's icon, as its server sent it when the version was pinned.
    package struct Icon: Sendable, Hashable, Codable {
        /// The address that it was fetched from.
        package let url: String
        /// The icon's SHA-256, hexadecimal, which is the name of its file; `nil` if there is no icon.
        package let sha256: String?
        /// Its size in bytes.
        package let size: Int?
        /// Its content type.
        package let type: String?
        /// The reason for which there is no icon, for the user.
        package let problem: String?
    }

    /// One version of a wallet: an entry and the code that belongs to it.
    package struct Pin: Sendable, Hashable, Codable {
        /// The SHA-256 of the manifest entry, which is the name of its file; see ``WalletManifest/sha256``.
        package let manifestSHA256: String
        /// The entry's version, as its authors number it.
        package let version: String
        /// The list that the entry came from, or `local`.
        package let source: String
        /// The code.
        package let executor: Executor
        /// The time at which this version was pinned, or at which an offer was found.
        package let date: Date
        /// The icon, if the entry names one on a server.
        package internal(set) var icon: Icon?

        /// Returns true for the same entry with the same code, whatever its date, source and icon.
        func isSameVersion(as other: Pin) -> Bool {
            manifestSHA256 == other.manifestSHA256 && executor.sha256 == other.executor.sha256
        }
    }

    /// The versions of one wallet.
    package struct Wallet: Sendable, Hashable, Codable {
        /// The version that runs.
        ///
        /// Its key in the file is `accepted`.
        package var pinned: Pin
        /// Another version, which runs once a user accepts it.
        package var offered: Pin?
        /// True if a user has declined the offer.
        package var isDeclined: Bool?

        private enum CodingKeys: String, CodingKey {
            case pinned = "accepted"
            case offered, isDeclined
        }
    }

    /// The kind of manifest that names a wallet.
    ///
    /// A pin of one kind is never replaced by one of the other.
    package enum Origin: Sendable, Hashable {
        /// A list on the web.
        case list
        /// The program's own manifests, or the user's files.
        case local

        package init(source: String) { self = source == WalletLock.localSource ? .local : .list }
    }

    /// The ``Pin/source`` of entries of the program's own manifests and the user's files.
    package static let localSource = "local"
    static let schema = 1

    private let schema: Int
    /// The wallets of lists by their ids.
    package var wallets: [String: Wallet]
    /// The wallets of the program's own manifests and the user's files, by their ids.
    ///
    /// A list may name the same ids.
    package var local: [String: Wallet]

    /// A lock without wallets.
    package init() {
        schema = Self.schema
        wallets = [:]
        local = [:]
    }

    /// The versions of one wallet.
    subscript(id: String, origin: Origin) -> Wallet? {
        get { origin == .local ? local[id] : wallets[id] }
        set {
            switch origin {
            case .list: wallets[id] = newValue
            case .local: local[id] = newValue
            }
        }
    }

    /// The reason for which a decoded lock can't be used; `nil` for one that can.
    package var fault: String? {
        guard schema == Self.schema else { return localized("this version doesn’t know schema %1$s", "\(schema)") }
        for (id, wallet) in Array(wallets) + Array(local) {
            guard WalletManifest.isUsable(id: id) else {
                return localized("“%1$s” is not a wallet id", DisplayText.line(id))
            }
            for pin in [wallet.pinned, wallet.offered].compactMap(\.self) {
                let hashes = [pin.manifestSHA256, pin.executor.sha256] + [pin.icon?.sha256].compactMap(\.self)
                guard hashes.allSatisfy(ContentHash.isSHA256Hex), pin.executor.size >= 0 else {
                    return localized("%1$s has a hash that isn’t one", id)
                }
                guard pin.icon?.sha256 == nil || WalletIcon.Format(rawValue: pin.icon?.type ?? "") != nil else {
                    return localized("%1$s has an icon of an unknown type", id)
                }
            }
        }
        return nil
    }

    /// The names of all files that the lock needs.
    var hashes: Set<String> {
        Set(
            (Array(wallets.values) + Array(local.values)).flatMap { wallet in
                [wallet.pinned, wallet.offered].compactMap(\.self).flatMap {
                    [$0.manifestSHA256, $0.executor.sha256, $0.icon?.sha256].compactMap(\.self)
                }
            })
    }
}

extension WalletLock: Codable {
    private enum CodingKeys: String, CodingKey {
        case schema, wallets, local
    }

    /// Reads a lock that this version, or an earlier one, has written.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        schema = try values.decode(Int.self, forKey: .schema)
        // Locks of earlier versions have local wallets among those of lists.
        let all = try values.decode([String: Wallet].self, forKey: .wallets)
        let oldLocal = all.filter { $0.value.pinned.source == Self.localSource }
        wallets = all.filter { oldLocal[$0.key] == nil }
        local = try (values.decodeIfPresent([String: Wallet].self, forKey: .local) ?? [:]).merging(oldLocal) { own, _ in
            own
        }
    }

    /// Writes the lock, with a place for local wallets if there are any.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(schema, forKey: .schema)
        try values.encode(wallets, forKey: .wallets)
        if !local.isEmpty { try values.encode(local, forKey: .local) }
    }
}
