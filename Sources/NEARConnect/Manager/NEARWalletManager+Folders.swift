// SPDX-License-Identifier: MIT

package import NEARConnectCore
internal import NEARPrimitives

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

    /// The variables that name the session bus.
    package var environment: [String: String] { configuration.environment }

    /// The name under which the desktop's keyring has the profile's secrets.
    package var profileName: String {
        if case .named(let name) = configuration.profile { name } else { "default" }
    }

    /// The one in whose name this program itself asks.
    package var ownAsker: Asker {
        configuration.asker ?? .program(origin: ExactText(configuration.origin.origin))
    }
}
