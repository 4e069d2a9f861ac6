// SPDX-License-Identifier: MIT

internal import CSodium

/// SHA-512 of public bytes that come in pieces.
struct SHA512 {
    /// The 64 bytes of a hash.
    struct Digest: Hashable {
        private var lanes = SIMD64<UInt8>(repeating: 0)

        fileprivate init(filledBy fill: (UnsafeMutablePointer<UInt8>) -> Void) {
            withUnsafeMutableBytes(of: &lanes) { buffer in
                _ = buffer.withMemoryRebound(to: UInt8.self) { bytes in bytes.baseAddress.map(fill) }
            }
        }

        /// Lends the bytes as libsodium takes them.
        func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
            withUnsafePointer(to: lanes) { lanes in
                body(UnsafeRawPointer(lanes).assumingMemoryBound(to: UInt8.self))
            }
        }
    }

    private var state = crypto_hash_sha512_state()

    init() {
        crypto_hash_sha512_init(&state)
    }

    mutating func update(_ text: StaticString) {
        crypto_hash_sha512_update(&state, text.utf8Start, UInt64(text.utf8CodeUnitCount))
    }

    mutating func update(_ bytes: [UInt8]) {
        crypto_hash_sha512_update(&state, bytes, UInt64(bytes.count))
    }

    mutating func update(_ bytes: Bytes32) {
        bytes.withBytes { _ = crypto_hash_sha512_update(&state, $0, UInt64(Bytes32.count)) }
    }

    mutating func update(_ digest: Digest) {
        digest.withBytes { _ = crypto_hash_sha512_update(&state, $0, UInt64(crypto_hash_sha512_BYTES)) }
    }

    /// Returns the hash of all bytes so far; nothing can be added after it.
    mutating func finish() -> Digest {
        Digest { crypto_hash_sha512_final(&state, $0) }
    }
}
