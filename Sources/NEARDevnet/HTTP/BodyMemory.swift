// SPDX-License-Identifier: MIT

import Synchronization

/// The bytes of requests and answers that a server holds for all its connections together.
final class BodyMemory: Sendable {
    /// The first bytes of each, which don't count, so that small requests go on whatever large ones do.
    static let free = 64 * 1024

    private let limit: Int
    private let held = Atomic(0)

    /// Bytes of the limit that are taken.
    var taken: Int { held.load(ordering: .relaxed) }

    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of a body that count.
    static func share(of count: Int) -> Int { max(count - free, 0) }

    /// Takes bytes of the limit, if there are as many left.
    func take(_ count: Int) -> Bool {
        guard held.add(count, ordering: .relaxed).newValue <= limit else {
            giveBack(count)
            return false
        }
        return true
    }

    /// Gives back what was taken.
    func giveBack(_ count: Int) { held.subtract(count, ordering: .relaxed) }
}
