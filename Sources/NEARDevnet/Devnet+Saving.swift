// SPDX-License-Identifier: MIT

public import Foundation

extension Devnet {
    /// Saves the chain as it is now into a folder.
    ///
    /// `stateDirectory` and `near-connect devnet --state` open it. All blocks that are in memory go with it
    /// (`blockHistoryLength`), and are made and compared again at opening. Where older ones are forgotten, opening goes
    /// on from the last block. Transactions that wait for a block aren't part of it, and the devnet itself stays where
    /// it is.
    ///
    /// - Throws: `DevnetError.stateUnusable` where the folder can't be written, or has a chain already.
    public func save(to directory: URL) async throws(DevnetError) {
        let store = try ChainStore(directory: directory)
        let result = Result { () throws(DevnetError) in try store.save(host.chain, beginning) }
        try store.close()
        try result.get()
    }
}
