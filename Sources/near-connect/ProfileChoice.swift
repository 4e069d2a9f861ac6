// SPDX-License-Identifier: MIT

import Foundation
import NEARConnect

/// The profiles of this person.
enum ProfileChoice {
    /// Their names, by what is in the data folder.
    static func names() -> [String] {
        do {
            let folder = try ProfileFolders(profile: "default").data.deletingLastPathComponent()
            guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { name in
                try FileManager.default.fileExists(atPath: ProfileFolders(profile: name).data.path)
            }
        } catch {
            return []  // A name that is no profile's, or a folder that can't be read: whoever uses it says so.
        }
    }

    /// Says on standard error that a profile that was named isn't there yet: its name may be mistyped.
    static func noteNew(_ profile: String) {
        let names = names()
        guard profile != "default", !names.contains(profile) else { return }
        let others = names.isEmpty ? "" : "; there are: \(names.joined(separator: ", "))"
        ShellInstance.say("there is nothing in profile \u{201C}\(profile)\u{201D} yet\(others)")
    }
}
