// SPDX-License-Identifier: MIT

internal import FileLocking
internal import FoundationEssentials
internal import SafeText

/// The sites on disk: `sites.json` in a profile's data folder, with the guarantees of ``AccountStore``.
///
/// The file is replaced as a whole and readable by its owner only. One that can't be understood is moved aside and
/// reported, never deleted. Processes that share a profile take turns.
struct SiteStore {
    /// The result of ``load()``.
    struct Loaded {
        let sites: [SiteOrigin: Site]
        /// A sentence about a file that was moved aside.
        var problem: String?
    }

    private let file: AtomicFile
    private let lock: FileLock
    private let patience: Duration
    private let now: () -> Date

    var path: String { file.url.path }

    init(
        folder: URL, patience: Duration, now: @escaping () -> Date,
        afterStep: @escaping (AtomicFile.Step) throws -> Void
    ) {
        file = AtomicFile(url: folder.appendingPathComponent("sites.json"), afterStep: afterStep)
        lock = FileLock(url: folder.appendingPathComponent("sites.lock"))
        self.patience = patience
        self.now = now
    }

    /// Reads the sites, without a lock: the file is replaced in one step.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` if the file exists and can't be read at all.
    func load() throws(NEARError) -> Loaded {
        try reported {
            do {
                return Loaded(sites: try parsed() ?? [:])
            } catch is SiteFile.FormatError {
                return try lock.hold(.exclusive, patience: patience) { try readable() }
            }
        }
    }

    /// Changes the sites under the lock.
    ///
    /// - Throws: ``NEARError/storage(reason:)``; the old content is still there then. What `body` throws.
    func change(_ body: (inout [SiteOrigin: Site]) throws(NEARError) -> Void) throws(NEARError) -> Loaded {
        try reported {
            try file.createFolder()
            return try lock.hold(.exclusive, patience: patience) {
                try file.removeLeftovers()
                let old = try readable()
                var new = old.sites
                try body(&new)
                if new.isEmpty {
                    try file.remove()
                } else if new != old.sites {
                    let content = SiteFile.encode(new)
                    guard content.count <= RegularFile.documentLimit else {
                        throw NEARError.storage(reason: localized("too much is stored about sites; forget some"))
                    }
                    try file.replace(with: content)
                }
                return Loaded(sites: new, problem: old.problem)
            }
        }
    }

    // MARK: Under the lock

    private func readable() throws -> Loaded {
        do {
            return Loaded(sites: try parsed() ?? [:])
        } catch let error as SiteFile.FormatError {
            let place = try CorruptFile.setAside(file.url, now: now())
            return Loaded(
                sites: [:],
                problem: localized(
                    "The permissions of sites can’t be read (%1$s), so no site has any. They are kept at %2$s.",
                    error.reason, place.path))
        }
    }

    private func parsed() throws -> [SiteOrigin: Site]? {
        try RegularFile.read(file.url, limit: RegularFile.documentLimit).map { try SiteFile.decode($0) }
    }

    private func reported<Value>(_ body: () throws -> Value) throws(NEARError) -> Value {
        do {
            return try body()
        } catch let error as NEARError {
            throw error
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: file.url.path))
        }
    }
}
