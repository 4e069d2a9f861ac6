// SPDX-License-Identifier: MIT

/// Secrets in a file of mode 0600 without encryption: only such as can't spend.
///
/// For WalletConnect's keys where there is neither a keyring nor anybody who could type a passphrase. Every program of
/// the same user, and whoever gets a copy of the disk, can read them. A secret that can spend is refused by its use.
public actor PlainFileVault: SecretVault {
    /// The file.
    public nonisolated let place: VaultPlace
    private let file: PrivateFile
    private let lockFile: PrivateLock
    private let executor = VaultQueue(label: "near-connect.plain-vault")

    /// The queue on which this actor runs, since it waits for a disk and other processes.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a vault in a profile's folders; nothing is read or created yet.
    public init(_ folders: VaultFolders) {
        file = folders.plainFile
        lockFile = PrivateLock(path: folders.lockPath, patience: PrivateLock.patience)
        place = .plainFile(path: file.path)
    }

    /// Does nothing: the file is open to its owner.
    public func unlock(
        _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
    ) async throws(VaultError) {}

    /// Returns the secret with the given name, or `nil` if there is none.
    public func secret(named name: SecretName) async throws(VaultError) -> SecretBytes? {
        guard place.takes(name.purpose.sensitivity) else { throw .plainRefused(name, place) }
        return try table()[name]
    }

    /// Stores a secret, in place of one that has the same name.
    public func store(_ secret: SecretBytes, as name: SecretName) async throws(VaultError) {
        try check(secret, for: name)
        try change { table throws(VaultError) in
            try table.store(secret, as: name, in: place)
            return true
        }
    }

    /// Removes a secret; it does nothing if there is none.
    public func remove(_ name: SecretName) async throws(VaultError) {
        try change { table in table.remove(name) }
    }

    /// Returns the names of all secrets, in order.
    public func names() async throws(VaultError) -> [SecretName] { try table().names }

    /// Returns the names of this profile's secrets: the place has no others.
    public func namesOfAllProfiles() async throws(VaultError) -> [SecretName] { try await names() }

    /// Does nothing: there is nothing to forget, and the file can't be closed.
    public func lock() async {}

    private func change(_ body: (inout SecretTable) throws(VaultError) -> Bool) throws(VaultError) {
        try file.createFolder()
        try lockFile.hold { () throws(VaultError) in
            var table = try self.table()
            if try body(&table) { try file.replace(with: PlainContainer.bytes(of: table)) }
        }
    }

    private func table() throws(VaultError) -> SecretTable {
        guard let bytes = try file.read() else { return SecretTable() }
        do throws(VaultContentError) {
            return try PlainContainer.read(bytes)
        } catch {
            throw .damaged(path: file.path, error)
        }
    }
}
