// SPDX-License-Identifier: MIT

internal import Foundation
internal import Glibc
internal import NEARConnectCore
internal import SafeText

extension DoctorCheck {
    /// Checks that the profile's folders are private to the user and that its files can be read.
    ///
    /// It repairs nothing.
    static let profile = DoctorCheck(name: "profile") { context in
        let folders = [
            ("data", context.folders.data), ("cache", context.folders.cache), ("state", context.folders.state),
        ]
        var findings = folders.map { folder($0.1, named: $0.0, context) }
        for (url, kind) in files(of: context.folders) {
            if let finding = file(url, holding: kind, context) { findings.append(finding) }
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

    private static func folder(_ url: URL, named name: String, _ context: DoctorContext) -> DoctorFinding {
        let (check, path) = ("profile.\(name)", context.shown(url.path))
        var status = stat()
        guard stat(url.path, &status) == 0 else { return .ok(check, localized("%1$s (created when needed)", path)) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return .fail(
                check, localized("%1$s is not a folder", path),
                advice: localized("Move it to another place: near-connect needs a folder there."))
        }
        guard status.st_uid == getuid(), access(url.path, R_OK | W_OK | X_OK) == 0 else {
            return .fail(
                check, localized("%1$s can’t be written", path),
                advice: localized("Make yourself its owner: chown -R \"$USER\" %1$s", path))
        }
        guard status.st_mode & 0o077 == 0 else {
            return .warn(
                check, localized("%1$s can be read by other users", path),
                advice: localized("Make it private: chmod 700 %1$s", path)
            ).mended(by: .makePrivate(folder: url.resolvingSymlinksInPath()))
        }
        return .ok(check, path)
    }

    private static func file(_ url: URL, holding kind: Kind, _ context: DoctorContext) -> DoctorFinding? {
        let (check, path) = ("profile.\(url.lastPathComponent)", context.shown(url.path))
        let data: Data
        do {
            guard let bytes = try RegularFile.read(url, limit: JournalFile.largestSize) else { return nil }
            data = Data(bytes)
        } catch let fault as RegularFileError {
            return .fail(
                check, localized("%1$s can’t be used: %2$s", path, "\(fault)"),
                advice: localized("See what it is: ls -l %1$s", path))
        } catch {
            return .fail(
                check, localized("%1$s can’t be read", path),
                advice: localized("Check its owner and permissions: ls -l %1$s", path))
        }
        let documents = kind == .document ? [data] : data.split(separator: UInt8(ascii: "\n")).map { Data($0) }
        let broken = documents.count { !isJSON($0) }
        guard broken == 0 else {
            // The journal is built to survive a line that a crash cut off.
            return kind == .lines && broken == 1 && !isJSON(documents.last ?? Data())
                ? .warn(
                    check, localized("the last line of %1$s is cut off", path),
                    advice: localized("A crash may have caused it; you lose nothing but that line."))
                : .fail(
                    check, localized("%1$s is damaged", path),
                    advice: localized(
                        "Make a copy of it before you start the program, which sets it aside at its next start."))
        }
        guard kind == .lines else { return .ok(check, localized("readable")) }
        return .ok(
            check, localizedPlural("%1$s record", "%1$s records", count: documents.count, "\(documents.count)"))
    }

    private static func isJSON(_ data: Data) -> Bool {
        do {
            _ = try JSONSerialization.jsonObject(with: data)
            return true
        } catch {
            return false
        }
    }

    /// Returns the findings for files that earlier starts couldn't read.
    private static func setAside(_ context: DoctorContext) -> [DoctorFinding] {
        let names = FileManager.default.enumerator(atPath: context.folders.data.path)
        var damaged: [String] = []
        while let name = names?.nextObject() as? String {
            names?.skipDescendants()
            if name.contains(".corrupt-") { damaged.append(name) }
        }
        guard !damaged.isEmpty else { return [] }
        return [
            .warn(
                "profile.set-aside",
                localized("files that could not be read: %1$s", damaged.sorted().joined(separator: ", ")),
                advice: localized(
                    "They are in %1$s; remove them when you don’t need them any more.",
                    context.shown(context.folders.data.path))
            ).mended(by: .show(folder: context.folders.data))
        ]
    }
}
