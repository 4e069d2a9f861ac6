// SPDX-License-Identifier: MIT

package import FoundationEssentials

/// The wallets that may open links of a scheme without another question: `links.json` in a profile's data folder.
///
/// An answer holds for one wallet and one scheme. The file is replaced as a whole and read each time, so what another
/// process forgets is forgotten at once.
package struct RememberedLinks: Hashable, Sendable {
    /// An answer that the user has given.
    package struct Entry: Codable, Hashable, Sendable {
        /// The wallet's id in its manifest.
        package let walletId: String
        /// The wallet's name when the answer was given.
        package let walletName: String
        /// The scheme in lower case, `hotwallet` for example.
        package let scheme: String
        /// The time of the answer.
        package let since: Date

        /// An answer with all its parts.
        package init(walletId: String, walletName: String, scheme: String, since: Date) {
            self.walletId = walletId
            self.walletName = walletName
            self.scheme = scheme
            self.since = since
        }
    }

    private struct File: Codable {
        static let schema = 1

        let schema: Int
        let allowed: [Entry]
    }

    private let url: URL

    /// Creates the list of a profile, without reading it yet.
    ///
    /// - Parameter folders: The profile's folders; nothing is created before something is remembered.
    package init(folders: ProfileFolders) {
        url = folders.data.appendingPathComponent("links.json")
    }

    /// All answers, the oldest first.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` if the file is there and can't be read.
    package func entries() throws(NEARError) -> [Entry] {
        do {
            guard let content = try RegularFile.read(url, limit: RegularFile.documentLimit) else { return [] }
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let file = try decoder.decode(File.self, from: Data(content))
            guard file.schema == File.schema else {
                throw NEARError.storage(reason: "schema \(file.schema) is not one that this version knows")
            }
            return file.allowed
        } catch {
            throw .storage(reason: "\(url.path): \(error)")
        }
    }

    /// Returns true if the user has allowed this wallet to open links of this scheme.
    ///
    /// A file that can't be read allows nothing.
    package func allows(walletId: String, scheme: String) -> Bool {
        do {
            return try entries().contains { $0.walletId == walletId && $0.scheme == scheme }
        } catch {
            return false
        }
    }

    /// Stores an answer.
    ///
    /// A file that can't be read is renamed to `links.json.unreadable`.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    package func remember(_ entry: Entry) throws(NEARError) {
        var all: [Entry] = []
        do {
            all = try entries()
        } catch {
            try setAside()
        }
        try save(all.filter { $0.walletId != entry.walletId || $0.scheme != entry.scheme } + [entry])
    }

    /// Forgets answers, so that the user is asked again.
    ///
    /// - Parameters:
    ///   - walletId: The wallet whose answers are forgotten; all wallets if `nil`.
    ///   - scheme: The scheme whose answers are forgotten; all schemes if `nil`.
    /// - Returns: The forgotten answers.
    /// - Throws: ``NEARError/storage(reason:)``.
    @discardableResult
    package func forget(walletId: String? = nil, scheme: String? = nil) throws(NEARError) -> [Entry] {
        let all = try entries()
        let forgotten = all.filter { (walletId ?? $0.walletId) == $0.walletId && (scheme ?? $0.scheme) == $0.scheme }
        if !forgotten.isEmpty { try save(all.filter { !forgotten.contains($0) }) }
        return forgotten
    }

    private func save(_ entries: [Entry]) throws(NEARError) {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try AtomicFile(url: url).replace(with: encoder.encode(File(schema: File.schema, allowed: entries)))
        } catch {
            throw .storage(reason: "\(url.path): \(error)")
        }
    }

    private func setAside() throws(NEARError) {
        let kept = url.appendingPathExtension("unreadable")
        do {
            if FileManager.default.fileExists(atPath: kept.path) { try FileManager.default.removeItem(at: kept) }
            try FileManager.default.moveItem(at: url, to: kept)
        } catch {
            throw .storage(reason: "\(url.path) can't be set aside: \(error)")
        }
    }
}
