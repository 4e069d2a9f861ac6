// SPDX-License-Identifier: MIT

// sample: profile
import Foundation
import NEARConnect

/// Removes all that a profile has on disk, once its manager is closed: `ProfileFolders(profile: "shop")` names it.
///
/// Transactions stay on the chain, but `history()` can't tell of it any more. To forget one wallet only, there is
/// `forgetWallet(_:)`.
func remove(_ folders: ProfileFolders) throws {
    for folder in [folders.data, folders.cache, folders.state]
    where FileManager.default.fileExists(atPath: folder.path) {
        try FileManager.default.removeItem(at: folder)
    }
}
// end of sample
