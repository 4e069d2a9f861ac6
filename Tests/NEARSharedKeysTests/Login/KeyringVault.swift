// SPDX-License-Identifier: MIT

import NEARVault

/// A sealed file that counts as this computer's keyring, beside which another sealed file may have a share.
struct KeyringVault: SecretVault {
    let file: SealedFileVault
    var place: VaultPlace { .secretService }

    func unlock(
        _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
    ) async throws(VaultError) { try await file.unlock(passphrase) }

    func secret(named name: SecretName) async throws(VaultError) -> SecretBytes? {
        try await file.secret(named: name)
    }

    func store(_ secret: SecretBytes, as name: SecretName) async throws(VaultError) {
        try await file.store(secret, as: name)
    }

    func remove(_ name: SecretName) async throws(VaultError) { try await file.remove(name) }

    func names() async throws(VaultError) -> [SecretName] { try await file.names() }
    func namesOfAllProfiles() async throws(VaultError) -> [SecretName] { try await file.namesOfAllProfiles() }

    func lock() async { await file.lock() }
}
