// SPDX-License-Identifier: MIT

internal import CSodium
internal import NEARPrimitives

/// The bits of BIP-39's words, 11 a word, in memory of the caller's.
enum WordBits {
    /// The words of a share.
    static let wordCount = 24
    /// The bytes that 24 words stand for: 32, and a checksum of one.
    static let byteCount = 33
    private static let bitCount = 11

    /// Writes a word's bits behind those of `index` words.
    static func write(_ place: Int, at index: Int, into bytes: UnsafeMutablePointer<UInt8>) {
        for bit in 0..<bitCount where place >> (bitCount - 1 - bit) & 1 == 1 {
            let offset = index * bitCount + bit
            bytes[offset / 8] |= 0x80 >> UInt8(offset % 8)
        }
    }

    /// Reads a word's place in the list.
    static func read(at index: Int, from bytes: UnsafePointer<UInt8>) -> Int {
        (0..<bitCount).reduce(0) { place, bit in
            let offset = index * bitCount + bit
            return place << 1 | Int(bytes[offset / 8] >> UInt8(7 - offset % 8) & 1)
        }
    }

    /// Returns whether the bits of so many words are a valid phrase of BIP-39.
    ///
    /// It has 12, 15, 18, 21 or 24 words, whose last bits are the first ones of the SHA-256 of the others.
    static func isSeedPhrase(_ bytes: UnsafePointer<UInt8>, wordCount: Int) -> Bool {
        guard (12...24).contains(wordCount), wordCount.isMultiple(of: 3) else { return false }
        let entropyCount = wordCount / 3 * 4
        let unused = UInt8(8 - wordCount / 3)
        return checksum(prefix: "", bytes, count: entropyCount) >> unused == bytes[entropyCount] >> unused
    }

    /// Returns the checksum of a share's words, which is no other wallet's.
    static func shareChecksum(_ bytes: UnsafePointer<UInt8>) -> UInt8 {
        checksum(prefix: "near-connect share 1", bytes, count: KeyShare.byteCount)
    }

    /// Returns the first byte of SHA-256 of a text and bytes.
    private static func checksum(prefix: StaticString, _ bytes: UnsafePointer<UInt8>, count: Int) -> UInt8 {
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        crypto_hash_sha256_update(&state, prefix.utf8Start, UInt64(prefix.utf8CodeUnitCount))
        crypto_hash_sha256_update(&state, bytes, UInt64(count))
        return Bytes32 { crypto_hash_sha256_final(&state, $0) }.withBytes { $0[0] }
    }
}
