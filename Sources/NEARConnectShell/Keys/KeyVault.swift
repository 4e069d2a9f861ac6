// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import NEARVault
internal import Observation

/// The keys of the user's in the profile's vault, which is locked by hand or after a time.
///
/// On its way between vault and signature a key is bytes, which are wiped.
@MainActor
@Observable
final class KeyVault {

    /// True while keys can be used without a question.
    private(set) var isOpen = false
    /// The keys that are known to be in the vault.
    private(set) var keys: [VaultKey]
    /// True once a sealed file is known to have the keys; a desktop's keyring locks with the user's session.
    private(set) var hasPassphrase = false

    /// Asks the user for the passphrase of a sealed file; it must hold its owner weakly.
    @ObservationIgnored var question: VaultOpening.Question?
    /// The time without a signature after which the vault is locked; `nil` for none.
    @ObservationIgnored var patience: Duration? {
        didSet { if patience != oldValue, isOpen { awaitIdleness() } }
    }

    @ObservationIgnored private let profile: String
    @ObservationIgnored private let folders: VaultFolders
    @ObservationIgnored private let document: ProfileDocument<VaultKeyFile>
    @ObservationIgnored private let environment: [String: String]
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let preference: VaultKind?
    @ObservationIgnored private var chosen: VaultChoice?
    @ObservationIgnored private var opening: Task<VaultError?, Never>?
    @ObservationIgnored private var idling: Task<Void, Never>?
    /// True where the last opening has begun a new, empty file, since the old one's passphrase is forgotten.
    @ObservationIgnored private var isBegunAnew = false

    /// Prepares a profile's vault; nothing is opened or written yet.
    ///
    /// - Parameters:
    ///   - profile: The profile's name.
    ///   - folders: Its folders.
    ///   - manager: The manager of that profile.
    ///   - environment: Names the session bus.
    ///   - preference: The user's own choice of a place; `nil` for the usual one.
    ///   - clock: Measures the time without a signature; one that goes on while the computer sleeps.
    init(
        profile: String, folders: ProfileFolders, manager: NEARWalletManager,
        environment: [String: String] = ProcessInfo.processInfo.environment, preference: VaultKind? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.profile = profile
        self.folders = VaultFolders(data: folders.data.path, state: folders.state.path)
        self.environment = environment
        self.preference = preference
        self.clock = clock
        document = ProfileDocument(VaultKeyFile.self, of: manager)
        keys = document.read()
    }

    isolated deinit {
        idling?.cancel()
    }

    /// Returns the place, which is chosen with the first call.
    func place() async throws(VaultError) -> VaultPlace { try await choice().vault.place }

    /// Finds out where the keys are, if that can be found out, without opening anything.
    func findPlace() async {
        do throws(VaultError) {
            _ = try await choice()
        } catch {
            // Whoever wants a key is told.
        }
    }

    /// Returns the place in words, or the reason why there is none.
    func placeText() async -> String {
        do throws(VaultError) {
            return "\(try await place())"
        } catch {
            return error.description
        }
    }

    /// Returns the sentence about the place and why it was chosen, or the reason why there is none.
    func placeSentence() async -> String {
        do throws(VaultError) {
            return try await choice().sentence
        } catch {
            return error.description
        }
    }

    private func choice() async throws(VaultError) -> VaultChoice {
        if let chosen { return chosen }
        let choice = try await VaultChoice.choose(
            preference, profile: profile, folders: folders, environment: environment)
        chosen = choice
        if case .sealedFile = choice.vault.place { hasPassphrase = true }
        return choice
    }

    // MARK: Keys

    /// The keystore's entries of all networks; they have the vault opened when they sign.
    ///
    /// The keystore has to know each key's network, so that it signs with none of them on another one.
    var entries: [Keystore.Entry] {
        keys.map { key in
            Keystore.Entry(
                network: key.network, accountId: key.account, signer: VaultKeySigner(key: key, vault: self))
        }
    }

