// SPDX-License-Identifier: MIT

internal import Observation

/// The last word on the lists of wallets that a manager fetches.
@MainActor
@Observable
package final class WalletListState {
    /// The reason why a list could not be fetched, as a sentence; `nil` after one was.
    package internal(set) var problem: String?
    /// True while lists are being fetched.
    package internal(set) var isFetching = false
}
