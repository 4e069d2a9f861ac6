// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GuardedMemory
public import NEARConnectCore
public import NEARVault
internal import SafeText
public import WalletConnectSign

/// The place of the keys of a profile's sessions, open.
public struct SessionVault: Sendable {
    /// The place, which is open.
    public let vault: any SecretVault
    /// A sentence for the user that says which place was chosen and why; `nil` for the place used before.
    public let sentence: String?

    /// Chooses a place and opens it.
    ///
    /// In this order: the place that `preference` names, the one that these sessions' keys are in, the desktop's
    /// keyring, and a plain file. A new sealed file is made only by preference: it needs a passphrase that nobody may
    /// be there to type, and these keys only talk.
    ///
    /// - Parameters:
    ///   - preference: The user's own choice, or `nil`.
    ///   - profile: The profile's name, for the keyring.
    ///   - folders: The profile's folders.
    ///   - environment: The variables that name the session bus.
    ///   - passphrase: Asks for the passphrase of a sealed file; `nil` where nobody answers.
    /// - Throws: ``SignStoreError/failed(_:)``.
    @MainActor
    public static func open(
        _ preference: VaultKind? = nil, profile: String, folders: ProfileFolders, environment: [String: String],
        passphrase: @escaping @Sendable () async -> SecretBytes? = { nil }
    ) async throws(SignStoreError) -> SessionVault {
        let places = VaultFolders(data: folders.data.path, state: folders.state.path)
        let before = try FileSignStore.place(folders)
        do throws(VaultError) {
            var chosen = try await VaultChoice.choose(
                preference ?? before, profile: profile, folders: places, environment: environment)
            if preference == nil, before == nil, case .sealedFile(let path) = chosen.vault.place,
                !FileManager.default.fileExists(atPath: path)
            {
                chosen = try await VaultChoice.choose(
                    .plainFile, profile: profile, folders: places, environment: environment)
            }
            let vault = chosen.vault
            try await vault.unlock { _ in await passphrase() }
            guard before == nil else { return SessionVault(vault: vault, sentence: nil) }
            guard preference == nil, vault.place.kind == .plainFile else {
                return SessionVault(vault: vault, sentence: chosen.sentence)
            }
            return SessionVault(
                vault: vault,
                sentence: localized(
                    "the keys of sessions are stored in %1$s, because there is no desktop’s keyring: every program that you run can read them",
                    "\(vault.place)"))
        } catch {
            throw .failed("\(error)")
        }
    }
}
