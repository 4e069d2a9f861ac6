// SPDX-License-Identifier: MIT

package import NEARConnectCore
internal import SafeText
internal import WalletConnectPlatform

extension PhoneWalletSettings {
    /// Reads the relay, the project and the registry that a program was told, or the environment and the profile name.
    ///
    /// Without a project the id is empty: then no wallet can be connected, and sessions can only be removed.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders, in which `walletconnect.json` may be.
    ///   - relay: The relay that was named, in place of the profile's.
    ///   - project: The project that was named, in place of those of environment and profile.
    ///   - certificates: The path of the certificates to trust, from the folder that the program was started in.
    ///   - environment: The environment.
    /// - Throws: An error in words about the relay's address or the file.
    package init(
        profile folders: ProfileFolders, relay: String?, project: String?, certificates: String?,
        environment: [String: String]
    ) throws {
        let settings = try PhoneSettings(
            folders, relay: relay, project: project, variable: environment[PhoneSettings.projectVariable])
        self.init(
            projectId: settings.project ?? "", relay: settings.relay,
            appDescription: localized("Connects Linux programs to NEAR wallets."))
        self.certificates = certificates
        registry = settings.registry
    }
}
