// SPDX-License-Identifier: MIT

import Dispatch

/// Runs tasks of another Swift library in the same program, and waits for their results.
@c(run_plugin)
public func runPlugin() -> CInt {
    let results = DispatchSemaphore(value: 0)
    for number in 0..<8 {
        Task.detached {
            await Task.yield()
            var sum = 0
            for step in 0...1000 { sum += step * number }
            if sum == 500_500 * number { results.signal() }
        }
    }
    for _ in 0..<8 where results.wait(timeout: .now() + 60) != .success { return 1 }
    return 0
}
