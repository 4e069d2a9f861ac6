// SPDX-License-Identifier: MIT

/// Secrets in this process's guarded memory, for as long as it runs.
///
/// For tests, for programs that get their keys anew at each start, and for users who want nothing stored.
public actor MemoryVault: SecretVault {
    /// The process's memory.
    public nonisolated let place = VaultPlace.memory
    private var table = SecretTable()

    /// Makes an empty vault.
    public init() {}

    /// Does nothing: memory is open to the process that has it.
    public func unlock(
        _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
    ) async throws(VaultError) {}

    /// Returns the secret with the given name, or `nil` if there is none.
    public func secret(named name: SecretName) async throws(VaultError) -> SecretBytes? { table[name] }

    /// Stores a secret, in place of one that has the same name.
    public func store(_ secret: SecretBytes, as name: SecretName) async throws(VaultError) {
        try check(secret, for: name)
        try table.store(secret, as: name, in: place)
    }

    /// Removes a secret; it does nothing if there is none.
    public func remove(_ name: SecretName) async throws(VaultError) {
        _ = table.remove(name)
    }

    /// Returns the names of all secrets, in order.
    public func names() async throws(VaultError) -> [SecretName] { table.names }

    /// Returns the names of this profile's secrets: the place has no others.
    public func namesOfAllProfiles() async throws(VaultError) -> [SecretName] { try await names() }

    /// Forgets all secrets: there is no place from which they could come back.
    public func lock() async {
        table = SecretTable()
    }
}
