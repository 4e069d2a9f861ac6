// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARPrimitives

/// The wallets that one load of the bridge page offers, merged by id from what ships with the package, what the program or the person
/// brought, and what lists on the web name, in this order.
///
/// An id counts once, whatever its case: the first one stays. A list can so never put itself in the place of a packaged wallet, whose
/// code may reach the host, nor of one that the person brought. The ids of wallets that were agreed to are taken before a list is read.
package struct WalletCatalog: Sendable {
    /// Where a wallet's code comes from.
    package enum Code: Sendable, Hashable {
        /// The package.
        case included
        /// The manifest entry itself.
        case inline
        /// The profile: the version that was agreed to.
        case pinned(sha256: String)
        /// The web, once the person connects with it; from then on it is pinned.
        case offered(source: String)
    }

    /// One wallet.
    package struct Entry: Sendable {
        package let manifest: WalletManifest
        package let code: Code
        /// The icon that is kept for it, where its own one is on a server.
        package var keptIcon: WalletLock.Icon?

        /// Where the page gets the code.
        var executor: String {
            switch code {
            case .included: manifest.executor
            // Not the entry's own address: published connectors add a query to it.
            case .inline: "\(InternalScheme.name)://wallets/\(manifest.id)/inline-\(manifest.sha256).js"
            case .pinned(let sha256): "\(InternalScheme.name)://wallets/\(manifest.id)/\(sha256).js"
            case .offered: "\(InternalScheme.name)://wallets/\(manifest.id)/offered.js"
            }
        }

        /// Where the page gets the icon; `nil` for a wallet that is shown by its first letter. Never a server: asking there would
        /// tell that the list was opened.
        var icon: String? {
            guard let icon = manifest.icon, WalletManifest.isPlainHTTPS(icon) else { return manifest.icon }
            return keptIcon?.sha256.map(WalletIconAddress.address(of:))
        }

        /// The entry as the page gets it.
        package var json: JSONValue {
            var fields = manifest.json.objectValue ?? [:]
            fields["executor"] = .string(executor)
            // An empty one where there is none: connectors expect a text.
            fields["icon"] = .string(icon ?? "")
            // The host has compared, and compares each time that it serves the code.
            if code != .included { fields["integrity"] = nil }
            return .object(fields)
        }
    }

    /// The wallets in the order of the list.
    package private(set) var entries: [Entry] = []
    /// Entries that were left out, with the reason.
    package private(set) var refused: [WalletManifestFault] = []
    /// Wallets that can't be used in this program, with the reason.
    package private(set) var leftOut: [String: String] = [:]
    /// Who has an id, in lower case.
    private var taken: [String: WalletManifest.Provenance] = [:]

    /// Merges what there is.
    ///
    /// - Parameters:
    ///   - packaged: What ships with the package.
    ///   - local: What the program or the person brought.
    ///   - library: The profile's wallets of the web; `nil` for a profile that keeps nothing, which has none.
    package init(packaged: [WalletManifest], local: [WalletManifest], library: WalletLibrary?) throws(WalletError) {
        for manifest in packaged { add(Entry(manifest: manifest, code: .included)) }
        let lock = try library?.lock() ?? WalletLock()
        for manifest in local {
            let code = Self.code(of: manifest, lock)
            var entry = Entry(manifest: manifest, code: code)
            if case .pinned = code { entry.keptIcon = lock.local[manifest.id]?.accepted.icon }
            add(entry)
        }
        guard let library, !library.lists.isEmpty else { return }
        let listing = library.listing()
        var pinned = lock.wallets.mapValues(\.accepted)
        let reserved = Dictionary(lock.wallets.keys.sorted().map { ($0.lowercased(), $0) }) { first, _ in first }
        // In the list's order, which people know; what the list names no more stands at its end.
        for listed in listing.entries {
            let id = listed.manifest.id
            if let pin = pinned.removeValue(forKey: id) {
                add(id, pin, library)
            } else if let known = reserved[id.lowercased()] {
                let reason = "is written like \u{201C}\(known)\u{201D}, which was agreed to, in another case"
                refused.append(WalletManifestFault(wallet: id, field: "id", reason: reason))
            } else {
                add(Entry(manifest: listed.manifest, code: .offered(source: listed.source)))
            }
        }
        for (id, pin) in pinned.sorted(by: { $0.key < $1.key }) { add(id, pin, library) }
    }

    private static func code(of manifest: WalletManifest, _ lock: WalletLock) -> Code {
        if InlineCode.bytes(of: manifest.executor) != nil { return .inline }
        guard WalletManifest.isPlainHTTPS(manifest.executor) else { return .included }
        guard let pin = lock.local[manifest.id]?.accepted, pin.manifestSHA256 == manifest.sha256 else {
            return .offered(source: WalletLock.localSource)
        }
        return .pinned(sha256: pin.executor.sha256)
    }

    private mutating func add(_ id: String, _ pin: WalletLock.Pin, _ library: WalletLibrary) {
        do {
            let manifest = try library.manifest(of: pin, id: id)
            add(Entry(manifest: manifest, code: .pinned(sha256: pin.executor.sha256), keptIcon: pin.icon))
        } catch {
            // Its place stays taken all the same: nothing else is offered under a name that was agreed to.
            taken[id.lowercased()] = taken[id.lowercased()] ?? .remote
            refused.append(WalletManifestFault(wallet: id, field: "", reason: error.description))
        }
    }

    /// Returns whether the wallet is offered now.
    @discardableResult
    private mutating func add(_ entry: Entry) -> Bool {
        let key = entry.manifest.id.lowercased()
        if let other = taken[key] {
            let owner =
                switch other {
                case .packaged: "a wallet that ships with this program"
                case .local: "a wallet that was brought to this program"
                case .remote: "another wallet of the list"
                }
            let reason = "is the id of \(owner), whose place no other can take"
            refused.append(WalletManifestFault(wallet: entry.manifest.id, field: "id", reason: reason))
            return false
        }
        taken[key] = entry.manifest.provenance
        entries.append(entry)
        return true
    }

    /// Leaves wallets out.
    ///
    /// - Parameter reason: Why a wallet is left out, for a person; `nil` for one that stays.
    package mutating func remove(_ reason: (Entry) -> String?) {
        entries.removeAll { entry in
            guard let why = reason(entry) else { return false }
            leftOut[entry.manifest.id] = why
            return true
        }
    }

    /// Adds wallets that a list has brought since.
    ///
    /// - Returns: Those that are offered now.
    package mutating func append(_ more: [Entry]) -> [Entry] { more.filter { add($0) } }

    /// Notes that a wallet was agreed to. The page goes on asking where it was told to.
    package mutating func pin(_ manifest: WalletManifest, sha256: String) {
        guard let index = entries.firstIndex(where: { $0.manifest == manifest }) else { return }
        entries[index] = Entry(manifest: manifest, code: .pinned(sha256: sha256))
    }

    /// The wallet of this id.
    package func entry(_ id: String) -> Entry? { entries.first { $0.manifest.id == id } }

    /// The manifest for the page.
    package var json: JSONValue { ["version": "1.0.0", "wallets": .array(entries.map(\.json))] }
}
