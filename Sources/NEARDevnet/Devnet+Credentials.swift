// SPDX-License-Identifier: MIT

public import Foundation
import Glibc
import NEARPrimitives

extension Devnet {
    /// Writes the keys of the root account and the configuration's accounts in near-cli's form.
    ///
    /// There is a file `<chain id>/<account id>.json` for each, in a folder that only this user reads.
    ///
    /// Files of the same names are replaced; none is ever half written.
    ///
    /// - Returns: The files.
    /// - Throws: `DevnetError.credentialsNotWritten`.
    @discardableResult
    public func writeCredentials(to folder: URL) throws(DevnetError) -> [URL] {
        let folder = folder.appending(path: chainId, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return try ([rootAccount] + accounts).map { account in
                let file = folder.appending(path: "\(account.id.text).json")
                let credentials: JSONValue = [
                    "account_id": .id(account.id), "public_key": .key(account.publicKey),
                    "private_key": .string(account.secretKey.exposedText()),
                ]
                try Self.write(credentials.bytes, to: file)
                return file
            }
        } catch {
            throw .credentialsNotWritten(folder: folder, reason: "\(error)")
        }
    }

    /// Writes a file that nobody else could read at any moment, and gives it its name when it is whole.
    private static func write(_ bytes: [UInt8], to file: URL) throws {
        let path = file.path(percentEncoded: false)
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
        guard rename(temporary, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
