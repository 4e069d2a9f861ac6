// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText

extension NEARError {
    /// The sentence about a transaction that wasn't asked for, where the window shows none; `nil` where it does.
    var unsaidSentence: String? {
        isUnsaid ? localized("Nothing was sent: %1$s", DisplayText.words(self)) : nil
    }

    /// True for errors of a request that the manager doesn't put into `lastError`, and that the user has to hear.
    var isUnsaid: Bool {
        switch self {
        case .operationInProgress, .notSignedIn: true
        default: false
        }
    }
}
