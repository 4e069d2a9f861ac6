// SPDX-License-Identifier: MIT

extension Devnet {
    /// Makes one block, with the transactions and receipts that wait for one.
    public func produceBlock() async throws(DevnetError) {
        try await changing { try await host.produceBlock() }
    }

    /// Lets `blocks` heights pass at once, with the time that belongs to them.
    ///
    /// As in nearcore's sandbox, only the last of the blocks is there afterwards.
    public func fastForward(_ blocks: UInt64) async throws(DevnetError) {
        try await changing { try await host.fastForward(blocks) }
    }

    private func changing(_ work: () async throws -> Void) async throws(DevnetError) {
        do {
            try await work()
        } catch let error as DevnetError {
            throw error
        } catch {
            throw .ledgerBroken("\(error)")
        }
    }

    /// A chain as it was at some moment.
    public struct Snapshot: Sendable {
        let chain: Chain

        /// The height of the last block.
        public var height: UInt64 { chain.head.height }
    }

    /// Keeps the chain as it is now, in constant time.
    public func snapshot() async -> Snapshot {
        Snapshot(chain: host.chain)
    }

    /// Restores the chain as it was.
    ///
    /// Everything since then is undone.
    ///
    /// Takes constant time; with a state directory, as long as writing the difference takes.
    ///
    /// - Throws: `DevnetError.stateUnusable` where the difference can't be written.
    /// - Precondition: The snapshot is of this devnet.
    public func restore(_ snapshot: Snapshot) async throws(DevnetError) {
        precondition(
            snapshot.chain.settings.chainId == chainId && snapshot.chain.genesis.hash == genesisHash,
            "A snapshot belongs to the devnet it was taken from")
        try await host.restore(snapshot.chain)
    }
}
