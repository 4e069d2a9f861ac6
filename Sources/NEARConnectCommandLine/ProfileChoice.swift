// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectCore

/// The profiles of this person.
package enum ProfileChoice {
    /// Their names, by what is in the data and the state folder.
    package static func names() -> [String] {
        do {
            let folders = try ProfileFolders(profile: "default")
            let names = try [folders.data, folders.state].flatMap { try profiles(in: $0.deletingLastPathComponent()) }
            return Set(names).sorted()
        } catch {
            return []  // A folder that can't be read: whoever uses it says so.
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

    /// Says on standard error that a profile that was named isn't there yet: its name may be mistyped.
    package static func noteNew(_ profile: String) {
        let names = names()
        guard profile != "default", !names.contains(profile) else { return }
        let others = names.isEmpty ? "" : "; there are: \(names.joined(separator: ", "))"
        StandardError.say("there is nothing in profile \u{201C}\(profile)\u{201D} yet\(others)")
    }
}
