// SPDX-License-Identifier: MIT

internal import SafeText

/// The place that was chosen for a profile's secrets, with one sentence for the user that says which and why.
public struct VaultChoice: Sendable {
    /// The chosen place.
    public let vault: any SecretVault
    /// A sentence that names the place, the reason, and what to know about it.
    public let sentence: String

    /// Chooses a place.
    ///
    /// In this order: the place that `preference` names; the place that this profile used before, also if it isn't
    /// available now, since secrets must not seem lost; the desktop's keyring, if one is offered; a sealed file. A
    /// plain file and memory are chosen only by preference. The keyring and the sealed file are remembered once
    /// chosen.
    ///
    /// - Parameters:
    ///   - preference: The user's own choice, or `nil`.
    ///   - profile: The profile whose secrets are stored.
    ///   - folders: The profile's folders.
    ///   - environment: The variables that name the session bus.
    ///   - remembers: False for a look, which stores no note about the choice.
    /// - Throws: ``VaultError`` if the note about the place used before can't be read or written.
    @MainActor
    public static func choose(
        _ preference: VaultKind? = nil, profile: String, folders: VaultFolders, environment: [String: String],
        remembers: Bool = true
    ) async throws(VaultError) -> VaultChoice {
        let record = try VaultRecord.read(folders.recordFile)
        if let preference {
            if preference == .secretService, record == nil, remembers { try rememberKeyring(folders) }
            return byPreference(preference, profile, folders: folders, environment: environment)
        }
        switch record?.kind {
        case .secretService:
            return VaultChoice(
                vault: SecretServiceVault(profile: profile, environment: environment),
                sentence: localized(
                    "Your secrets are in the desktop’s keyring, where this profile has stored them before. While it is unlocked, every program that you run can read them."
                ))
        case .sealedFile:
            return sealed(folders) { path in
                localized("Your secrets are in the sealed file %1$s, where this profile has stored them before.", path)
            }
        case .plainFile, .memory, nil: break
        }
        if try folders.sealedFile.read() != nil {
            return sealed(folders) { path in
                localized("Your secrets are in the sealed file %1$s, which this profile has already.", path)
            }
        }
        let keyring = SecretServiceVault(profile: profile, environment: environment)
        guard let reason = await keyring.absence() else {
            if remembers { try rememberKeyring(folders) }
            return VaultChoice(
                vault: keyring,
                sentence: localized(
                    "Your secrets are stored in the desktop’s keyring, because this desktop has one. While it is unlocked, every program that you run can read them."
                ))
        }
        return sealed(folders) { path in
            localized(
                "Your secrets are stored in the sealed file %1$s, because the desktop’s keyring isn’t available (%2$s).",
                path, reason)
        }
    }

    private static func rememberKeyring(_ folders: VaultFolders) throws(VaultError) {
        try folders.recordFile.createFolder()
        try folders.recordFile.replace(with: VaultRecord(kind: .secretService).bytes)
    }

    private static func sealed(_ folders: VaultFolders, sentence: (String) -> String) -> VaultChoice {
        VaultChoice(vault: SealedFileVault(folders), sentence: sentence(DisplayText.line(folders.sealedFile.path)))
    }

    @MainActor
    private static func byPreference(
        _ kind: VaultKind, _ profile: String, folders: VaultFolders, environment: [String: String]
    ) -> VaultChoice {
        switch kind {
        case .secretService:
            VaultChoice(
                vault: SecretServiceVault(profile: profile, environment: environment),
                sentence: localized(
                    "Your secrets are stored in the desktop’s keyring, because you chose it. While it is unlocked, every program that you run can read them."
                ))
        case .sealedFile:
            sealed(folders) { path in
                localized("Your secrets are stored in the sealed file %1$s, because you chose it.", path)
            }
        case .plainFile:
            VaultChoice(
                vault: PlainFileVault(folders),
                sentence: localized(
                    "Secrets that can’t spend money are stored in the unencrypted file %1$s, because you chose it: every program that you run can read them. Keys that can spend are refused.",
                    DisplayText.line(folders.plainFile.path)))
        case .memory:
            VaultChoice(
                vault: MemoryVault(),
                sentence: localized(
                    "Your secrets stay in this program’s memory, because you chose it. They are gone when the program ends."
                ))
        }
    }
}
