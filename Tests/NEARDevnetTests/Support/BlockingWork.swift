// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Does what blocks on a thread of its own: Swift's tasks, the devnet's among them, have only as many as there are cores.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
}

/// Bytes of memory that this process has.
func residentByteCount() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (Int(text.split(separator: " ")[1]) ?? 0) * Int(getpagesize())
}

/// The thread that this is called on.
func currentThread() -> UInt { UInt(pthread_self()) }
