// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import Glibc

/// The stored manifests, executors and icons: files that are named by the SHA-256 of their content.
///
/// Each read compares the content with the name.
package struct WalletObjects: Sendable {
    let folder: URL

    package init(folder: URL) {
        self.folder = folder.appendingPathComponent("wallets", isDirectory: true)
    }

    private func file(_ sha256: String) -> URL { folder.appendingPathComponent(sha256) }

    /// Stores `content`.
    ///
    /// - Returns: Its SHA-256, which is the file's name.
    @discardableResult
    func store(_ content: [UInt8]) throws(WalletError) -> String {
        let name = ContentHash.sha256(content).hex
        do {
            // This repairs a file of this name that was changed.
            try AtomicFile(url: file(name)).replace(with: Data(content))
        } catch {
            throw .storage(reason: FileErrorText.sentence(for: error, at: file(name).path))
        }
        return name
    }

    /// Reads the file with this SHA-256.
    func content(_ sha256: String, limit: Int) throws(WalletObjectError) -> [UInt8] {
        guard ContentHash.isSHA256Hex(sha256) else { throw .missing }
        let bytes: [UInt8]?
        do {
            bytes = try RegularFile.read(file(sha256), limit: limit)
        } catch is RegularFileError {
            throw .altered
        } catch {
            throw .unreadable(FileErrorText.sentence(for: error, at: file(sha256).path))
        }
        guard let bytes else { throw .missing }
        guard ContentHash.sha256(bytes).hex == sha256 else { throw .altered }
        return bytes
    }

    /// Returns true if the file with this SHA-256 is there, unchanged.
    package func has(_ sha256: String, limit: Int) -> Bool {
        do {
            _ = try content(sha256, limit: limit)
            return true
        } catch {
            return false
        }
    }

    /// Removes the files that `lock` doesn't name, and what killed writers have left.
    ///
    /// Call it only while no other process may change the lock.
    ///
    /// - Returns: The files that could not be removed, with reasons. They do no harm.
    func removeUnused(by lock: WalletLock) -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            return [FileErrorText.sentence(for: error, at: folder.path)]
        }
        let hashes = lock.hashes
        var problems: [String] = []
        for name in names where Self.isOurs(name) && !hashes.contains(name) && unlink(file(name).path) != 0 {
            let failure = SystemCallError(call: "unlink", path: file(name).path, errno: errno)
            problems.append(failure.description)
        }
        return problems
    }

    /// Returns true for a name that this type has given: a SHA-256, or a temporary file `.<SHA-256>.<number>.tmp`.
    private static func isOurs(_ name: String) -> Bool {
        if ContentHash.isSHA256Hex(name) { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0].isEmpty && parts[3] == "tmp" && ContentHash.isSHA256Hex(String(parts[1]))
    }
}
