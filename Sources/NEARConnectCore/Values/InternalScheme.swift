// SPDX-License-Identifier: MIT

/// The scheme of addresses that only this program answers, and only for its bridge page: `near-connect:`.
package enum InternalScheme {
    /// The scheme's name.
    package static let name = "near-connect"
}
