// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// A file of a profile that a backup keeps.
package struct BackupFile: Hashable, Sendable {
    /// The folder of a profile that a file is in.
    package enum Folder: String, CaseIterable, Sendable {
        case data, state, config
    }

    /// The profile's folder.
    package let folder: Folder
    /// The file's path in that folder.
    package let path: String

    /// The wallets' pinned code, in files that are named by their content's SHA-256.
    static let objects = "wallets"

    /// The files that a backup keeps, besides ``objects``, in the order in which they are restored.
    ///
    /// The files that say what exists come after those that they speak of; ``accounts`` comes last of all. Of the
    /// accounts that are signed in there is what the profile knows: id, network, wallet and public key. Not among them:
    /// what WebKit stores, since a copy of a web wallet's session is worth what the wallet makes of it; sessions with
    /// phones, which would answer on two computers; secrets, which no plain file has.
    static let names: [Folder: [String]] = [
        .data: [
            "wallets.lock", "sites.json", "site-networks.json", "labels.json", "shared-keys-login.json",
            "shared-keys.json", accounts,
        ],
        .state: [
            "archive.sqlite", "journal.jsonl", "tokens.json", "nft-contracts.json", "calls.json", "preferences.json",
            vaultKeys,
        ],
        .config: ["networks.json", "walletconnect.json", "content-filter.json", "denied-hosts"],
    ]

    /// The accounts that are signed in.
    ///
    /// A restore that is cut off leaves nobody signed in: without the journal, an account would seem to have sent
    /// nothing.
    static let accounts = "account.json"

    /// The list of the keys in the vault, which is kept together with the keys or not at all.
    static let vaultKeys = "vault-keys.json"

    /// Makes a file of a profile.
    ///
    /// - Returns: `nil` for a file that no backup keeps: what a backup names is input.
    init?(_ folder: Folder, _ path: String) {
        let isObject =
            folder == .data && path.hasPrefix("\(Self.objects)/")
            && ContentHash.isSHA256Hex(String(path.dropFirst(Self.objects.utf8.count + 1)))
        guard isObject || Self.names[folder]?.contains(where: { $0.hasSameBytes(as: path) }) == true else {
            return nil
        }
        self.folder = folder
        self.path = path
    }

    /// True for the accounts that are signed in.
    var hasAccounts: Bool { folder == .data && path.hasSameBytes(as: Self.accounts) }

    /// True for a wallet's pinned code.
    var isObject: Bool { path.hasPrefix("\(Self.objects)/") }

    /// Returns the file's place in a profile.
    package func url(in folders: ProfileFolders) -> URL {
        let folder =
            switch folder {
            case .data: folders.data
            case .state: folders.state
            case .config: folders.config
            }
        return folder.appendingPathComponent(path)
    }
}
