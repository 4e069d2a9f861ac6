// SPDX-License-Identifier: MIT

/// A note about a profile's vault, stored apart from it: the kind of place, and how new its content is.
///
/// A backup that brings back an old sealed file doesn't bring back the note, if the two folders aren't restored
/// together. The note is not secret, and whoever can write both files can change both.
struct VaultRecord: Hashable, Sendable {
    private static let magic = Array("near-rec".utf8)

    /// The kind of place that was chosen.
    var kind: VaultKind
    /// The sealed file's id; zeros for other places.
    var identity = [UInt8](repeating: 0, count: SealedContainer.identityCount)
    /// The newest generation of the sealed file that was seen.
    var generation: UInt64 = 0

    /// True where the sealed file must be there: it was used here, and wasn't moved aside.
    var expectsFile: Bool { kind == .sealedFile && generation > 0 }

    /// Reads the note, or returns `nil` if there is none.
    ///
    /// - Throws: ``VaultError/damaged(path:_:)`` and those of ``PrivateFile``.
    static func read(_ file: PrivateFile) throws(VaultError) -> VaultRecord? {
        guard let bytes = try file.read() else { return nil }
        do throws(VaultContentError) {
            return try VaultRecord(reading: bytes)
        } catch {
            throw .damaged(path: file.path, error)
        }
    }

    init(kind: VaultKind) {
        self.kind = kind
    }

    init(reading bytes: [UInt8]) throws(VaultContentError) {
        let end = bytes.count - SealedContainer.checksumCount
        guard end >= Self.magic.count, bytes.starts(with: Self.magic) else { throw .notAVault }
        guard SealedContainer.checksum(of: bytes[..<end]) == Array(bytes[end...]) else { throw .checksum }
        var reader = ByteReader(bytes[Self.magic.count..<end])
        let version: UInt32 = try reader.number()
        guard version == 1 else { throw .version(version) }
        let kind = VaultKind(
            rawValue: String(decoding: try reader.bytes(Int(try reader.number() as UInt8)), as: UTF8.self))
        guard let kind else { throw .content }
        self.kind = kind
        identity = try reader.bytes(SealedContainer.identityCount)
        generation = try reader.number()
        guard reader.rest.isEmpty else { throw .content }
    }

    /// The note's bytes.
    var bytes: [UInt8] {
        var bytes = Self.magic
        bytes.append(number: UInt32(1))
        bytes.append(number: UInt8(kind.rawValue.utf8.count))
        bytes += kind.rawValue.utf8
        bytes += identity
        bytes.append(number: generation)
        return bytes + SealedContainer.checksum(of: bytes[...])
    }
}
