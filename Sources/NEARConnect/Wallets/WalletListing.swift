// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARPrimitives

/// The list of wallets as the web last gave it: kept in the profile's cache folder, so that the same wallets are offered without a network.
///
/// Nothing in it runs before it was agreed to. It is checked by the schema each time it is read, and fetched again when it is unreadable.
struct WalletListing: Sendable {
    /// Where it came from; empty for a list that isn't there.
    var source = ""
    var wallets: [WalletManifest] = []

    private static let schema: JSONValue = 1

    private static func file(_ cache: URL) -> AtomicFile {
        AtomicFile(url: cache.appendingPathComponent("wallets.json"))
    }

    /// Reads the kept list.
    static func load(from cache: URL) -> WalletListing {
        let url = file(cache).url
        do {
            guard let bytes = try OrdinaryFile.read(url, limit: WalletManifestList.sizeLimit) else {
                return WalletListing()
            }
            let json = try JSONValue.parse(bytes)
            guard json["schema"] == schema, let source = json["source"]?.stringValue else { return WalletListing() }
            return WalletListing(source: source, wallets: try WalletManifestList(parsing: bytes, from: .remote).wallets)
        } catch {
            return WalletListing()  // It is a copy of what can be fetched again.
        }
    }

    func store(in cache: URL) throws(WalletError) {
        let json = JSONValue.object([
            "schema": Self.schema, "source": .string(source), "wallets": .array(wallets.map(\.json)),
        ])
        let file = Self.file(cache)
        do {
            try file.replace(with: Data(json.bytes))
        } catch {
            throw .storage(reason: FileProblem.words(error, at: file.url.path))
        }
    }
}
