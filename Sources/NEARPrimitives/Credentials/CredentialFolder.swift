// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// The folder in which near-cli and near-cli-rs keep keys, `~/.near-credentials` by default.
///
/// `<network>/<account>.json` has an account's first key, `<network>/<account>/<key type>_<public key>.json` every key.
///
/// The one place of this module that reads files.
public struct CredentialFolder: Sendable {
    /// A credential and where it was found.
    public struct Entry: Sendable {
        /// The account: the file's own, or where it names none, that of the file's or folder's name.
        public let accountId: AccountId
        /// The key.
        public let secretKey: SecretKey
        /// The file.
        public let path: String
        /// True if others than its owner may read the file, or another file with the same key.
        ///
        /// A program should warn the user of it.
        public fileprivate(set) var isReadableByOthers: Bool
    }

    /// A file that should hold a credential and can't be used.
    public struct Failure: Sendable {
        /// The file.
        public let path: String
        /// The reason.
        public let error: CredentialError
    }

    /// The credentials and faults that were found in a folder.
    public struct Contents: Sendable {
        /// The credentials in the order of their accounts, each key of an account once.
        public var entries: [Entry] = []
        /// The files that can't be used.
        ///
        /// They don't keep the others from being found.
        public var failures: [Failure] = []
    }

    /// The folder's path.
    public let path: String

    /// Longer than any file of near-cli's, an expanded ML-DSA-65 key included.
    private static let maximumByteCount = 64 * 1024

    /// A folder of credentials.
    public init(path: String) {
        self.path = path
    }

    /// `.near-credentials` in the home folder of the user: `HOME`, or where that is no absolute path, the system's.
    public static func standard() -> CredentialFolder {
        let named = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return CredentialFolder(
            path: (named ?? FileManager.default.homeDirectoryForCurrentUser.path) + "/.near-credentials")
    }

    /// The names of the networks that have a folder here.
    package var networks: [String] { Self.names(in: path) }

    /// Every credential of a network, `mainnet` or `testnet` or another folder's name.
    ///
    /// A folder that isn't there is empty.
    public func contents(network: String) -> Contents {
        // A network's name is one folder's name and no way out of this folder.
        guard !network.isEmpty, !network.contains("/"), network != ".", network != ".." else { return Contents() }
        let folder = "\(path)/\(network)"
        var contents = Contents()
        for name in Self.names(in: folder) {
            let place = "\(folder)/\(name)"
            if name.hasSuffix(".json") {
                Self.read(place, account: String(name.dropLast(5)), into: &contents)
            } else {
                for file in Self.names(in: place) where file.hasSuffix(".json") {
                    Self.read("\(place)/\(file)", account: name, into: &contents)
                }
            }
        }
        contents.entries.sort {
            ($0.accountId, $0.secretKey.publicKey) < ($1.accountId, $1.secretKey.publicKey)
        }
        return contents
    }

    /// The keys of one account in a network.
    public func contents(network: String, accountId: AccountId) -> Contents {
        var contents = contents(network: network)
        contents.entries.removeAll { $0.accountId != accountId }
        contents.failures.removeAll {
            !$0.path.hasSuffix("/\(accountId).json") && !$0.path.contains("/\(network)/\(accountId)/")
        }
        return contents
    }

    private static func read(_ path: String, account: String, into contents: inout Contents) {
        do throws(CredentialError) {
            let (bytes, isReadableByOthers) = try load(path)
            let credential = try Credential(json: bytes)
            let accountId: AccountId
            if let named = credential.accountId {
                accountId = named
            } else {
                do throws(AccountIdError) {
                    accountId = try AccountId(account)
                } catch {
                    throw .accountId(error)
                }
            }
            let known = contents.entries.firstIndex {
                $0.accountId == accountId && $0.secretKey.publicKey == credential.secretKey.publicKey
            }
            if let known {
                contents.entries[known].isReadableByOthers =
                    contents.entries[known].isReadableByOthers || isReadableByOthers
            } else {
                contents.entries.append(
                    Entry(
                        accountId: accountId, secretKey: credential.secretKey, path: path,
                        isReadableByOthers: isReadableByOthers))
            }
        } catch {
            contents.failures.append(Failure(path: path, error: error))
        }
    }

    /// Reads a file, or the one that a link leads to.
    ///
    /// A pipe isn't waited for.
    private static func load(_ path: String) throws(CredentialError) -> (bytes: [UInt8], isReadableByOthers: Bool) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw unreadable(errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .unreadable(reason: "not a regular file") }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        defer { chunk.wipe() }
        // What it says of its size may be wrong by now.
        while facts.st_size <= maximumByteCount, bytes.count <= maximumByteCount {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(errno) }
            guard count > 0 else { return (bytes, facts.st_mode & 0o077 != 0) }
            bytes += chunk[..<count]
        }
        throw .unreadable(reason: "larger than \(maximumByteCount) bytes")
    }

    private static func unreadable(_ number: CInt) -> CredentialError {
        .unreadable(reason: "can't be read: \(String(cString: strerror(number)))")
    }

    /// The names in a folder in their order; none where it isn't there or is no folder.
    private static func names(in folder: String) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            return []
        }
    }
}
