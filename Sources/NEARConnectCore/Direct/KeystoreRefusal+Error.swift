// SPDX-License-Identifier: MIT

internal import NEARRPC

extension KeystoreRefusal {
    /// The error that a command ends with.
    package var error: any Error {
        switch self {
        case .policy(let reason): DirectSigningError.refusedByPolicy(reason: reason)
        case .chain(let error): RPCError.node(error)
        }
    }
}
