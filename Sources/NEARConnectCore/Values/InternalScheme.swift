// SPDX-License-Identifier: MIT

/// The scheme of addresses that only this program answers, and only for its bridge page.
package enum InternalScheme {
    /// The scheme's name.
    package static let name = "near-connect"
}
