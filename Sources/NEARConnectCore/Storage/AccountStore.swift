// SPDX-License-Identifier: MIT

internal import FileLocking
package import FoundationEssentials
internal import NEARPrimitives

/// The signed-in accounts on disk, one a network: `account.json` in a profile's data folder.
///
/// The file is replaced as a whole (see ``AtomicFile``) and readable by its owner only. A file that can't be understood
/// is moved aside to `account.json.corrupt-<time>` and reported; it is never deleted. Processes that share a profile
/// take turns (see ``FileLock``) and change their own network's account only. Schema 1 held a single account; the next
/// change writes schema 2.
package struct AccountStore {
    /// The account that is stored for one network.
    package struct Record: Equatable, Sendable {
        /// The network id that the account was signed in on.
        let network: String
        let account: NEARAccount

        package init(network: String, account: NEARAccount) {
            self.network = network
            self.account = account
        }
    }

    /// The result of ``load(network:)``.
    package enum Loaded: Equatable, Sendable {
        case nothing
        case account(NEARAccount)
        /// The file could not be understood; it was moved to `movedTo`.
        case corrupt(movedTo: URL, reason: String)
    }

    private let file: AtomicFile
    private let lock: FileLock
    private let patience: Duration
    private let now: () -> Date

    private var folder: URL { file.url.deletingLastPathComponent() }

    /// Makes a store in a profile's folder.
    ///
    /// Nothing is read or created yet.
    ///
    /// - Parameters:
    ///   - folder: The profile's data folder; created when something is saved.
    ///   - patience: How long to wait for another process that changes the accounts.
    ///   - now: The time that goes into the name of a file that is moved aside.
    ///   - afterStep: For tests; see ``AtomicFile/afterStep``.
    package init(
        folder: URL, patience: Duration = FileLock.patience, now: @escaping () -> Date = Date.init,
        afterStep: @escaping (AtomicFile.Step) throws -> Void = { _ in }
    ) {
        file = AtomicFile(url: folder.appendingPathComponent("account.json"), afterStep: afterStep)
        lock = FileLock(url: folder.appendingPathComponent("account.lock"))
        self.patience = patience
        self.now = now
    }

    /// Reads the account that is stored for `network`.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` if the file exists and can't be read at all.
    package func load(network: String) throws(NEARError) -> Loaded {
        try reported {
            guard FileManager.default.fileExists(atPath: folder.path) else { return .nothing }
            do {
                return try lock.hold(.exclusive, patience: patience) {
                    try file.removeLeftovers()
                    return try found(network)
                }
            } catch let error as FileLockError where error.isReadOnly {
                return try found(network)  // Nobody can write there, so there is nobody to wait for.
            }
        }
    }

    /// Stores `record` in place of its network's account.
    ///
    /// - Throws: ``NEARError/storage(reason:)``; the old content is still there then.
    package func save(_ record: Record) throws(NEARError) {
        try change { accounts in accounts[record.network] = record.account }
    }

    /// Removes the account of `network`.
    ///
    /// - Parameters:
    ///   - network: Its network id.
    ///   - known: The account that is meant: another one, which another process has stored since, stays. `nil` for
    ///     whichever is there.
    /// - Throws: ``NEARError/storage(reason:)`` if the file exists and can't be changed.
    package func clear(network: String, ifItIs known: NEARAccount? = nil) throws(NEARError) {
        guard FileManager.default.fileExists(atPath: file.url.path) else { return }
        try change { accounts in
            if let known, let stored = accounts[network],
                !stored.accountId.hasSameBytes(as: known.accountId) || !stored.walletId.hasSameBytes(as: known.walletId)
            {
                return
            }
            accounts[network] = nil
        }
    }

    /// Returns the accounts of all networks, by network id.
    ///
    /// No file is moved aside.
    ///
    /// - Throws: ``NEARError/storage(reason:)``, also for a file that can't be understood.
    package func all() throws(NEARError) -> [String: NEARAccount] {
        try reported { try parsed() ?? [:] }
    }

    // MARK: Under the lock

    private func change(_ body: (inout [String: NEARAccount]) -> Void) throws(NEARError) {
        try reported {
            try file.createFolder()
            try lock.hold(.exclusive, patience: patience) {
                try file.removeLeftovers()
                let old = try accounts() ?? [:]
                var new = old
                body(&new)
                if new.isEmpty {
                    try file.remove()
                } else if new != old {
                    try file.replace(with: AccountFile.encode(new))
                }
            }
        }
    }

    private func found(_ network: String) throws -> Loaded {
        do {
            return try parsed()?[network].map(Loaded.account) ?? .nothing
        } catch let error as AccountFile.FormatError {
            return .corrupt(movedTo: try setAside(), reason: error.reason)
        }
    }

    /// Returns the stored accounts before a change.
    ///
    /// A file that can't be understood is moved aside, as in ``load(network:)``.
    private func accounts() throws -> [String: NEARAccount]? {
        do {
            return try parsed()
        } catch is AccountFile.FormatError {
            _ = try setAside()
            return nil
        }
    }

    private func parsed() throws -> [String: NEARAccount]? {
        let content = try RegularFile.read(file.url, limit: RegularFile.documentLimit)
        return try content.map { try AccountFile.decode(Data($0)) }
    }

    private func setAside() throws -> URL { try CorruptFile.setAside(file.url, now: now()) }

    private func reported<Value>(_ body: () throws -> Value) throws(NEARError) -> Value {
        do {
            return try body()
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: file.url.path))
        }
    }
}
