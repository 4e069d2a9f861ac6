// SPDX-License-Identifier: MIT

/// Secrets in a file that is encrypted with a key made from a passphrase (see `docs/vault.md` for its format).
///
/// ``unlock(_:)`` asks for the passphrase and keeps the key in guarded memory; secrets themselves are read from the
/// file each time. ``lock()`` wipes the key. Processes that use one file take turns, and each sees the others' changes.
/// A file that was lost, replaced, or restored from an old copy is an error until the user accepts it.
public actor SealedFileVault: SecretVault {
    /// The file.
    public nonisolated let place: VaultPlace
    private let file: PrivateFile
    private let recordFile: PrivateFile
    private let lockFile: PrivateLock
    private let newCost: @Sendable () -> KeyDerivationCost
    private let bounds: KeyDerivationBounds
    private var session: Session?
    private let executor = VaultQueue(label: "near-connect.sealed-vault")

    /// An unlocked file: the key, and which file it is for.
    private struct Session {
        let key: SealingKey
        let identity: [UInt8]
        var generation: UInt64
    }

    /// The queue on which this actor runs, since it waits for a disk, other processes and Argon2id.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a vault in a profile's folders; nothing is read or created yet.
    public init(_ folders: VaultFolders) {
        self.init(folders, newCost: KeyDerivationCost.forThisMachine, bounds: .production)
    }

    /// Makes a vault whose cost is given.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders.
    ///   - newCost: The cost for new passphrases.
    ///   - bounds: The costs that are accepted when a file is read.
    ///   - patience: The time for which another process is waited for.
    package init(
        _ folders: VaultFolders, newCost: @escaping @Sendable () -> KeyDerivationCost, bounds: KeyDerivationBounds,
        patience: Duration = PrivateLock.patience
    ) {
        file = folders.sealedFile
        recordFile = folders.recordFile
        lockFile = PrivateLock(path: folders.lockPath, patience: patience)
        place = .sealedFile(path: file.path)
        self.newCost = newCost
        self.bounds = bounds
    }

    // MARK: Opening

    /// Asks for the passphrase and opens the file, or creates it.
    public func unlock(
        _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
    ) async throws(VaultError) {
        try await unlock(passphrase, acceptsFound: false)
    }

    /// Opens or creates the file although it is an old copy, another vault, or lost.
    ///
    /// For users who restored the file on purpose. From then on it counts as the newest one.
    public func unlockAcceptingWhatIsFound(
        _ passphrase: @escaping @Sendable (PassphraseQuestion) async -> SecretBytes?
    ) async throws(VaultError) {
        try await unlock(passphrase, acceptsFound: true)
    }

    private func unlock(
        _ passphrase: @Sendable (PassphraseQuestion) async -> SecretBytes?, acceptsFound: Bool
    ) async throws(VaultError) {
        guard session == nil else { return }
        try file.createFolder()
        try recordFile.createFolder()
        // Damage, loss and wrong owners are told before anybody types anything.
        let isNew = try locked { () throws(VaultError) in
            let (container, record) = (try read(), try VaultRecord.read(recordFile))
            if container == nil, record?.expectsFile == true, !acceptsFound { throw .missing(path: file.path) }
            return container == nil
        }
        guard let passphrase = await passphrase(isNew ? .new(path: file.path) : .existing(path: file.path)) else {
            throw .refused(place)
        }
        guard session == nil else { return }
        guard passphrase.count > 0 else {
            throw isNew ? .emptyPassphrase(path: file.path) : .wrongPassphrase(path: file.path)
        }
        if isNew { try checkLength(passphrase) }
        try locked { () throws(VaultError) in
            session =
                if let container = try read() {
                    try opened(container, passphrase: passphrase, acceptsFound: acceptsFound)
                } else if isNew {
                    try created(passphrase: passphrase)
                } else {
                    // Moved aside by another process meanwhile: what was typed is no new passphrase.
                    throw .missing(path: file.path)
                }
        }
    }

    private func checkLength(_ new: SecretBytes) throws(VaultError) {
        guard new.count <= VaultLimits.longestPassphrase else { throw .longPassphrase(path: file.path) }
    }

    private func opened(
        _ container: SealedContainer, passphrase: SecretBytes, acceptsFound: Bool
    ) throws(VaultError) -> Session {
        let key = try SealingKey(passphrase: passphrase, salt: container.salt, cost: container.cost)
        guard try table(in: container, key: key) != nil else { throw .wrongPassphrase(path: file.path) }
        if acceptsFound {
            try writeRecord(of: container)
        } else {
            try compareWithRecord(container)
        }
        return Session(key: key, identity: container.identity, generation: container.generation)
    }

    private func created(passphrase: SecretBytes) throws(VaultError) -> Session {
        let key = try SealingKey(
            passphrase: passphrase, salt: SealedContainer.random(SealingKey.saltCount), cost: newCost())
        let container = SealedContainer(
            sealing: SecretTable().bytes, with: key,
            identity: SealedContainer.random(SealedContainer.identityCount), generation: 1)
        try file.replace(with: container.bytes)
        try writeRecord(of: container)
        return Session(key: key, identity: container.identity, generation: 1)
    }

    /// Wipes the key.
    ///
    /// The next operation needs the passphrase again.
    public func lock() async {
        session = nil
    }

    /// Moves the file aside, for a user who has forgotten its passphrase; ``unlock(_:)`` creates a new one then.
    ///
    /// Nothing is erased: the old file opens with its passphrase where it is put back before a new one is created;
    /// afterwards see ``unlockAcceptingWhatIsFound(_:)``. A damaged file may be moved aside as well.
    ///
    /// - Returns: The old file's new path, which ends in `.forgotten-1` or a higher number.
    /// - Throws: ``VaultError/missing(path:)`` if there is no file.
    public func putAside() async throws(VaultError) -> String {
        session = nil
        try file.createFolder()
        try recordFile.createFolder()
        return try locked { () throws(VaultError) in
            guard try file.read() != nil else { throw .missing(path: file.path) }
            // The note first, which expects no file: one that is there is taken as it is. The profile keeps the place.
            let record = try VaultRecord.read(recordFile)
            if record.map({ $0.kind == .sealedFile }) ?? true {
                try recordFile.replace(with: VaultRecord(kind: .sealedFile).bytes)
            }
            guard let aside = try file.move(toFree: "forgotten") else { throw .missing(path: file.path) }
            return aside
        }
    }

    /// Encrypts the file with a key made from another passphrase.
    ///
    /// Other processes that have the file open need the new passphrase from then on. Old copies of the file still open
    /// with the old one.
    ///
    /// - Throws: ``VaultError/wrongPassphrase(path:)`` if `old` doesn't open the file.
    public func changePassphrase(from old: SecretBytes, to new: SecretBytes) async throws(VaultError) {
        guard new.count > 0 else { throw .emptyPassphrase(path: file.path) }
        try checkLength(new)
        guard old.count > 0 else { throw .wrongPassphrase(path: file.path) }
        try locked { () throws(VaultError) in
            guard let container = try read() else { throw .missing(path: file.path) }
            let oldKey = try SealingKey(passphrase: old, salt: container.salt, cost: container.cost)
            guard let table = try table(in: container, key: oldKey) else { throw .wrongPassphrase(path: file.path) }
            try compareWithRecord(container)
            let key = try SealingKey(
                passphrase: new, salt: SealedContainer.random(SealingKey.saltCount), cost: newCost())
            let changed = Session(key: key, identity: container.identity, generation: container.generation)
            try write(table, for: changed, staysOpen: session != nil)
        }
    }

    // MARK: Secrets

    /// Returns the secret with the given name, or `nil` if there is none.
    public func secret(named name: SecretName) async throws(VaultError) -> SecretBytes? {
        try locked { () throws(VaultError) in try currentTable()[name] }
    }

    /// Stores a secret, in place of one that has the same name.
    public func store(_ secret: SecretBytes, as name: SecretName) async throws(VaultError) {
        try check(secret, for: name)
        try locked { () throws(VaultError) in
            var table = try currentTable()
            try table.store(secret, as: name, in: place)
            try writeCurrent(table)
        }
    }

    /// Removes a secret; it does nothing if there is none.
    ///
    /// The new file has nothing of it. What the disk keeps of the old file's blocks is encrypted.
    public func remove(_ name: SecretName) async throws(VaultError) {
        try locked { () throws(VaultError) in
            var table = try currentTable()
            if table.remove(name) { try writeCurrent(table) }
        }
    }

    /// Returns the names of all secrets, in order.
    public func names() async throws(VaultError) -> [SecretName] {
        try locked { () throws(VaultError) in try currentTable().names }
    }

    /// Returns the names of this profile's secrets: the place has no others.
    public func namesOfAllProfiles() async throws(VaultError) -> [SecretName] { try await names() }

    // MARK: Under the lock

    private func locked<Value>(_ body: () throws(VaultError) -> Value) throws(VaultError) -> Value {
        try lockFile.hold(body)
    }

    private func read() throws(VaultError) -> SealedContainer? {
        guard let bytes = try file.read() else { return nil }
        do throws(VaultContentError) {
            return try SealedContainer(reading: bytes, bounds: bounds)
        } catch {
            throw .damaged(path: file.path, error)
        }
    }

    /// Opens a container; `nil` if the key doesn't fit.
    private func table(in container: SealedContainer, key: SealingKey) throws(VaultError) -> SecretTable? {
        do throws(VaultContentError) {
            return try container.open(with: key).map { bytes throws(VaultContentError) in
                try SecretTable(reading: bytes)
            }
        } catch {
            throw .damaged(path: file.path, error)
        }
    }

    /// Reads the file as it is now, which another process may have changed.
    private func currentTable() throws(VaultError) -> SecretTable {
        guard let session else { throw .locked(place) }
        guard let container = try read() else { throw .missing(path: file.path) }
        guard container.identity == session.identity else { throw .replaced(path: file.path) }
        guard let table = try table(in: container, key: session.key) else {
            // Another process changed the passphrase, or an old copy has an old one.
            self.session = nil
            throw .locked(place)
        }
        guard container.generation >= session.generation else {
            throw .restored(path: file.path, generation: container.generation, known: session.generation)
        }
        try compareWithRecord(container)
        self.session?.generation = container.generation
        return table
    }

    private func writeCurrent(_ table: SecretTable) throws(VaultError) {
        guard let session else { throw .locked(place) }
        try write(table, for: session, staysOpen: true)
    }

    private func write(_ table: SecretTable, for session: Session, staysOpen: Bool) throws(VaultError) {
        let container = SealedContainer(
            sealing: table.bytes, with: session.key, identity: session.identity, generation: session.generation + 1)
        try file.replace(with: container.bytes)
        if staysOpen {
            self.session = session
            self.session?.generation += 1
        }
        try writeRecord(of: container)
    }

    /// Refuses an old copy or another vault; takes note of a newer one.
    ///
    /// The file is written before the note: after a crash in between, the file is newer than its note.
    private func compareWithRecord(_ container: SealedContainer) throws(VaultError) {
        let record = try VaultRecord.read(recordFile)
        if let record, record.expectsFile {
            guard record.identity == container.identity else { throw .replaced(path: file.path) }
            guard container.generation >= record.generation else {
                throw .restored(path: file.path, generation: container.generation, known: record.generation)
            }
            if record.generation == container.generation { return }
        }
        try writeRecord(of: container)
    }

    private func writeRecord(of container: SealedContainer) throws(VaultError) {
        var record = VaultRecord(kind: .sealedFile)
        record.identity = container.identity
        record.generation = container.generation
        do throws(VaultError) {
            try recordFile.replace(with: record.bytes)
        } catch {
            guard case .file(let path, let number) = error else { throw error }
            throw .unrecorded(path: path, errno: number)
        }
    }
}
