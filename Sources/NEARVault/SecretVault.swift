// SPDX-License-Identifier: MIT

/// A place that stores secrets by name.
///
/// Four types conform: ``SecretServiceVault``, ``SealedFileVault``, ``PlainFileVault`` and ``MemoryVault``;
/// ``VaultChoice`` picks one. Every operation ends with a result or a ``VaultError``, and none blocks its caller's
/// thread. A locked vault finds nothing and says so: `nil` means that an unlocked place has no such secret.
public protocol SecretVault: Sendable {
    /// The place of the secrets, in a form that can be shown.
    var place: VaultPlace { get }

    /// Opens the place for this session; it does nothing if the place is open.
    ///
    /// The Secret Service asks the user by itself. The sealed file calls `passphrase` once; whoever wants to give the
    /// user another try after ``VaultError/wrongPassphrase(path:)`` calls `unlock` again.
    ///
    /// - Parameter passphrase: Gets the user's passphrase, or `nil` if the user doesn't give one.
    func unlock(
        _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
    ) async throws(VaultError)

    /// Returns the secret with the given name, or `nil` if there is none.
    func secret(named name: SecretName) async throws(VaultError) -> SecretBytes?

    /// Stores a secret, in place of one that has the same name.
    func store(_ secret: SecretBytes, as name: SecretName) async throws(VaultError)

    /// Removes a secret; it does nothing if there is none.
    func remove(_ name: SecretName) async throws(VaultError)

    /// Returns the names of all secrets, in order.
    func names() async throws(VaultError) -> [SecretName]

    /// Returns the names of all secrets that whoever opens the place gets, in order.
    ///
    /// A desktop's keyring has those of all profiles; any other place has one profile's, as ``names()`` returns them.
    func namesOfAllProfiles() async throws(VaultError) -> [SecretName]

    /// Closes the place: this vault forgets and wipes what it needs to read secrets.
    ///
    /// Secrets that it has handed out stay with their owners. The desktop's keyring stays open for other programs.
    func lock() async
}

/// The passphrase that a sealed file asks for.
public enum PassphraseQuestion: Hashable, Sendable {
    /// The passphrase that opens the file at `path`.
    case existing(path: String)
    /// A new passphrase for the file that is about to be created at `path`.
    case new(path: String)
}

/// The limits that every place keeps.
public enum VaultLimits {
    /// The largest secret, in bytes.
    public static let largestSecret = 65_536
    /// The longest new passphrase, in bytes: less than a terminal takes in one line.
    public static let longestPassphrase = 4_000
    /// The most secrets in one place.
    public static let mostSecrets = 1_024
}

extension SecretVault {

    /// Refuses a secret that this place may not store.
    func check(_ secret: SecretBytes, for name: SecretName) throws(VaultError) {
        guard place.takes(name.purpose.sensitivity) else { throw .plainRefused(name, place) }
        guard (1...VaultLimits.largestSecret).contains(secret.count) else {
            throw .secretSize(name, bytes: secret.count)
        }
    }
}
