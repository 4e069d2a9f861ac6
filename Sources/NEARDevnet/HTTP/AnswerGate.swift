// SPDX-License-Identifier: MIT

package import NIOCore
import Synchronization

/// Brings answers to their connections for as long as the server runs.
///
/// Answers after its end are dropped: their event loop is gone, and must not be given work.
package final class AnswerGate: Sendable {
    private let isOpen = Mutex(true)

    package init() {}

    /// Runs `work` on `eventLoop`, unless the server has ended.
    ///
    /// - Returns: Whether it will run.
    @discardableResult
    package func execute(on eventLoop: any EventLoop, _ work: @escaping @Sendable () -> Void) -> Bool {
        isOpen.withLock { isOpen in
            if isOpen { eventLoop.execute(work) }
            return isOpen
        }
    }

    /// Says that from here on nothing is run.
    ///
    /// - Returns: False where that was said before.
    @discardableResult
    package func close() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }
}
