// SPDX-License-Identifier: MIT

internal import NEARConnectCore

extension NEARWalletManager {
    /// The profile's folders; `nil` for a profile that stores nothing.
    var folders: ProfileFolders? {
        do throws(NEARError) {
            return try configuration.folders()
        } catch {
            // The manager has said so, and works without any, too.
            return nil
        }
    }
}
