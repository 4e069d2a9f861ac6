// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The folder in which the window keeps keys of one network: near-cli's.
struct KeyHome: Sendable {
    let folder: CredentialFolder
    /// The network, by its id, which is the name of a folder.
    let network: String

    /// The folder's path.
    var path: String { "\(folder.path)/\(network)" }

    /// The sentence that says where a key will be, and who can read it there.
    var sentence: String {
        localized(
            "It will be kept in %1$s, unencrypted, in a file that only you can read. near-cli uses the same files.",
            DisplayText.quotation(path, limit: 200))
    }

    /// Keeps a key; its file is on disk when this returns.
    ///
    /// - Returns: The file's path.
    /// - Throws: `CredentialStoringError`.
    @concurrent
    func keep(_ draft: KeyDraft) async throws(CredentialStoringError) -> String {
        try folder.store(draft.key, of: draft.account, network: network)
    }

    /// Reads the keys that are kept.
    ///
    /// - Returns: The keys, and a sentence for each file that can't be used or that other users may read.
    @concurrent
    func read() async -> (entries: [Keystore.Entry], problems: [String]) {
        let (keystore, problems) = Keystore.credentials(network: network, in: folder)
        return (keystore.entries, problems)
    }

    /// Reads the keys that are kept, with their files.
    @concurrent
    func contents() async -> CredentialFolder.Contents { folder.contents(network: network) }

    /// Words a failure to keep a key.
    static func sentence(of error: CredentialStoringError) -> String {
        localized("The key can’t be kept: %1$s.", DisplayText.line("\(error)"))
    }
}
