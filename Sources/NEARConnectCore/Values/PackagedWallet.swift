// SPDX-License-Identifier: MIT

/// The ids of the wallets that ship with the package, as their manifest has them.
package enum PackagedWallet {
    /// The keystore wallet, whose signing calls this process answers itself.
    package static let keystore = "near-connect-keystore"
}
