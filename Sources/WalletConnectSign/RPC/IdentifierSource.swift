// SPDX-License-Identifier: MIT

/// Ids of requests, which rise by themselves: none is given twice, also where the clock is set back.
struct IdentifierSource: Sendable {
    private var lastPeer: UInt64 = 0
    private var lastRelay: UInt64 = 0

    /// Takes note of a relay's id that an earlier process gave.
    mutating func skip(relay id: UInt64) {
        // Ids of this clock are far below; a greater one comes from a damaged store.
        if id < UInt64.max / 2 { lastRelay = max(lastRelay, id) }
    }

    /// An id between program and wallet: milliseconds and three random digits, below 2⁵³.
    mutating func peer(at now: UnixTime, random: inout some RandomNumberGenerator) -> RPCIdentifier {
        let made =
            UInt64(clamping: max(0, now.milliseconds)) % (1 << 42) * 1_000
            + UInt64.random(in: 0..<1_000, using: &random)
        lastPeer = max(lastPeer + 1, made)
        return RPCIdentifier(lastPeer)
    }

    /// An id between program and relay: milliseconds and six random digits.
    mutating func relay(at now: UnixTime, random: inout some RandomNumberGenerator) -> RPCIdentifier {
        let made =
            UInt64(clamping: max(0, now.milliseconds)) % (1 << 43) * 1_000_000
            + UInt64.random(in: 0..<1_000_000, using: &random)
        lastRelay = max(lastRelay + 1, made)
        return RPCIdentifier(lastRelay)
    }
}
