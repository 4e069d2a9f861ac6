// SPDX-License-Identifier: MIT

/// The rule by which blocks are made.
public enum BlockProductionMode: Sendable, Hashable {
    /// At once when a transaction arrives, and on until its receipts are done.
    ///
    /// No block is made without need.
    case onDemand
    /// One each interval, whether there is something to execute or not.
    case every(Duration)
    /// Only when `Devnet.produceBlock()` is called.
    case manual
}
