// SPDX-License-Identifier: MIT

internal import Glibc

/// The system's facts about a file that change when it is replaced.
struct FileStamp: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// The time in which a file may be replaced twice without a change of its time, with much to spare.
    static let tick = Duration.seconds(1)

    /// Looks at a file; `nil` if nothing has this name.
    init?(_ path: String) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return nil }
        device = UInt64(facts.st_dev)
        inode = UInt64(facts.st_ino)
        size = Int64(facts.st_size)
        // A rename changes this time, which nobody can set.
        seconds = facts.st_ctim.tv_sec
        nanoseconds = facts.st_ctim.tv_nsec
    }

    /// Returns true if the file is older than `tick`, so that another content has another stamp.
    func isSettled(after tick: Duration) -> Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = Duration.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
        return time - (.seconds(seconds) + .nanoseconds(nanoseconds)) > tick
    }
}
