// SPDX-License-Identifier: MIT

import Glibc

/// `fork`, which Swift doesn't import.
enum ForkedProcess {
    /// Returns the fork's id, zero in the fork itself, `nil` where there is none.
    static func make() -> pid_t? {
        guard let symbol = dlsym(nil, "fork") else { return nil }
        let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
        let id = fork()
        return id < 0 ? nil : id
    }
}
