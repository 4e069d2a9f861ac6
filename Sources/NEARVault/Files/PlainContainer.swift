// SPDX-License-Identifier: MIT

/// The bytes of the plain file: "near-pln", the version (4 bytes), the table of secrets, a checksum (BLAKE2b-256).
enum PlainContainer {
    private static let magic = Array("near-pln".utf8)
    private static let version: UInt32 = 1
    private static let headerCount = 12
    /// The largest file that is read or written, in bytes.
    static let limit = headerCount + SecretTable.limit + SecretTable.block + SealedContainer.checksumCount

    /// Returns the file's bytes.
    static func bytes(of table: SecretTable) -> [UInt8] {
        var bytes = magic
        bytes.append(number: version)
        table.bytes.withUnsafeBytes { bytes += $0 }
        return bytes + SealedContainer.checksum(of: bytes[...])
    }

    /// Reads a file's bytes, which may be anything.
    ///
    /// - Throws: The damage; ``VaultContentError/content`` also for secrets that may not be in a plain file.
    static func read(_ bytes: [UInt8]) throws(VaultContentError) -> SecretTable {
        let end = bytes.count - SealedContainer.checksumCount
        guard end >= headerCount, bytes.starts(with: magic) else { throw .notAVault }
        guard SealedContainer.checksum(of: bytes[..<end]) == Array(bytes[end...]) else { throw .checksum }
        var reader = ByteReader(bytes[magic.count..<end])
        let version: UInt32 = try reader.number()
        guard version == self.version else { throw .version(version) }
        let table = try SecretTable(reading: reader.rest.withUnsafeBytes { SecretBytes(copying: $0) })
        guard table.names.allSatisfy({ $0.purpose.sensitivity == .talks }) else { throw .content }
        return table
    }
}
