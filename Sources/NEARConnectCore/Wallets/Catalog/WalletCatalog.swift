// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARPrimitives
internal import SafeText

/// The wallets that one load of the bridge page offers.
///
/// They are merged by id from packaged wallets, the program's own manifests and the user's files, and lists on the web,
/// in this order. An id counts once, whatever its case: the first one stays. So a list can never replace a packaged
/// wallet, whose code may reach the host, nor one of the user's own. The ids of pinned wallets are taken before a list
/// is
/// read.
package struct WalletCatalog: Sendable {
    /// The sources of a wallet's code.
    package enum Code: Sendable, Hashable {
        /// The package.
        case included
        /// The manifest entry itself.
        case inline
        /// The profile: the pinned version.
        case pinned(sha256: String)
        /// The web, once the user connects with it; from then on it is pinned.
        case listed(source: String)
    }

    /// One wallet.
    package struct Entry: Sendable {
        package let manifest: WalletManifest
        package let code: Code
        /// The stored copy of its icon, if its own one is on a server.
        package var storedIcon: WalletLock.Icon?

        /// The address at which the page gets the code.
        var executor: String {
            switch code {
            case .included: manifest.executor
            // Not the entry's own address, since published connectors add a query to it.
            case .inline: "\(InternalScheme.name)://wallets/\(manifest.id)/inline-\(manifest.sha256).js"
            case .pinned(let sha256): "\(InternalScheme.name)://wallets/\(manifest.id)/\(sha256).js"
            case .listed: "\(InternalScheme.name)://wallets/\(manifest.id)/offered.js"
            }
        }

        /// The address at which the page gets the icon; `nil` for a wallet that is shown by its first letter.
        ///
        /// It is never on a server, which would learn that the list was opened.
        var icon: String? {
            guard let icon = manifest.icon, WalletManifest.isPlainHTTPS(icon) else { return manifest.icon }
            return storedIcon?.sha256.map(WalletIconAddress.address(of:))
        }

        /// The entry for the page.
        package var json: JSONValue {
            var fields = manifest.json.objectValue ?? [:]
            fields["executor"] = .string(executor)
            // Connectors expect a text, so it is empty if there is no icon.
            fields["icon"] = .string(icon ?? "")
            if manifest.provenance == .packaged, manifest.id == PackagedWallet.keystore {
                fields["description"] = .string(localized("Keys of near-cli or of a seed phrase"))
            }
            // The host compares the hash each time that it serves the code.
            if code != .included { fields["integrity"] = nil }
            return .object(fields)
        }
    }

    /// The wallets in the order of the list.
    package private(set) var entries: [Entry] = []
    /// Entries that were refused, with the reason.
    package private(set) var refused: [WalletManifestError] = []
    /// The reasons for which wallets can't be used in this program, by wallet id.
    package private(set) var leftOut: [String: String] = [:]
    /// The origins of the entries, by their ids in lower case.
    private var taken: [String: WalletManifest.Provenance] = [:]

    /// Merges the wallets of all sources.
    ///
    /// - Parameters:
    ///   - packaged: The wallets that ship with the package.
    ///   - local: The wallets of the program's own manifests and the user's files.
    ///   - library: The profile's wallets of the web; `nil` for an ephemeral profile, which has none.
    package init(packaged: [WalletManifest], local: [WalletManifest], library: WalletLibrary?) throws(WalletError) {
        for manifest in packaged { add(Entry(manifest: manifest, code: .included)) }
        let lock = try library?.lock() ?? WalletLock()
        for manifest in local {
            let code = Self.code(of: manifest, lock)
            var entry = Entry(manifest: manifest, code: code)
            if case .pinned = code { entry.storedIcon = lock.local[manifest.id]?.pinned.icon }
            add(entry)
        }
        guard let library, !library.lists.isEmpty else { return }
        let listing = library.listing()
        var pinned = lock.wallets.mapValues(\.pinned)
        let reserved = Dictionary(lock.wallets.keys.sorted().map { ($0.lowercased(), $0) }) { first, _ in first }
        // In the list's order, which users know; pinned wallets that it no longer names come last.
        for listed in listing.entries {
            let id = listed.manifest.id
            if let pin = pinned.removeValue(forKey: id) {
                add(id, pinned: pin, from: library)
            } else if let known = reserved[id.lowercased()] {
                let reason = localized("differs only in case from “%1$s”, which is pinned", known)
                refused.append(WalletManifestError(wallet: id, field: "id", reason: reason))
            } else {
                add(Entry(manifest: listed.manifest, code: .listed(source: listed.source)))
            }
        }
        for (id, pin) in pinned.sorted(by: { $0.key < $1.key }) { add(id, pinned: pin, from: library) }
    }

    private static func code(of manifest: WalletManifest, _ lock: WalletLock) -> Code {
        if InlineCode.bytes(of: manifest.executor) != nil { return .inline }
        guard WalletManifest.isPlainHTTPS(manifest.executor) else { return .included }
        guard let pin = lock.local[manifest.id]?.pinned, pin.manifestSHA256 == manifest.sha256 else {
            return .listed(source: WalletLock.localSource)
        }
        return .pinned(sha256: pin.executor.sha256)
    }

    private mutating func add(_ id: String, pinned pin: WalletLock.Pin, from library: WalletLibrary) {
        do {
            let manifest = try library.manifest(of: pin, id: id)
            add(Entry(manifest: manifest, code: .pinned(sha256: pin.executor.sha256), storedIcon: pin.icon))
        } catch {
            // Its id stays taken: no other wallet is offered under the id of a pinned one.
            taken[id.lowercased()] = taken[id.lowercased()] ?? .remote
            refused.append(WalletManifestError(wallet: id, field: "", reason: error.description))
        }
    }

    /// Adds a wallet unless its id is taken.
    ///
    /// - Returns: True if the wallet is offered now.
    @discardableResult
    private mutating func add(_ entry: Entry) -> Bool {
        let key = entry.manifest.id.lowercased()
        if let other = taken[key] {
            let reason =
                switch other {
                case .packaged:
                    localized("is the id of a wallet that ships with this program, which no other can replace")
                case .local: localized("is the id of a wallet of a manifest of your own, which no other can replace")
                case .remote: localized("is the id of another wallet of the list, which no other can replace")
                }
            refused.append(WalletManifestError(wallet: entry.manifest.id, field: "id", reason: reason))
            return false
        }
        taken[key] = entry.manifest.provenance
        entries.append(entry)
        return true
    }

    /// Removes wallets that can't be used.
    ///
    /// - Parameter reason: Returns the reason for which a wallet is removed, for the user; `nil` for one that stays.
    package mutating func remove(_ reason: (Entry) -> String?) {
        entries.removeAll { entry in
            guard let why = reason(entry) else { return false }
            leftOut[entry.manifest.id] = why
            return true
        }
    }

    /// Adds wallets that a list names since the catalog was made.
    ///
    /// - Returns: The wallets that are offered now.
    package mutating func append(_ more: [Entry]) -> [Entry] { more.filter { add($0) } }

    /// Notes that a wallet was pinned.
    ///
    /// The page goes on using the addresses that it has.
    package mutating func pin(_ manifest: WalletManifest, sha256: String) {
        guard let index = entries.firstIndex(where: { $0.manifest == manifest }) else { return }
        entries[index] = Entry(manifest: manifest, code: .pinned(sha256: sha256))
    }

    /// Returns the wallet of this id.
    package func entry(_ id: String) -> Entry? { entries.first { $0.manifest.id == id } }

    /// The ids of the wallets that may run code from elsewhere: some that the program or the user has brought.
    package var foreignCode: [String] {
        entries.map(\.manifest).filter { $0.provenance == .local && $0.permissions.flags.contains(.foreignCode) }
            .map(\.id)
    }

    /// The manifest for the page.
    package var json: JSONValue { ["version": "1.0.0", "wallets": .array(entries.map(\.json))] }
}
