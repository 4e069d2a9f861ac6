// SPDX-License-Identifier: MIT

internal import CJavaScriptCore
import Synchronization

/// Shares JavaScriptCore's fast memories among the machines of this process.
///
/// A fast memory grows where it is. Any other is copied whole at each growth, for gas that doesn't pay for it: 1,024
/// growths by a page, 0.9 Tgas, took a minute and more. There are so many in a process, whatever the number of its
/// virtual machines, and what a machine has given up is there until JavaScriptCore collects it. So what all machines
/// keep together leaves room for that, and for the instance that each of them runs.
final class FastMemories: Sendable {
    /// Those of this process.
    ///
    /// To be asked for when JavaScriptCore runs: it reads its options once.
    static let ofProcess: FastMemories = {
        var count: guint = 0
        let isKnown = jsc_options_get_uint("maxNumWasmFastMemories", &count) != 0
        return FastMemories(limit: isKnown ? min(Int(count), addressLimit) : 0)
    }()

    /// As many as are used, whatever the option allows.
    ///
    /// Each takes 4 GiB of the 64 GiB of addresses that JavaScriptCore has for memories: 15 fit in (WebKitGTK 2.50,
    /// x86-64), and where they fill it, the next contract of any machine fails with "Out of memory".
    static let addressLimit = 12

    let limit: Int
    private let counts = Mutex((machines: 0, kept: 0))

    init(limit: Int) {
        self.limit = limit
    }

    /// The number of instances that all machines together have cached.
    var keptCount: Int { counts.withLock { $0.kept } }

    /// Counts a machine, which runs one instance at a time.
    func enter() {
        counts.withLock { $0.machines += 1 }
    }

    /// Removes a machine, and the instances that it has cached.
    func leave(keeping count: Int) {
        counts.withLock {
            $0.machines -= 1
            $0.kept -= count
        }
    }

    /// Takes a place for one more cached instance; `false` where all are taken.
    func take() -> Bool {
        counts.withLock {
            guard $0.kept < limit - $0.machines else { return false }
            $0.kept += 1
            return true
        }
    }

    /// Gives the place of one instance back.
    func giveBack() {
        counts.withLock { $0.kept -= 1 }
    }
}
