// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import NEARPrimitives

/// The signed-in accounts on disk, one a network: `account.json` in a profile's data folder.
///
/// The file is replaced as a whole (see ``AtomicFile``) and readable by its owner only. One that can't be understood is set
/// aside as `account.json.corrupt-<time>` and reported, never deleted. Processes that share a profile take turns (see ``FileLock``) and
/// change their own network's account only. Schema 1 held a single account; the next change writes schema 2.
package struct AccountStore {
    /// What is stored for one network.
    package struct Record: Equatable, Sendable {
        /// The network id that the account was signed in on.
        let network: String
        let account: NEARAccount

        package init(network: String, account: NEARAccount) {
            self.network = network
            self.account = account
        }
    }

    /// What a load found.
    package enum Loaded: Equatable, Sendable {
        case nothing
        case account(NEARAccount)
        /// The file could not be understood; it is kept at `keptAt`.
        case corrupt(keptAt: URL, reason: String)
    }

    private let file: AtomicFile
    private let lock: FileLock
    private let patience: Duration
    private let now: () -> Date

    private var folder: URL { file.url.deletingLastPathComponent() }

    /// - Parameters:
    ///   - folder: The profile's data folder; created when something is saved.
    ///   - patience: How long another process that changes the accounts is waited for.
    ///   - now: The time for the name of a file that is set aside.
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
    /// - Throws: ``NEARError/storage(reason:)`` when there is a file and it can't be read at all.
    package func load(network: String) throws(NEARError) -> Loaded {
        try reported {
            guard FileManager.default.fileExists(atPath: folder.path) else { return .nothing }
            do {
                return try lock.hold(.exclusive, patience: patience) {
                    try file.removeLeftovers()
                    return try found(network)
                }
            } catch let failure as FileLock.Failure where failure.isReadOnly {
                return try found(network)  // Where nobody can write, nothing has to be waited for.
            }
        }
    }

    /// Stores `record` in place of what its network had.
    ///
    /// - Throws: ``NEARError/storage(reason:)``; then the old content is still there.
    package func save(_ record: Record) throws(NEARError) {
        try change { accounts in accounts[record.network] = record.account }
    }

    /// Forgets the account of `network`.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` when the file is there and can't be changed.
    package func clear(network: String) throws(NEARError) {
        guard FileManager.default.fileExists(atPath: file.url.path) else { return }
        try change { accounts in accounts[network] = nil }
    }

    /// The accounts of all networks, by network. Nothing is set aside.
    ///
    /// - Throws: ``NEARError/storage(reason:)``, also for a file that can't be understood.
    func all() throws(NEARError) -> [String: NEARAccount] {
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
        } catch let fault as AccountFile.Fault {
            return .corrupt(keptAt: try setAside(), reason: fault.reason)
        }
    }

    /// What is stored, before it is changed. What can't be understood is set aside, as when it is loaded.
    private func accounts() throws -> [String: NEARAccount]? {
        do {
            return try parsed()
        } catch is AccountFile.Fault {
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
            throw .storage(reason: "\(file.url.path): \(error)")
        }
    }
}
