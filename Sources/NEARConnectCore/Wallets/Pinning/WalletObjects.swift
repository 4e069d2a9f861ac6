// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import Glibc

/// The kept manifests and executors: files that are named by the SHA-256 of their content, and checked against it each time they are read.
package struct WalletObjects: Sendable {
    /// Why a file wasn't given out.
    enum Fault: Error {
        /// There is none.
        case missing
        /// What is in it is not what was kept.
        case altered
        /// It can't be read.
        case unreadable(String)
    }

    let folder: URL

    package init(folder: URL) {
        self.folder = folder.appendingPathComponent("wallets", isDirectory: true)
    }

    private func file(_ sha256: String) -> URL { folder.appendingPathComponent(sha256) }

    /// Keeps `content`.
    ///
    /// - Returns: Its SHA-256, the name by which it is read.
    @discardableResult
    func keep(_ content: [UInt8]) throws(WalletError) -> String {
        let name = ContentHash.sha256(content).hex
        do {
            // A file of this name that was altered is put right.
            try AtomicFile(url: file(name)).replace(with: Data(content))
        } catch {
            throw .storage(reason: FileProblem.words(error, at: file(name).path))
        }
        return name
    }

    /// What was kept under `sha256`.
    func content(_ sha256: String, limit: Int) throws(Fault) -> [UInt8] {
        guard ContentHash.isSHA256Hex(sha256) else { throw .missing }
        let bytes: [UInt8]?
        do {
            bytes = try RegularFile.read(file(sha256), limit: limit)
        } catch is RegularFile.Fault {
            throw .altered
        } catch {
            throw .unreadable(FileProblem.words(error, at: file(sha256).path))
        }
        guard let bytes else { throw .missing }
        guard ContentHash.sha256(bytes).hex == sha256 else { throw .altered }
        return bytes
    }

    /// Whether what was kept under `sha256` is there as it was.
    package func has(_ sha256: String, limit: Int) -> Bool {
        do {
            _ = try content(sha256, limit: limit)
            return true
        } catch {
            return false
        }
    }

    /// Removes what `lock` doesn't name, and what writers that died have left. Only while nobody else may change the lock.
    ///
    /// - Returns: What could not be removed. It is in nobody's way.
    func clean(keeping lock: WalletLock) -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            return [FileProblem.words(error, at: folder.path)]
        }
        let hashes = lock.hashes
        var problems: [String] = []
        for name in names where Self.isOurs(name) && !hashes.contains(name) && unlink(file(name).path) != 0 {
            let failure = AtomicFile.Failure(call: "unlink", path: file(name).path, errno: errno)
            problems.append(failure.description)
        }
        return problems
    }

    /// Whether a file of this name was written here: one that is named by its content, or on its way to that: `.<SHA-256>.<number>.tmp`.
    private static func isOurs(_ name: String) -> Bool {
        if ContentHash.isSHA256Hex(name) { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0].isEmpty && parts[3] == "tmp" && ContentHash.isSHA256Hex(String(parts[1]))
    }
}
