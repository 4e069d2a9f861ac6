// SPDX-License-Identifier: MIT

import Foundation

/// Does what blocks on a thread of its own: Swift's tasks, the devnet's among them, have only as many as there are cores.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
}
