// SPDX-License-Identifier: MIT

/// Snapshots for clients, which name them by number.
extension ChainHost {
    /// Keeps the chain as it is now.
    ///
    /// - Returns: The snapshot's number, and the height of its last block.
    func keep() -> (id: UInt64, height: UInt64) {
        let chain = chain
        return (kept.keep(chain), chain.head.height)
    }

    /// Restores the chain of a number.
    ///
    /// - Returns: The height of its last block; `nil` if there is no such snapshot.
    /// - Throws: As `restore(_:)`.
    func restore(kept id: UInt64) throws(DevnetError) -> UInt64? {
        guard let chain = kept[id] else { return nil }
        try restore(chain)
        return chain.head.height
    }
}
