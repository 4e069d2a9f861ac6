// SPDX-License-Identifier: MIT

internal import Foundation
internal import Glibc
internal import NEARConnectCore

extension DoctorCheck {
    /// Whether the profile's folders are the person's alone, and what is kept in them can be read. Nothing is mended here.
    static let profile = DoctorCheck(name: "profile") { context in
        let folders = [
            ("data", context.folders.data), ("cache", context.folders.cache), ("state", context.folders.state),
        ]
        var findings = folders.map { folder($0.0, $0.1, context) }
        for (url, kind) in files(of: context.folders) {
            if let finding = file(url, kind, context) { findings.append(finding) }
        }
        findings += setAside(context)
        return findings
    }

    private enum Kind {
        case document, lines
    }

    private static func files(of folders: ProfileFolders) -> [(URL, Kind)] {
        [
            (folders.data.appendingPathComponent("account.json"), .document),
            (folders.data.appendingPathComponent("wallets.lock"), .document),
            (folders.state.appendingPathComponent("journal.jsonl"), .lines),
        ]
    }

    private static func folder(_ name: String, _ url: URL, _ context: DoctorContext) -> DoctorFinding {
        let (check, path) = ("profile.\(name)", context.shown(url.path))
        var status = stat()
        guard stat(url.path, &status) == 0 else { return .ok(check, "\(path) (made when it is needed)") }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return .fail(check, "\(path) is not a folder", "Move it away.")
        }
        guard status.st_uid == getuid(), access(url.path, R_OK | W_OK | X_OK) == 0 else {
            return .fail(check, "\(path) can\u{2019}t be written", "Make it yours: chown -R \"$USER\" \(path)")
        }
        guard status.st_mode & 0o077 == 0 else {
            return .warn(check, "\(path) can be read by others", "Close it: chmod 700 \(path)")
        }
        return .ok(check, path)
    }

    private static func file(_ url: URL, _ kind: Kind, _ context: DoctorContext) -> DoctorFinding? {
        let (check, path) = ("profile.\(url.lastPathComponent)", context.shown(url.path))
        let data: Data
        do {
            guard let bytes = try RegularFile.read(url, limit: JournalFile.largestSize) else { return nil }
            data = Data(bytes)
        } catch let fault as RegularFileError {
            return .fail(check, "\(path) can\u{2019}t be used: \(fault)", "See what it is: ls -l \(path)")
        } catch {
            return .fail(check, "\(path) can\u{2019}t be read", "Look at its owner and permissions: ls -l \(path)")
        }
        let documents = kind == .document ? [data] : data.split(separator: UInt8(ascii: "\n")).map { Data($0) }
        let broken = documents.count { !isJSON($0) }
        guard broken == 0 else {
            // A line that a crash cut short is what the journal is made to bear.
            return kind == .lines && broken == 1 && !isJSON(documents.last ?? Data())
                ? .warn(
                    check, "\(path): the last line is cut short",
                    "A crash may have done it; nothing is lost but that line.")
                : .fail(
                    check, "\(path) is damaged",
                    "Keep a copy of it before anything else; the program sets it aside at its next start.")
        }
        return .ok(check, kind == .lines ? "\(documents.count) records" : "readable")
    }

    private static func isJSON(_ data: Data) -> Bool {
        do {
            _ = try JSONSerialization.jsonObject(with: data)
            return true
        } catch {
            return false
        }
    }

    /// What earlier starts couldn't read.
    private static func setAside(_ context: DoctorContext) -> [DoctorFinding] {
        let names = FileManager.default.enumerator(atPath: context.folders.data.path)
        var kept: [String] = []
        while let name = names?.nextObject() as? String {
            names?.skipDescendants()
            if name.contains(".corrupt-") { kept.append(name) }
        }
        guard !kept.isEmpty else { return [] }
        return [
            .warn(
                "profile.set-aside", "files that could not be read: \(kept.sorted().joined(separator: ", "))",
                "They are in \(context.shown(context.folders.data.path)); remove them when you don\u{2019}t need them any more."
            )
        ]
    }
}
