// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectCore
internal import SafeText

/// Finds the profiles of this user.
package enum ProfileChoice {
    /// Returns the names of the profiles with a data or a state folder.
    package static func names() -> [String] {
        do {
            let folders = try ProfileFolders(profile: "default")
            let names = try [folders.data, folders.state].flatMap { try profiles(in: $0.deletingLastPathComponent()) }
            return Set(names).sorted()
        } catch {
            return []  // The command that uses the folder reports that it can't be read.
        }
    }

    private static func profiles(in folder: URL) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(
                atPath: folder.appendingPathComponent(name).path, isDirectory: &isFolder) && isFolder.boolValue
        }
    }

    /// Says on standard error if a named profile doesn't exist yet: its name may be mistyped.
    package static func noteNew(_ profile: String) {
        let names = names()
        guard profile != "default", !names.contains(profile) else { return }
        StandardError.say(
            names.isEmpty
                ? localized("there is nothing in profile “%1$s” yet", profile)
                : localized(
                    "there is nothing in profile “%1$s” yet; there are: %2$s", profile, names.joined(separator: ", ")))
    }
}
