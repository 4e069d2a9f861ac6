// SPDX-License-Identifier: MIT

/// The addresses, or beginnings of addresses, that a wallet's manifest lets it open (`permissions.allowsOpen`).
///
/// The connector decides by the same rules in JavaScript (`Resources/Connector/sandbox/permissions.js`); this side
/// doesn't rely on it. An address that can be read in two ways is not covered.
package struct OpenPermissions: Sendable {
    private let entries: [WebAddress]

    /// - Parameter entries: The manifest's list. An entry that is no address covers nothing.
    init(_ entries: [String]) {
        self.entries = entries.compactMap(WebAddress.init).filter(\.hasAuthority)
    }

    /// Returns whether the list covers an address.
    ///
    /// Scheme and port have to be equal; host and path where the entry names them. A path covers itself and what is
    /// below it: `/wallet` covers `/wallet/x`, not `/wallets`.
    package func covers(_ address: WebAddress) -> Bool {
        guard address.isPlain, address.hasAuthority, !address.hasUser, !address.hasDotSegments else { return false }
        return entries.contains { entry in
            // All of it is ASCII, which compares alike by bytes and by characters.
            guard entry.scheme == address.scheme else { return false }
            if !entry.host.isEmpty, entry.host != address.host || entry.port != address.port { return false }
            if entry.path.isEmpty || entry.path == "/" { return true }
            let below = entry.path.utf8.last == UInt8(ascii: "/") ? entry.path : "\(entry.path)/"
            return address.path == entry.path || address.path.hasPrefix(below)
        }
    }
}
