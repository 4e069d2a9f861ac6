// SPDX-License-Identifier: MIT

internal import CSodium

/// The bytes of a sealed file: a header in plain, the sealed content, a checksum.
///
/// All numbers are little-endian. The whole header is authenticated together with the content.
/// ```
///   0  8  "near-vlt"                      60 16  check value of the key (see SealingKey)
///   8  4  version of the format, 1        76 24  nonce, random each time
///  12  4  passes of Argon2id             100  4  length of the sealed content
///  16  4  memory of Argon2id, in KiB     104  n  content by XChaCha20-Poly1305, its tag at the end
///  20 16  salt                                32  BLAKE2b-256 of all bytes before it
///  36 16  id of this vault
///  52  8  generation, one more each time
/// ```
/// The checksum has no key: it tells accidents (lost or changed bytes) from a wrong passphrase, and it can be computed
/// by anyone. A file that was changed on purpose and has a new checksum is found by the tag: as
/// ``VaultContentError/forged`` if salt, cost and check value are the old ones, and as a wrong passphrase if those
/// were changed, because nothing of them is known for certain without the right key. Every version of the format
/// begins with the same twelve bytes and ends with the checksum, so that a later version is told from damage.
struct SealedContainer: Hashable, Sendable {
    static let magic = Array("near-vlt".utf8)
    static let version: UInt32 = 1
    static let headerCount = 104
    static let checksumCount = 32
    static let identityCount = 16
    private static let nonceCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    /// The largest file that is read or written, in bytes.
    static let limit = headerCount + SecretTable.limit + SecretTable.block + XChaCha20Poly1305.tagCount + checksumCount

    let cost: KeyDerivationCost
    let salt: [UInt8]
    /// The random number that the vault got when it was created; it stays when the passphrase changes.
    let identity: [UInt8]
    /// The number of times that the vault was written.
    let generation: UInt64
    let check: [UInt8]
    private let nonce: [UInt8]
    private let sealedCount: Int
    private var sealed: [UInt8]

    /// Seals a table of secrets.
    init(sealing table: SecretBytes, with key: SealingKey, identity: [UInt8], generation: UInt64) {
        cost = key.cost
        salt = key.salt
        check = key.check
        self.identity = identity
        self.generation = generation
        nonce = Self.random(Self.nonceCount)
        sealedCount = table.count + XChaCha20Poly1305.tagCount
        sealed = []
        sealed = XChaCha20Poly1305.seal(table, key: key.key, nonce: nonce, additional: header)
    }

    /// Reads a file's bytes, which may be anything.
    ///
    /// - Throws: The damage.
    init(reading bytes: [UInt8], bounds: KeyDerivationBounds) throws(VaultContentError) {
        guard bytes.count >= 12 + Self.checksumCount, bytes.starts(with: Self.magic) else { throw .notAVault }
        let content = bytes.dropLast(Self.checksumCount)
        guard Self.checksum(of: content) == Array(bytes.suffix(Self.checksumCount)) else { throw .checksum }
        var reader = ByteReader(content.dropFirst(Self.magic.count))
        let version: UInt32 = try reader.number()
        guard version == Self.version else { throw .version(version) }
        cost = KeyDerivationCost(passes: try reader.number(), kibibytes: try reader.number())
        salt = try reader.bytes(SealingKey.saltCount)
        identity = try reader.bytes(Self.identityCount)
        generation = try reader.number()
        check = try reader.bytes(SealingKey.checkCount)
        nonce = try reader.bytes(Self.nonceCount)
        let count: UInt32 = try reader.number()
        guard count >= XChaCha20Poly1305.tagCount, Int(count) == reader.rest.count else { throw .content }
        sealedCount = Int(count)
        sealed = Array(reader.rest)
        guard bounds.contains(cost) else { throw .cost }
    }

    /// The file's bytes.
    var bytes: [UInt8] {
        var bytes = header + sealed
        bytes += Self.checksum(of: bytes[...])
        return bytes
    }

    /// Opens the content.
    ///
    /// - Returns: The table, or `nil` if the key doesn't fit.
    /// - Throws: ``VaultContentError/forged`` if the key fits and the content isn't what was sealed.
    func open(with key: SealingKey) throws(VaultContentError) -> SecretBytes? {
        guard sodium_memcmp(key.check, check, check.count) == 0, key.salt == salt, key.cost == cost else { return nil }
        guard let table = XChaCha20Poly1305.open(sealed, key: key.key, nonce: nonce, additional: header) else {
            throw .forged
        }
        return table
    }

    private var header: [UInt8] {
        var bytes = Self.magic
        bytes.append(number: Self.version)
        bytes.append(number: cost.passes)
        bytes.append(number: cost.kibibytes)
        bytes += salt
        bytes += identity
        bytes.append(number: generation)
        bytes += check
        bytes += nonce
        bytes.append(number: UInt32(sealedCount))
        return bytes
    }

    /// Returns `count` random bytes that are public.
    static func random(_ count: Int) -> [UInt8] {
        precondition(Sodium.isReady, "libsodium can't be initialized")
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// Returns the BLAKE2b-256 hash of `bytes`.
    static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: checksumCount)
        bytes.withUnsafeBytes { bytes in
            _ = crypto_generichash(&hash, hash.count, bytes.bytes, UInt64(bytes.count), nil, 0)
        }
        return hash
    }
}
