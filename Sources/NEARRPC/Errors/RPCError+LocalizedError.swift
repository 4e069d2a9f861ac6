// SPDX-License-Identifier: MIT

public import Foundation

extension RPCError: LocalizedError {
    /// The sentence that `description` is, for code that shows any error through Foundation.
    public var errorDescription: String? { description }
}
