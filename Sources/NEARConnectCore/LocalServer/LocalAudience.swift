// SPDX-License-Identifier: MIT

internal import Synchronization

/// The connections of a server that are there, for what it tells them all.
final class LocalAudience: Sendable {
    private let members = Mutex<[LocalCaller]>([])

    /// All of them.
    var callers: [LocalCaller] { members.withLock { $0 } }

    /// Adds a connection.
    func add(_ caller: LocalCaller) {
        members.withLock { $0.append(caller) }
    }

    /// Removes a connection that has ended.
    func remove(_ caller: LocalCaller) {
        members.withLock { $0.removeAll { $0 === caller } }
    }
}