    /// Keeps a key.
    func keep(_ draft: KeyDraft, on network: String) async throws(VaultError) {
        let vault = try await opened()
        // The user may have thought better of it while the vault was opened.
        guard !Task.isCancelled else { throw .cancelled(vault.place) }
        let key = VaultKey(network: network, account: draft.account, publicKey: draft.key.publicKey)
        var bytes = draft.key.exposedSeed
        try await vault.store(SecretBytes(moving: &bytes), as: try SecretName(.importedKey, id: key.id))
        note(keys.filter { $0 != key } + [key])
    }

    /// Returns a key, for one signature; the user is asked to open the vault where it is locked.
    func secretKey(of key: VaultKey) async throws(VaultError) -> SecretKey? {
        let vault = try await opened()
        guard let secret = try await vault.secret(named: try SecretName(.importedKey, id: key.id)) else { return nil }
        do throws(KeyError) {
            return try SecretKey(key.publicKey.keyType, keptAs: secret)
        } catch {
            return nil
        }
    }

    /// True if a key leaves the vault after a passphrase only.
    ///
    /// The desktop's keyring gives it to every program of the user's while it is unlocked. To lock it for a question
    /// would take it from all these programs, and a user who changes their mind would leave it locked.
    func asksBeforeExport() async throws(VaultError) -> Bool {
        if case .sealedFile = try await place() { true } else { false }
    }

    /// Returns a key that is to leave the vault.
    ///
    /// The passphrase of a sealed file is asked for, also where that is open; of an unlocked keyring there is none.
    func exportedKey(of key: VaultKey) async throws(VaultError) -> SecretKey? {
        if try await asksBeforeExport() { await lock() }
        return try await secretKey(of: key)
    }

    /// Gives the sealed file another passphrase.
    ///
    /// - Throws: `VaultError`; `.wrongPassphrase` where `old` isn't the file's.
    func changePassphrase(from old: SecretBytes, to new: SecretBytes) async throws(VaultError) {
        guard let file = try await choice().vault as? SealedFileVault else { throw .refused(try await place()) }
        try await file.changePassphrase(from: old, to: new)
    }

    /// Erases a key; the user is asked to open the vault where it is locked.
    func remove(_ key: VaultKey) async throws(VaultError) {
        let vault = try await opened()
        // The user may have thought better of it while the vault was opened.
        guard !Task.isCancelled else { throw .cancelled(vault.place) }
        try await vault.remove(try SecretName(.importedKey, id: key.id))
        note(keys.filter { $0 != key })
    }

    /// Returns all keys by their names, for a backup.
    ///
    /// The user is asked to open the vault where it is locked.
    func secrets() async throws(VaultError) -> [SecretName: SecretBytes] {
        let vault = try await opened()
        // A backup of nothing would take the place of one that has the keys.
        if isBegunAnew { throw .refused(vault.place) }
        var secrets: [SecretName: SecretBytes] = [:]
        for name in try await vault.names() where name.purpose == .importedKey {
            secrets[name] = try await vault.secret(named: name)
        }
        return secrets
    }

    // MARK: Opening and locking

    /// Locks the vault: the next signature asks again.
    func lock() async {
        idling?.cancel()
        isOpen = false
        await chosen?.vault.lock()
    }

    /// Returns the vault, opened; several callers at once have the user asked once.
    private func opened() async throws(VaultError) -> any SecretVault {
        let vault = try await choice().vault
        let task = opening ?? Task { await self.open(vault) }
        opening = task
        let failure = await task.value
        opening = nil
        if let failure { throw failure }
        awaitIdleness()
        return vault
    }

    private func open(_ vault: any SecretVault) async -> VaultError? {
        do throws(VaultError) {
            isBegunAnew = try await VaultOpening.open(vault) { [weak self] question, said in
                await self?.question?(question, said) ?? .none
            }
            let named = try await vault.names().filter { $0.purpose == .importedKey }
            isOpen = true
            note(named.compactMap { VaultKey(id: $0.id) })
            return nil
        } catch {
            return error
        }
    }

    private func note(_ now: [VaultKey]) {
        guard now != keys else { return }
        keys = now
        document.change { $0 = now }
    }

    /// Locks the vault after a time without a signature.
    private func awaitIdleness() {
        idling?.cancel()
        guard let patience else { return }
        idling = Task { [weak self, clock] in
            do {
                try await clock.sleep(for: patience)
            } catch {
                return  // Another signature, or another time.
            }
            await self?.lock()
        }
    }
}
