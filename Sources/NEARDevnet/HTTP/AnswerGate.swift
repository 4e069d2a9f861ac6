// SPDX-License-Identifier: MIT

import NIOCore
import Synchronization

/// Brings answers to their connections for as long as the server runs.
///
/// Answers after its end are dropped: their event loop is gone, and must not be given work.
final class AnswerGate: Sendable {
    private let isOpen = Mutex(true)

    /// Runs `work` on `eventLoop`, unless the server has ended.
    func execute(on eventLoop: any EventLoop, _ work: @escaping @Sendable () -> Void) {
        isOpen.withLock { if $0 { eventLoop.execute(work) } }
    }

    /// From here on nothing is run.
    func close() { isOpen.withLock { $0 = false } }
}
