// SPDX-License-Identifier: MIT

internal import CGLib
public import FoundationEssentials
internal import Glibc

/// A `$XDG_DATA_HOME` of the test process's own: tests register link handlers there, and leave the user's alone.
///
/// The programs that a desktop opens links with are so no part of a test's outcome.
public enum DataHome {
    /// The folder.
    ///
    /// GLib reads the variable once, so it is set before the first display.
    public static let url: URL = {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("near-connect-data-home-\(getpid())")
        setenv("XDG_DATA_HOME", url.path, 1)
        atexit {
            do {
                try FileManager.default.removeItem(at: DataHome.url)
            } catch {
                // Nothing was put there.
            }
        }
        return url
    }()

    /// Makes the folder GLib's.
    ///
    /// - Throws: A sentence, where GLib has read the variable before: programs could never be made known to it.
    static func prepare() throws {
        let folder = url.path
        let known = String(cString: g_get_user_data_dir())
        guard known == folder else { throw LateError(known: known) }
    }

    /// GLib was asked for its folders before the tests had set theirs.
    struct LateError: Error, CustomStringConvertible {
        let known: String

        var description: String {
            "GLib has taken \(known) for its data folder already. Read DataHome.url before the first call of GLib's."
        }
    }

    /// Makes a program known as the one that opens links of `scheme`, as an installed package does.
    ///
    /// - Parameters:
    ///   - name: The program's name as users see it.
    ///   - command: What its desktop file says after `Exec=`.
    public static func register(scheme: String, name: String, command: String = "/bin/true %u") throws {
        let folder = url.appendingPathComponent("applications")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = "\(scheme)-handler.desktop"
        let entry = """
            [Desktop Entry]
            Type=Application
            Name=\(name)
            Exec=\(command)
            NoDisplay=true
            MimeType=x-scheme-handler/\(scheme);

            """
        try Data(entry.utf8).write(to: folder.appendingPathComponent(file))
        let list = folder.appendingPathComponent("mimeapps.list")
        var lines = "[Default Applications]\n"
        if FileManager.default.fileExists(atPath: list.path) { lines = try String(contentsOf: list, encoding: .utf8) }
        try Data("\(lines)x-scheme-handler/\(scheme)=\(file)\n".utf8).write(to: list)
    }
}
