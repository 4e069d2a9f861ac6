// SPDX-License-Identifier: MIT

extension Devnet {
    /// Makes one block, with the transactions and receipts that wait for one.
    public func produceBlock() async throws(DevnetError) {
        do {
            try await host.produceBlock()
        } catch {
            throw .ledgerBroken("\(error)")
        }
    }

    /// Lets `blocks` heights pass at once, with the time that belongs to them. As in nearcore's sandbox, only the last of
    /// the blocks is there afterwards.
    public func fastForward(_ blocks: UInt64) async throws(DevnetError) {
        do {
            try await host.fastForward(blocks)
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
        Snapshot(chain: await host.chain)
    }

    /// Makes the chain what it was, in constant time. What has happened since then never has.
    ///
    /// - Precondition: The snapshot is of this devnet.
    public func restore(_ snapshot: Snapshot) async {
        precondition(
            snapshot.chain.settings.chainId == chainId && snapshot.chain.genesis.hash == genesisHash,
            "A snapshot belongs to the devnet it was taken from")
        await host.restore(snapshot.chain)
    }
}
