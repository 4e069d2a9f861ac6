// SPDX-License-Identifier: MIT

package import FoundationEssentials

/// Moves files aside that can't be understood, so that users can still look into them.
///
/// Nothing deletes them.
package enum CorruptFile {
    /// Renames `url` to `<name>.corrupt-<time>`, with a number added if that name is taken.
    ///
    /// - Returns: The file's new place.
    package static func setAside(_ url: URL, now: Date) throws -> URL {
        let stamp = Int(now.timeIntervalSince1970)
        let folder = url.deletingLastPathComponent()
        let name = "\(url.lastPathComponent).corrupt-\(stamp)"
        var target = folder.appendingPathComponent(name)
        var copy = 1
        while FileManager.default.fileExists(atPath: target.path) {
            copy += 1
            target = folder.appendingPathComponent("\(name)-\(copy)")
        }
        try FileManager.default.moveItem(at: url, to: target)
        try AtomicFile.sync(folder: folder)
        return target
    }
}
