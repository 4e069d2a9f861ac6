// SPDX-License-Identifier: MIT

public import FoundationEssentials

extension RPCError: LocalizedError {
    /// The sentence that `description` is, for code that shows any error through Foundation.
    public var errorDescription: String? { description }
}
