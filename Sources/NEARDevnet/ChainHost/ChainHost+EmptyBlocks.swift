// SPDX-License-Identifier: MIT

import Logging
import NEARPrimitives
import Synchronization

/// Empty blocks, which a network makes all the time, and a chain on demand only where somebody waits for one.
extension ChainHost {
    /// Makes blocks until there is one at a height.
    func produceBlocks(upTo height: UInt64) throws {
        guard production == .onDemand else { return }
        while chain.head.height < height { try produceBlock() }
    }

    /// Notes that whoever has patched the state may wait for the block after.
    nonisolated func expectBlock(after head: CryptoHash) {
        guard production == .onDemand else { return }
        awaited.withLock { $0 = AwaitedBlock(head: head) }
    }

    /// Makes the block that is waited for once somebody has looked at the head before it a second time.
    ///
    /// Doesn't wait for it: whoever looks at the head waits for nobody.
    nonisolated func noteLook(at head: Block) {
        let isSecond = awaited.withLock { awaited in
            guard awaited?.head == head.hash else { return false }
            awaited?.looks += 1
            return awaited?.looks == 2
        }
        guard isSecond else { return }
        Task {
            do {
                try await produceBlocks(upTo: head.height + 1)
            } catch {
                logger.warning("no block is made", metadata: ["error": "\(error)"])
            }
        }
    }

    /// A block that somebody may wait for.
    struct AwaitedBlock: Sendable {
        let head: CryptoHash
        var looks = 0
    }
}
