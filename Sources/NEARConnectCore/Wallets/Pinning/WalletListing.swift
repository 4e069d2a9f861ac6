// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives

/// The wallets of lists as the web last gave them. Each list is kept by itself in the profile's cache folder, under its own address, so that the
/// same wallets are offered without a network, and only where the list that names them is asked for.
///
/// Nothing in it runs before it was agreed to. It is checked by the schema each time it is read, and fetched again when it is unreadable.
struct WalletListing: Sendable {
    /// A wallet, and the address that has named it.
    struct Entry: Sendable {
        let manifest: WalletManifest
        let source: String
    }

    /// The wallets, each id once.
    private(set) var entries: [Entry] = []

    var wallets: [WalletManifest] { entries.map(\.manifest) }

    private static let schema: JSONValue = 2

    /// Reads the kept copies of lists and merges them: the list that is named first has an id.
    init(of lists: [WalletList], in cache: URL) {
        var taken: Set<String> = []
        for list in lists {
            entries += Self.load(list, from: cache).filter { taken.insert($0.manifest.id.lowercased()).inserted }
        }
    }

    /// The wallet of this id.
    func entry(_ id: String) -> Entry? { entries.first { $0.manifest.id == id } }

    /// The file in which a list is kept.
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
            return []  // It is a copy of what can be fetched again.
        }
    }

    /// Keeps a list.
    ///
    /// - Parameter source: Which of its addresses has given it.
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
            throw .storage(reason: FileProblem.words(error, at: url.path))
        }
    }
}
