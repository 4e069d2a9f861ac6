// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import NEARConnectCore

/// The stored verdict with which settings pages are painted on this machine: `graphics.json` beside the profiles' state
/// folders.
package struct GraphicsMemory: Sendable {
    let file: URL

    package init(file: URL) {
        self.file = file
    }

    /// - Parameter folders: Any profile's folders: the verdict is the machine's.
    package init(folders: ProfileFolders) {
        self.init(file: folders.state.deletingLastPathComponent().appendingPathComponent("graphics.json"))
    }

    /// Returns the stored verdict.
    ///
    /// It is `nil` if there is no file or it can't be read; the machine is then probed again.
    package func verdict() -> GraphicsVerdict? {
        do {
            guard let content = try RegularFile.read(file, limit: RegularFile.documentLimit) else { return nil }
            return try JSONDecoder().decode(GraphicsVerdict.self, from: Data(content))
        } catch {
            return nil
        }
    }

    /// - Throws: The file system's error.
    func keep(_ verdict: GraphicsVerdict) throws {
        try AtomicFile(url: file).replace(with: try JSONEncoder().encode(verdict))
    }
}
