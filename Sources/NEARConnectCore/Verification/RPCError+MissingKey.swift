// SPDX-License-Identifier: MIT

package import NEARRPC

extension RPCError {
    /// True if a node said that the account or the key isn't there, as opposed to not answering.
    package var saysThatKeyIsGone: Bool {
        guard case .node(let error) = self else { return false }
        switch error.cause {
        case .unknownAccount, .unknownAccessKey: return true
        default: return false
        }
    }
}
