// SPDX-License-Identifier: MIT

package import Foundation
package import NEARConnectCore

/// Remembers with which settings pages are painted on this machine: `graphics.json` beside the profiles' state folders.
package struct GraphicsMemory: Sendable {
    let file: URL

    package init(file: URL) {
        self.file = file
    }

    /// - Parameter folders: A profile's; the verdict is the machine's and so every profile's.
    package init(folders: ProfileFolders) {
        self.init(file: folders.state.deletingLastPathComponent().appendingPathComponent("graphics.json"))
    }

    /// What is remembered; nothing where there is no file or one that can't be understood, and then it is found out anew.
    package func verdict() -> GraphicsVerdict? {
        do {
            guard let content = try RegularFile.read(file, limit: RegularFile.documentLimit) else { return nil }
            return try JSONDecoder().decode(GraphicsVerdict.self, from: Data(content))
        } catch {
            return nil
        }
    }

    /// - Throws: What the file system says.
    func keep(_ verdict: GraphicsVerdict) throws {
        try AtomicFile(url: file).replace(with: try JSONEncoder().encode(verdict))
    }
}
