// SPDX-License-Identifier: MIT

/// The hashes of the last messages; the oldest are forgotten.
struct RecentHashes: Sendable {
    private let limit: Int
    private var known: Set<[UInt8]> = []
    private var order: [[UInt8]] = []
    private var next = 0

    init(limit: Int) {
        self.limit = limit
    }

    func contains(_ hash: [UInt8]) -> Bool { known.contains(hash) }

    /// Remembers a hash.
    ///
    /// - Returns: False if it was known.
    mutating func insert(_ hash: [UInt8]) -> Bool {
        guard known.insert(hash).inserted else { return false }
        if order.count < limit {
            order.append(hash)
        } else {
            known.remove(order[next])
            order[next] = hash
            next = (next + 1) % limit
        }
        return true
    }
}
