// SPDX-License-Identifier: MIT

extension KeystoreRefusal {
    /// The error that a command ends with.
    package var error: any Error {
        switch self {
        case .policy(let reason): DirectSigningError.refusedByPolicy(reason: reason)
        case .chain(let error): error
        }
    }
}
