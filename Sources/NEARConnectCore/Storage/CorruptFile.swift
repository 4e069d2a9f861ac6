// SPDX-License-Identifier: MIT

internal import FoundationEssentials

/// Sets files aside that can't be understood. They are kept for whoever wants to know what was in them; nothing deletes them.
enum CorruptFile {
    /// Renames `url` to `<name>.corrupt-<time>`, with a number where that is taken.
    ///
    /// - Returns: Where the file is now.
    static func setAside(_ url: URL, now: Date) throws -> URL {
        let stamp = Int(now.timeIntervalSince1970)
        let folder = url.deletingLastPathComponent()
        let name = "\(url.lastPathComponent).corrupt-\(stamp)"
        var kept = folder.appendingPathComponent(name)
        var copy = 1
        while FileManager.default.fileExists(atPath: kept.path) {
            copy += 1
            kept = folder.appendingPathComponent("\(name)-\(copy)")
        }
        try FileManager.default.moveItem(at: url, to: kept)
        try AtomicFile.sync(folder: folder)
        return kept
    }
}
