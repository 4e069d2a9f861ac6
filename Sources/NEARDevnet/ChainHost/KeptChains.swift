// SPDX-License-Identifier: MIT

/// Chains as they were, by number, so that whoever has the number gets back to one.
struct KeptChains: Sendable {
    /// The most chains that are kept; the oldest goes first.
    static let limit = 64

    private var chains: [UInt64: Chain] = [:]
    private var last: UInt64 = 0

    /// Returns a chain; `nil` if it was never kept, or was dropped.
    subscript(id: UInt64) -> Chain? { chains[id] }

    /// Keeps a chain.
    ///
    /// - Returns: Its number, which no other chain gets.
    mutating func keep(_ chain: Chain) -> UInt64 {
        last += 1
        chains[last] = chain
        if chains.count > Self.limit, let oldest = chains.keys.min() { chains[oldest] = nil }
        return last
    }
}
