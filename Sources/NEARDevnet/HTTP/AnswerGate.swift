// SPDX-License-Identifier: MIT

import NIOCore
import Synchronization

/// Brings answers to their connections for as long as the server runs.
///
/// Answers after its end are dropped: their event loop is gone, and must not be given work.
final class AnswerGate: Sendable {
    private let isOpen = Mutex(true)

    /// Runs `work` on `eventLoop`, unless the server has ended.
    ///
    /// - Returns: Whether it will run.
    @discardableResult
    func execute(on eventLoop: any EventLoop, _ work: @escaping @Sendable () -> Void) -> Bool {
        isOpen.withLock { isOpen in
            if isOpen { eventLoop.execute(work) }
            return isOpen
        }
    }

    /// Says that from here on nothing is run.
    func close() {
        isOpen.withLock { $0 = false }
    }
}
