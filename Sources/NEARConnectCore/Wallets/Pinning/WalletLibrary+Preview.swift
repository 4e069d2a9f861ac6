// SPDX-License-Identifier: MIT

/// Shows a wallet's current version on the web, without pinning it.
extension WalletLibrary {
    /// The current version of a wallet on the web.
    package struct Preview: Sendable {
        /// The entry.
        package let manifest: WalletManifest
        /// The version's hashes and sizes, by which it may be pinned.
        package let version: WalletLock.Pin
        /// The differences from the pinned version; `nil` if none is pinned.
        package let difference: WalletDifference?
    }

    /// Fetches the lists and a wallet's code.
    ///
    /// Only the cached copies of the lists are replaced: the code isn't stored, and nothing is offered or pinned.
    ///
    /// - Throws: ``WalletError``.
    package func preview(of id: String) async throws(WalletError) -> Preview {
        if case .packaged = unknown(id) { throw .packaged(id: id) }
        try await fetchLists()
        guard let entry = listing().entry(id) else { throw unknown(id) }
        let code = try await fetchCode(of: entry.manifest)
        let version = Self.makePin(entry.manifest, code: code, source: entry.source)
        let pinned = try lock().wallets[id]?.pinned
        return Preview(
            manifest: entry.manifest, version: version,
            difference: pinned.map { difference(from: $0, to: version, entry.manifest) })
    }
}
