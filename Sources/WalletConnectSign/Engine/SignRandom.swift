// SPDX-License-Identifier: MIT

/// The chance in pauses and in the last digits of ids; keys never come from here.
enum SignRandom: RandomNumberGenerator, Sendable {
    case system
    /// Numbers that a seed fixes (SplitMix64), for tests.
    case seeded(UInt64)

    mutating func next() -> UInt64 {
        switch self {
        case .system:
            var system = SystemRandomNumberGenerator()
            return system.next()
        case .seeded(let state):
            let next = state &+ 0x9E37_79B9_7F4A_7C15
            self = .seeded(next)
            var value = next
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }
}
