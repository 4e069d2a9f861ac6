// SPDX-License-Identifier: MIT

/// The reason why nothing can be measured.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
