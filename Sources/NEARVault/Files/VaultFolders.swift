// SPDX-License-Identifier: MIT

/// The folders in which a profile's vault has its files.
public struct VaultFolders: Hashable, Sendable {
    /// The folder of the secrets: a profile's data folder.
    public let data: String
    /// The folder of the note by which an old copy of the secrets is found: a profile's state folder.
    ///
    /// It must not be restored together with `data`, or old copies aren't noticed.
    public let state: String

    /// Takes two absolute paths; nothing is created yet.
    public init(data: String, state: String) {
        self.data = data
        self.state = state
    }

    var sealedFile: PrivateFile { PrivateFile(path: "\(data)/secrets.sealed", limit: SealedContainer.limit) }
    var plainFile: PrivateFile { PrivateFile(path: "\(data)/secrets.plain", limit: PlainContainer.limit) }
    var recordFile: PrivateFile { PrivateFile(path: "\(state)/secrets.record", limit: 4096) }
    var lockPath: String { "\(data)/secrets.lock" }
}
