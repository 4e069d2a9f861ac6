// SPDX-License-Identifier: MIT

package import NEARConnectCore

extension NEARWalletManager {
    /// The profile's folders; `nil` for a profile that stores nothing.
    package var folders: ProfileFolders? {
        do throws(NEARError) {
            return try configuration.folders()
        } catch {
            // The manager has said so, and works without any, too.
            return nil
        }
    }
}
