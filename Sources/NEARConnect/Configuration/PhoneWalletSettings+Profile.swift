// SPDX-License-Identifier: MIT

package import NEARConnectCore
internal import SafeText
package import WalletConnectPlatform

extension PhoneWalletSettings {
    /// Reads what a program was told, or the environment and the profile name.
    ///
    /// Without a project the id is empty: then no wallet can be connected, and sessions can only be removed.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders, in which `walletconnect.json` may be.
    ///   - named: Settings that the program was told, in place of those of environment and profile.
    ///   - certificates: The path of the certificates to trust, from the folder that the program was started in.
    ///   - environment: The environment.
    /// - Throws: An error in words about the relay's address or the file.
    package init(
        profile folders: ProfileFolders, named: PhoneSettings.Named, certificates: String?,
        environment: [String: String]
    ) throws {
        let settings = try PhoneSettings(
            folders, named: named, variable: environment[PhoneSettings.projectVariable])
        self.init(
            projectId: settings.project ?? "", relay: settings.relay,
            appDescription: localized("Connects Linux programs to NEAR wallets."))
        self.certificates = certificates
        registry = settings.registry
        sendsTokenInQuery = settings.token == .query
        relayHeaders = settings.headers.map { "\($0.name): \($0.value)" }
        if let wallets = settings.nativeWallets {
            nativeWallets = Self.walletIds.intersection(wallets)
            guard nativeWallets.count == Set(wallets).count else {
                throw PhoneSettingsError.member(
                    "nativeWallets",
                    localized("write a list of these: %1$s", Self.walletIds.sorted().joined(separator: ", ")))
            }
        }
    }
}
