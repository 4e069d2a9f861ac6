// SPDX-License-Identifier: MIT

internal import NEARConnectCore

extension NEARError {
    /// The error as a sentence for the user; `nil` for what they have ended themselves or is under way already.
    var toldText: String? {
        switch self {
        case .userCancelled, .taskCancelled, .operationInProgress: nil
        default: errorDescription
        }
    }
}
