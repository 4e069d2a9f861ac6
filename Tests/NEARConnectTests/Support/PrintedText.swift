// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// The text that a program prints into a pipe, read while it runs.
///
/// A pipe that nobody reads stops the program once it is full.
final class PrintedText: Sendable {
    private let result = Mutex<Result<Data?, any Error>>(.success(nil))
    private let end = DispatchSemaphore(value: 0)

    /// Begins to read; the program has been started.
    init(_ pipe: Pipe) {
        let file = pipe.fileHandleForReading
        // A thread of its own: those of queues may all be waiting for programs.
        Thread.detachNewThread { [self] in
            let read = Result { try file.readToEnd() }
            result.withLock { $0 = read }
            end.signal()
        }
    }

    /// Returns the whole text, once nobody can print any more.
    func text() throws -> String {
        end.wait()
        return String(decoding: try result.withLock { try $0.get() } ?? Data(), as: UTF8.self)
    }
}
