// SPDX-License-Identifier: MIT

internal import FileLocking
package import FoundationEssentials
internal import SafeText

/// A JSON document in a profile's data folder, with the guarantees of ``AccountStore``.
///
/// The file is replaced as a whole and readable by its owner only. One that can't be understood is moved aside and
/// reported, never deleted. Processes that share a profile take turns.
package struct DocumentStore<Format: DocumentFormat> {
    /// The result of ``load()``.
    package struct Loaded {
        package let content: Format.Content
        /// A sentence about a file that was moved aside.
        package var problem: String?
    }

    private let file: AtomicFile
    private let lock: FileLock
    private let patience: Duration
    private let now: () -> Date

    package var path: String { file.url.path }

    package init(
        folder: URL, patience: Duration, now: @escaping () -> Date,
        afterStep: @escaping (AtomicFile.Step) throws -> Void
    ) {
        file = AtomicFile(url: folder.appendingPathComponent("\(Format.name).json"), afterStep: afterStep)
        lock = FileLock(url: folder.appendingPathComponent("\(Format.name).lock"))
        self.patience = patience
        self.now = now
    }

    /// Reads the file, without a lock: the file is replaced in one step.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` if the file exists and can't be read at all.
    package func load() throws(NEARError) -> Loaded {
        try reported {
            do {
                return Loaded(content: try parsed() ?? Format.empty)
            } catch is DocumentFormatError {
                return try lock.hold(.exclusive, patience: patience) { try readable() }
            }
        }
    }

    /// Changes the content under the lock.
    ///
    /// - Throws: ``NEARError/storage(reason:)``; the old content is still there then. What `body` throws.
    package func change(_ body: (inout Format.Content) throws(NEARError) -> Void) throws(NEARError) -> Loaded {
        try reported {
            try file.createFolder()
            return try lock.hold(.exclusive, patience: patience) {
                try file.removeLeftovers()
                let old = try readable()
                var new = old.content
                try body(&new)
                if new == Format.empty {
                    try file.remove()
                } else if new != old.content {
                    let content = Format.encode(new)
                    guard content.count <= RegularFile.documentLimit else {
                        throw NEARError.storage(reason: Format.full)
                    }
                    try Self.checkReadable(content)
                    try file.replace(with: content)
                }
                return Loaded(content: new, problem: old.problem)
            }
        }
    }

    // MARK: Under the lock

    /// Refuses content that the next start couldn't read, and would move aside.
    private static func checkReadable(_ content: Data) throws(NEARError) {
        do throws(DocumentFormatError) {
            _ = try Format.decode(Array(content))
        } catch {
            throw .storage(
                reason: localized(
                    "The change was not written to the file of %1$s, which could not be read afterwards: %2$s. The file is as it was.",
                    Format.name, error.reason))
        }
    }

    private func readable() throws -> Loaded {
        do {
            return Loaded(content: try parsed() ?? Format.empty)
        } catch let error as DocumentFormatError {
            let place = try CorruptFile.setAside(file.url, now: now())
            return Loaded(content: Format.empty, problem: Format.problem(error.reason, movedTo: place.path))
        }
    }

    private func parsed() throws -> Format.Content? {
        try RegularFile.read(file.url, limit: RegularFile.documentLimit).map { try Format.decode($0) }
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
