// SPDX-License-Identifier: MIT

internal import NEARConnectCore

extension NEARWalletConfiguration {
    /// Returns the profile's folders; `nil` when nothing is to be stored.
    func folders() throws(NEARError) -> ProfileFolders? {
        switch profile {
        case .ephemeral: nil
        case .folders(let folders): folders
        case .named(let name): try ProfileFolders(profile: name)
        }
    }
}
