// SPDX-License-Identifier: MIT

internal import SafeText

/// Secrets in the desktop's default keyring, by the Secret Service interface (`org.freedesktop.secrets`).
///
/// GNOME's, KDE's and KeePassXC's keyrings offer it. Between this process and the keyring secrets travel encrypted,
/// where the keyring can do so. The keyring is unlocked for the whole session, so every program of the same user can
/// read what is in it. Names, this profile's among them, are attributes there and not secret.
///
/// Each operation looks first whether the keyring is there and unlocked: a locked or absent keyring is an error and
/// never an empty one. Everything runs on the main thread without blocking it, and needs GLib's loop to run there.
@MainActor
public final class SecretServiceVault: SecretVault {
    /// The desktop's keyring.
    public nonisolated let place = VaultPlace.secretService

    /// The type of our items, by which password managers sort them.
    static let schema = "io.github.near_connect.Secret"

    private let profile: String
    private let environment: [String: String]
    private let limit: Duration
    private let patience: Duration
    private var keyring: Keyring?

    /// Makes a vault; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - profile: The profile whose secrets these are; others don't see them under their names.
    ///   - environment: The variables that name the session bus.
    ///   - limit: The time that the service has for an answer.
    ///   - patience: The time that the user has to answer the service's question.
    public init(
        profile: String, environment: [String: String], limit: Duration = .seconds(10),
        patience: Duration = .seconds(120)
    ) {
        self.profile = profile
        self.environment = environment
        self.limit = limit
        self.patience = patience
    }

    /// Has the keyring ask the user for its password, if it is locked.
    ///
    /// `passphrase` isn't called: the desktop asks in a window of its own.
    public func unlock(
        _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
    ) async throws(VaultError) {
        let keyring = try await current()
        let collection = try await keyring.defaultCollection(within: limit)
        guard collection.isLocked else { return }
        try await keyring.unlock(collection, within: limit, patience: patience)
    }

    /// Returns the secret with the given name, or `nil` if the unlocked keyring has none.
    public func secret(named name: SecretName) async throws(VaultError) -> SecretBytes? {
        let wanted = attributes(of: name)
        let found = try await unlockedCollection().items(with: wanted, loadsSecrets: true, within: patience)
        // Other programs may have items with these attributes and more.
        let items = found.filter { $0.attributes == wanted }.sorted { $0.modified > $1.modified }
        guard let item = items.first else { return nil }
        guard let secret = item.secret else {
            if item.isLocked { throw .locked(place) }
            throw .service(reason: localized("it gave an item without its secret"))
        }
        return secret
    }

    /// Stores a secret, in place of one that has the same name.
    public func store(_ secret: SecretBytes, as name: SecretName) async throws(VaultError) {
        try check(secret, for: name)
        try await unlockedCollection().store(
            secret, label: localized("near-connect: %1$s", "\(name)"), attributes: attributes(of: name),
            within: patience)
    }

    /// Removes a secret; it does nothing if there is none.
    public func remove(_ name: SecretName) async throws(VaultError) {
        let wanted = attributes(of: name)
        let found = try await unlockedCollection().items(with: wanted, loadsSecrets: false, within: limit)
        for item in found where item.attributes == wanted {
            try await item.delete(within: patience)
        }
    }

    /// Returns the names of all secrets of this profile, in order.
    public func names() async throws(VaultError) -> [SecretName] {
        let common = ["xdg:schema": Self.schema, "profile": profile]
        let found = try await unlockedCollection().items(with: common, loadsSecrets: false, within: limit)
        return Set(found.compactMap { name(in: $0.attributes, of: profile) }).sorted()
    }

    /// Returns the names of all secrets of this program in the keyring, whichever profile they are of, in order.
    public func namesOfAllProfiles() async throws(VaultError) -> [SecretName] {
        let common = ["xdg:schema": Self.schema]
        let found = try await unlockedCollection().items(with: common, loadsSecrets: false, within: limit)
        return Set(
            found.compactMap { item in
                item.attributes["profile"].flatMap { name(in: item.attributes, of: $0) }
            }
        ).sorted()
    }

    /// Ends this vault's connection; the keyring stays unlocked for other programs.
    public func lock() async {
        keyring = nil
    }

    // MARK: The service

    /// Returns why no Secret Service can be used here, or `nil` if one is offered on the session bus.
    ///
    /// A keyring that is locked, or has no default collection yet, is offered: those are told when it is used.
    func absence() async -> String? {
        do throws(VaultError) {
            _ = try await current()
            return nil
        } catch .noService(let reason) {
            return reason
        } catch {
            return "\(error)"
        }
    }

    /// Returns the default keyring if it is unlocked.
    private func unlockedCollection() async throws(VaultError) -> KeyringCollection {
        let collection = try await current().defaultCollection(within: limit)
        guard !collection.isLocked else { throw .locked(place) }
        return collection
    }

    /// Returns the service that answers now: the one from before, or another if that one ended.
    private func current() async throws(VaultError) -> Keyring {
        if let keyring, await keyring.isCurrent(within: limit) { return keyring }
        keyring = nil
        let new = try await Keyring.connect(environment: environment, within: limit)
        keyring = new
        return new
    }

    // MARK: Names

    private func attributes(of name: SecretName) -> [String: String] { Self.attributes(of: name, profile) }

    private static func attributes(of name: SecretName, _ profile: String) -> [String: String] {
        ["xdg:schema": schema, "profile": profile, "purpose": name.purpose.rawValue, "id": name.id]
    }

    /// Returns the name that attributes stand for, or `nil` if they aren't those of this program and a profile.
    private func name(in attributes: [String: String], of profile: String) -> SecretName? {
        guard let purpose = attributes["purpose"].flatMap(SecretPurpose.init(rawValue:)), let id = attributes["id"]
        else { return nil }
        do throws(VaultError) {
            let name = try SecretName(purpose, id: id)
            return attributes == Self.attributes(of: name, profile) ? name : nil
        } catch {
            return nil
        }
    }
}
