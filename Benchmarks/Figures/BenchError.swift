// SPDX-License-Identifier: MIT

/// The reason why nothing can be measured.
package struct BenchError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
