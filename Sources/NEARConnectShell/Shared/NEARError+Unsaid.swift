// SPDX-License-Identifier: MIT

internal import NEARConnectCore

extension NEARError {
    /// True for errors of a request that the manager doesn't put into `lastError`, and that the user has to hear.
    var isUnsaid: Bool {
        switch self {
        case .operationInProgress, .notSignedIn: true
        default: false
        }
    }
}
