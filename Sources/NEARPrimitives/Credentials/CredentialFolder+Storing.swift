// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc

/// The reason why a key wasn't stored in a credential folder.
package enum CredentialStoringError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The network's name is no folder's name.
    case network(String)
    /// A system call failed.
    case system(call: String, path: String, errno: Int32)

    package var description: String {
        switch self {
        case .network(let name): "\"\(name)\" is no name of a network's folder"
        case .system(let call, let path, let errno): "\(call) \(path): \(String(cString: strerror(errno)))"
        }
    }
}

extension CredentialFolder {
    /// Stores a key as near-cli does, where it isn't stored yet.
    ///
    /// The file is `network/account.json`; where that has another key, `network/account/ed25519_….json`. No file is
    /// ever replaced, and only its owner can read it. It is on disk when this returns.
    ///
    /// - Returns: The file's path.
    package func store(
        _ secretKey: SecretKey, of account: AccountId, network: String
    ) throws(CredentialStoringError) -> String {
        guard !network.isEmpty, !network.contains("/"), network != ".", network != ".." else {
            throw .network(network)
        }
        let known = contents(network: network, accountId: account).entries
        if let same = known.first(where: { $0.secretKey.publicKey == secretKey.publicKey }) { return same.path }
        let folder = "\(path)/\(network)"
        for place in [path, folder] { try Self.makeFolder(place) }
        let bytes = Credential(accountId: account, secretKey: secretKey).exposedJSON()
        let first = "\(folder)/\(account).json"
        if try Self.write(bytes, to: first) { return first }
        try Self.makeFolder("\(folder)/\(account)")
        let name = secretKey.publicKey.description.replacing(":", with: "_")
        let other = "\(folder)/\(account)/\(name).json"
        guard try Self.write(bytes, to: other) else { throw .system(call: "link", path: other, errno: EEXIST) }
        return other
    }

    private static func makeFolder(_ path: String) throws(CredentialStoringError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .system(call: "mkdir", path: path, errno: errno)
        }
    }

    /// Writes a file that isn't there yet; `false` where there is one.
    private static func write(_ bytes: [UInt8], to path: String) throws(CredentialStoringError) -> Bool {
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(call: "open", path: temporary, errno: errno) }
        defer { unlink(temporary) }
        do {
            defer { close(descriptor) }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 || errno == EINTR else { throw .system(call: "write", path: temporary, errno: errno) }
                rest = rest.dropFirst(max(count, 0))
            }
            guard fsync(descriptor) == 0 else { throw .system(call: "fsync", path: temporary, errno: errno) }
        }
        // Not rename, which replaces what is there.
        if link(temporary, path) != 0 {
            guard errno == EEXIST else { throw .system(call: "link", path: path, errno: errno) }
            return false
        }
        return true
    }
}
