// SPDX-License-Identifier: MIT

internal import FileLocking
public import FoundationEssentials
internal import Glibc
internal import GuardedMemory
public import NEARConnectCore
internal import NEARPrimitives
public import NEARVault
internal import SafeText
public import WalletConnectSign

/// A profile's sessions in files, and their keys in a vault.
///
/// Each record is a JSON file of mode 0600 in one folder; each is replaced as a whole. Changes reach the disk in
/// their order, by a log that costs one sync a batch, and when ``apply(_:)`` returns, all of them have. A file that
/// can't be read is moved aside, and the others count. From ``load()`` to ``close()`` the store holds the folder's
/// lock: the relay delivers to one connection of a client, so two processes would take each other's messages.
public actor FileSignStore: SignStore {
    /// The largest record: a message, and what JSON adds.
    private static let recordLimit = 4 * SignLimits.message
    /// The most records that are read.
    private static let mostRecords = 200_000

    /// The folder of the records.
    public nonisolated let folder: URL
    /// The files that were moved aside by the last ``load()``, since they can't be read.
    public private(set) var movedAside: [URL] = []

    private let vault: any SecretVault
    private let afterStep: @Sendable (AtomicFile.Step) throws -> Void
    private let executor = SerialExecutorQueue(label: "near-connect.sign-store")
    private var holder: StoreHolder?
    private var log: ChangeLog?
    private var failure: SignStoreError?
    private var last: Task<Void, Never>?

    /// The queue on which this actor runs, since it waits for a disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Makes a store in a profile's data folder; nothing is read or created yet.
    ///
    /// - Parameters:
    ///   - folders: The profile's folders.
    ///   - vault: The place of the keys, which has to be open when ``load()`` is called.
    public init(_ folders: ProfileFolders, vault: any SecretVault) {
        self.init(folders, vault: vault, afterStep: { _ in })
    }

    /// Makes a store whose steps are told, for tests that end the process at one.
    package init(
        _ folders: ProfileFolders, vault: any SecretVault,
        afterStep: @escaping @Sendable (AtomicFile.Step) throws -> Void
    ) {
        folder = Self.folder(folders)
        self.vault = vault
        self.afterStep = afterStep
    }

    static func folder(_ folders: ProfileFolders) -> URL {
        folders.data.appendingPathComponent("walletconnect", isDirectory: true)
    }

    /// Returns the kind of place that a profile's keys are in, or `nil` where nothing was stored yet.
    ///
    /// Elsewhere they would seem lost, and sessions without keys are dropped.
    ///
    /// - Throws: ``SignStoreError/failed(_:)``.
    public static func place(_ folders: ProfileFolders) throws(SignStoreError) -> VaultKind? {
        let file = PlaceNote(folder(folders))
        return try file.read()
    }

    // MARK: Reading

    /// Reads everything, and keeps other processes out from then on.
    ///
    /// - Throws: ``SignStoreError/locked(_:)`` with the other process's name, ``SignStoreError/failed(_:)``.
    public func load() async throws(SignStoreError) -> SignStoreContent {
        let isHeld = holder != nil
        try takeLock()
        do throws(SignStoreError) {
            failure = nil
            movedAside = []
            try replayLog()
            let records = try readRecords()
            try checkPlace(isEmpty: records.isEmpty)
            return SignStoreContent(records: records, secrets: try await readSecrets())
        } catch {
            if !isHeld { close() }
            throw error
        }
    }

    /// Lets other processes in.
    public func close() {
        do {
            if failure == nil { try log?.restart() }
        } catch {
            // The next start does it.
        }
        log = nil
        holder?.release()
        holder = nil
    }

    /// Says beside the lock where this process answers others.
    func announce(socket: String) throws(SignStoreError) {
        guard let holder else { throw .failed(localized("the store %1$s isn’t open", folder.path)) }
        try attempt(at: folder) { try holder.announce(socket: socket) }
    }

    /// Removes all records, keys and files that were moved aside, and lets other processes in.
    ///
    /// The client has to be stopped. A kill in between leaves sessions without keys, which the next start drops.
    ///
    /// - Throws: ``SignStoreError/failed(_:)``.
    public func forget() async throws(SignStoreError) {
        guard holder != nil else { throw .failed(localized("the store %1$s isn’t open", folder.path)) }
        try await change { vault throws(VaultError) in
            for name in try await vault.names() where name.purpose == .walletConnect { try await vault.remove(name) }
        }
        try attempt(at: folder) {
            log = nil
            // The lock is of those who wait for it.
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != "lock" {
                try AtomicFile(url: folder.appendingPathComponent(name)).removeUnsynced()
            }
            try AtomicFile.sync(folder: folder)
        }
        close()
    }

    private func takeLock() throws(SignStoreError) {
        guard holder == nil else { return }
        do {
            try AtomicFile(url: folder.appendingPathComponent("lock")).createFolder()
            holder = try StoreHolder(folder)
        } catch AdvisoryLockError.held {
            throw .locked(StoreHolder.name(folder))
        } catch {
            throw failed(error, at: folder)
        }
    }

    /// Makes the files what the log says that they are to be.
    private func replayLog() throws(SignStoreError) {
        do {
            let log = try log ?? ChangeLog(folder, afterStep: afterStep)
            for change in try log.read() { try makeFile(of: change) }
            try log.restart()
            self.log = log
        } catch let error as SignStoreError {
            throw error
        } catch {
            throw failed(error, at: folder)
        }
    }

    private func readRecords() throws(SignStoreError) -> [SignRecordKey: JSONValue] {
        var records: [SignRecordKey: JSONValue] = [:]
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            guard names.count <= Self.mostRecords else {
                throw SignStoreError.failed(
                    localized(
                        "%1$s has %2$s files, which isn’t this program’s doing: look what they are", folder.path,
                        "\(names.count)"))
            }
            for name in names {
                let url = folder.appendingPathComponent(name)
                // Under the lock no temporary file belongs to a replacement that goes on.
                if name.hasPrefix("."), name.hasSuffix(".tmp") {
                    try AtomicFile(url: url).removeUnsynced()
                } else if let key = RecordFile.key(of: name) {
                    records[key] = try read(url)
                }
            }
        } catch let error as SignStoreError {
            throw error
        } catch {
            throw failed(error, at: folder)
        }
        return records
    }

    /// Reads a record; one that can't be read is moved aside.
    private func read(_ url: URL) throws -> JSONValue? {
        do {
            return try RegularFile.read(url, limit: Self.recordLimit).map { try JSONValue.parse($0) }
        } catch let error as SystemCallError {
            throw failed(error, at: url)
        } catch {
            movedAside.append(try CorruptFile.setAside(url, now: Date()))
            return nil
        }
    }

    private func readSecrets() async throws(SignStoreError) -> [String: SecretBytes] {
        var secrets: [String: SecretBytes] = [:]
        do throws(VaultError) {
            for name in try await vault.names() where name.purpose == .walletConnect {
                secrets[name.id] = try await vault.secret(named: name)
            }
        } catch {
            throw .failed("\(error)")
        }
        return secrets
    }

    /// Sees to it that the keys are where they were.
    private func checkPlace(isEmpty: Bool) throws(SignStoreError) {
        let note = PlaceNote(folder)
        let kind = vault.place.kind
        switch try note.read() {
        case kind: return
        case let other? where !isEmpty:
            throw .failed(
                localized(
                    "the keys of these sessions are in another place (%1$s) than %2$s: choose that place, or remove %3$s, which forgets the sessions",
                    other.rawValue, "\(vault.place)", folder.path))
        case _?, nil: try note.write(kind)
        }
    }

    // MARK: Writing

    /// Applies changes in their order; all of them are on the disk when this returns.
    ///
    /// - Throws: ``SignStoreError/failed(_:)``; nothing more is stored then before the next ``load()``.
    public func apply(_ changes: [SignStoreChange]) async throws(SignStoreError) {
        let before = last
        let work = Task { () -> Result<Void, SignStoreError> in
            await before?.value
            return await self.result(of: changes)
        }
        last = Task { _ = await work.value }
        try await work.value.get()
    }

    private func result(of changes: [SignStoreChange]) async -> Result<Void, SignStoreError> {
        do throws(SignStoreError) {
            guard holder != nil else { throw .failed(localized("the store %1$s isn’t open", folder.path)) }
            if let failure { throw failure }
            try await write(changes)
            return .success(())
        } catch {
            failure = error
            return .failure(error)
        }
    }

    private func write(_ changes: [SignStoreChange]) async throws(SignStoreError) {
        var records: [SignStoreChange] = []
        for change in changes {
            switch change {
            case .put(let key, _), .remove(let key):
                _ = try file(key)
                records.append(change)
            case .putSecret(let name, let secret):
                try keep(&records, beforeSecret: true)
                try await self.change { vault throws(VaultError) in
                    try await vault.store(secret, as: SecretName(.walletConnect, id: name))
                }
            case .removeSecret(let name):
                try keep(&records, beforeSecret: true)
                try await self.change { vault throws(VaultError) in
                    try await vault.remove(SecretName(.walletConnect, id: name))
                }
            }
        }
        try keep(&records)
    }

    /// Makes changes of records durable, and then their files.
    ///
    /// A message that the relay has confirmed may be in the outbox again after a loss of power: it is sent again under
    /// its id, which has no effect. So its removal isn't waited for.
    private func keep(_ changes: inout [SignStoreChange], beforeSecret: Bool = false) throws(SignStoreError) {
        guard let log else { throw .failed(localized("the store %1$s isn’t open", folder.path)) }
        let records = changes
        changes = []
        try attempt(at: folder) {
            if !records.isEmpty {
                let isConfirmation = records.allSatisfy { change in
                    if case .remove(let key) = change { key.kind == .outbox } else { false }
                }
                try log.append(records, lasts: !isConfirmation)
            }
            if beforeSecret { try log.sync() }
        }
        for change in records { try makeFile(of: change) }
        if log.size >= ChangeLog.fullSize { try attempt(at: folder) { try log.restart() } }
    }

    private func makeFile(of change: SignStoreChange) throws(SignStoreError) {
        switch change {
        case .put(let key, let value):
            let file = try file(key)
            // The log has the content, too.
            try attempt(at: file.url) { try file.replaceUnsynced(with: Data(value.bytes), isWhole: false) }
        case .remove(let key):
            let file = try file(key)
            try attempt(at: file.url) { try file.removeUnsynced() }
        case .putSecret, .removeSecret: break
        }
    }

    private func file(_ key: SignRecordKey) throws(SignStoreError) -> AtomicFile {
        guard let name = RecordFile.name(of: key) else {
            throw .failed(localized("a record has an id that can’t be a file’s name (%1$s)", DisplayText.name(key.id)))
        }
        return AtomicFile(url: folder.appendingPathComponent(name), afterStep: afterStep)
    }

    private func change(_ body: (any SecretVault) async throws(VaultError) -> Void) async throws(SignStoreError) {
        do throws(VaultError) {
            try await body(vault)
        } catch {
            throw .failed("\(error)")
        }
    }

    private func attempt(at url: URL, _ body: () throws -> Void) throws(SignStoreError) {
        do {
            try body()
        } catch let error as SignStoreError {
            throw error
        } catch {
            throw failed(error, at: url)
        }
    }

    private func failed(_ error: any Error, at url: URL) -> SignStoreError {
        .failed(FileErrorText.sentence(for: error, at: url.path))
    }
}
