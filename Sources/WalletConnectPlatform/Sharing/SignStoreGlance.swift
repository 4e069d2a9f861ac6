// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARConnectCore
internal import NEARPrimitives
package import WalletConnectSign

/// A look at a profile's store that neither takes nor changes it.
package struct SignStoreGlance: Sendable {
    private static let recordLimit = 4 * SignLimits.message

    /// The name of the process that has the store; `nil` if none has it.
    package let holder: String?
    /// True if that process answers others.
    package let answers: Bool
    /// The times at which the sessions end by themselves.
    package let ends: [UnixTime]
    /// The number of records of sessions that can't be read.
    package let damaged: Int

    /// Looks at a profile's store.
    ///
    /// - Throws: An error of the file system.
    package init(_ folders: ProfileFolders) async throws {
        let folder = FileSignStore.folder(folders)
        var (ends, damaged): ([UnixTime], Int) = ([], 0)
        let names =
            FileManager.default.fileExists(atPath: folder.path)
            ? try FileManager.default.contentsOfDirectory(atPath: folder.path) : []
        for name in names where RecordFile.key(of: name)?.kind == .session {
            if let end = Self.end(folder.appendingPathComponent(name)) { ends.append(end) } else { damaged += 1 }
        }
        (self.ends, self.damaged) = (ends.sorted(), damaged)
        holder = StoreHolder.isHeld(folder) ? StoreHolder.name(folder) : nil
        if holder != nil, let shared = await SharedSignSpeaker.find(folders) {
            shared.close()
            answers = true
        } else {
            answers = false
        }
    }

    private static func end(_ file: URL) -> UnixTime? {
        do {
            guard let bytes = try RegularFile.read(file, limit: recordLimit) else { return nil }
            return try JSONValue.parse(bytes)["expires"]?.integerValue(as: Int64.self).map { UnixTime(seconds: $0) }
        } catch {
            return nil
        }
    }
}
