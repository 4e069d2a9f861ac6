// SPDX-License-Identifier: MIT

internal import CSodium

/// libsodium's one-time setup.
package enum Sodium {
    /// True once libsodium has chosen its code for this processor; safe to ask on any thread.
    package static let isReady = sodium_init() >= 0
}
