// SPDX-License-Identifier: MIT

/// The Keccak sponge, with Keccak-256, SHA3-256 and Keccak-512.
///
/// Eth-implicit and deterministic account ids are made of Ethereum's Keccak-256; FIPS 202's SHA3-256 names ML-DSA-65
/// keys.
///
/// They differ in their padding and in the length of the output.
package enum Keccak {
    /// Keccak-256 as Ethereum has it.
    package static func keccak256(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, domain: 0x01, byteCount: 32)
    }

    /// Keccak-512 with the padding of Keccak-256.
    package static func keccak512(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, domain: 0x01, byteCount: 64)
    }

    /// SHA3-256 (FIPS 202).
    static func sha3(_ bytes: [UInt8]) -> [UInt8] {
        hash(bytes, domain: 0x06, byteCount: 32)
    }

    private static func hash(_ bytes: [UInt8], domain: UInt8, byteCount: Int) -> [UInt8] {
        let rate = 200 - 2 * byteCount
        var padded = bytes
        padded.append(domain)
        padded.append(contentsOf: repeatElement(0, count: (rate - padded.count % rate) % rate))
        padded[padded.count - 1] |= 0x80

        var state = [UInt64](repeating: 0, count: 25)
        for block in stride(from: 0, to: padded.count, by: rate) {
            for lane in 0..<(rate / 8) {
                state[lane] ^= padded.withUnsafeBytes {
                    UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: block + lane * 8, as: UInt64.self))
                }
            }
            permute(&state)
        }
        return state.prefix(byteCount / 8).flatMap { lane in withUnsafeBytes(of: lane.littleEndian) { Array($0) } }
    }

    /// Keccak-f[1600]: 24 rounds of θ, ρ, π, χ and ι.
    private static func permute(_ state: inout [UInt64]) {
        for constant in roundConstants {
            var columns = [UInt64](repeating: 0, count: 5)
            for lane in 0..<25 {
                columns[lane % 5] ^= state[lane]
            }
            for x in 0..<5 {
                let change = columns[(x + 4) % 5] ^ rotate(columns[(x + 1) % 5], 1)
                for y in 0..<5 {
                    state[x + 5 * y] ^= change
                }
            }
            var moved = [UInt64](repeating: 0, count: 25)
            for x in 0..<5 {
                for y in 0..<5 {
                    moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(state[x + 5 * y], rotations[x + 5 * y])
                }
            }
            for y in 0..<5 {
                for x in 0..<5 {
                    let next = moved[(x + 1) % 5 + 5 * y]
                    let second = moved[(x + 2) % 5 + 5 * y]
                    state[x + 5 * y] = moved[x + 5 * y] ^ (~next & second)
                }
            }
            state[0] ^= constant
        }
    }

    private static func rotate(_ lane: UInt64, _ count: UInt64) -> UInt64 {
        count == 0 ? lane : lane << count | lane >> (64 - count)
    }

    /// ρ's rotation of the lane at x + 5y.
    private static let rotations: [UInt64] = [
        0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
    ]

    private static let roundConstants: [UInt64] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808A, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808B, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008A, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000A,
        0x0000_0000_8000_808B, 0x8000_0000_0000_008B, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800A, 0x8000_0000_8000_000A,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ]
}
