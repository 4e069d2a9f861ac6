// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives

/// The wallets of lists, as the web last sent them.
///
/// Each list is cached by itself, under its own address, in the profile's cache folder. So the same wallets are offered
/// without a network, and only where the list that names them is in use. No wallet of a list runs before it is pinned.
/// A copy is checked by the schema at each read, and fetched again if it is unreadable.
struct WalletListing: Sendable {
    /// A wallet, and the address of the list that names it.
    struct Entry: Sendable {
        let manifest: WalletManifest
        let source: String
    }

    /// The wallets, each id once.
    private(set) var entries: [Entry] = []

    var wallets: [WalletManifest] { entries.map(\.manifest) }

    private static let schema: JSONValue = 2

    /// Reads the cached copies of lists and merges them by wallet id: the first list's entry counts.
    init(of lists: [WalletList], in cache: URL) {
        var taken: Set<String> = []
        for list in lists {
            entries += Self.load(list, from: cache).filter { taken.insert($0.manifest.id.lowercased()).inserted }
        }
    }

    /// Returns the wallet of this id.
    func entry(_ id: String) -> Entry? { entries.first { $0.manifest.id == id } }

    /// Returns the file of a list's cached copy.
    static func file(of list: WalletList, in cache: URL) -> URL {
        cache.appendingPathComponent("lists", isDirectory: true)
            .appendingPathComponent("\(ContentHash.sha256([UInt8](list.key.utf8)).hex).json")
    }

    private static func load(_ list: WalletList, from cache: URL) -> [Entry] {
        do {
            guard
                let bytes = try RegularFile.read(
                    file(of: list, in: cache), limit: WalletManifestList.sizeLimit(.remote))
            else {
                return []
            }
            let json = try JSONValue.parse(bytes)
            guard json["schema"] == schema, let source = json["source"]?.stringValue,
                list.addresses.contains(where: { $0.absoluteString == source })
            else { return [] }
            return try WalletManifestList(parsing: bytes, from: .remote).wallets.map {
                Entry(manifest: $0, source: source)
            }
        } catch {
            return []  // The list can be fetched again.
        }
    }

    /// Stores a list in the cache.
    ///
    /// - Parameters:
    ///   - wallets: The list's wallets.
    ///   - list: The list.
    ///   - source: The address that sent it.
    ///   - cache: The profile's cache folder.
    static func store(
        _ wallets: [WalletManifest], of list: WalletList, source: URL, in cache: URL
    ) throws(WalletError) {
        let json = JSONValue.object([
            "schema": schema, "source": .string(source.absoluteString), "wallets": .array(wallets.map(\.json)),
        ])
        let url = file(of: list, in: cache)
        do {
            try AtomicFile(url: url).replace(with: Data(json.bytes))
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: url.path))
        }
    }
}
