// SPDX-License-Identifier: MIT

import BenchFigures
import CSodium
import Glibc
import NEARPrimitives
import NEARShares

/// The bars of signatures by two of three shares in one process.
///
/// Times are processor time of this thread: what other programs take from the machine isn't counted.
struct LocalBench {
    private static let signatures = 100

    let pairs: Int

    /// Signs with two shares, against the same libsodium calls and against plain signatures.
    ///
    /// The bare calls include the guarded memory that two pairs of nonces take.
    func measure() throws {
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let pair = try SharePair(dealt.shares[0], dealt.shares[2])
        let (bare, plain) = (BareFROST(), try PlainSignature())
        let hash = CryptoHash.sha256([1])
        let digest = SubjectDigest(hash)
        try compare("shares-signature", bar: 1.3, to: { bare.sign(hash.bytes).count }) {
            try pair.sign(digest).bytes.count
        }
        try compare("shares-signature-in-plain-ones", bar: 45, to: { plain.sign(hash.bytes).count }) {
            try pair.sign(digest).bytes.count
        }
    }

    private func compare(_ metric: String, bar: Double, to other: () -> Int, _ own: () throws -> Int) throws {
        var figure = Figure(metric, unit: "us", .ratio, bar: .atMost(bar))
        for number in 0...pairs {
            let first = number.isMultiple(of: 2) ? try microseconds(own) : nil
            let theirs = try microseconds(other)
            let ours = try first ?? microseconds(own)
            // The first round fills caches.
            if number > 0 { figure.pairs.append((ours, theirs)) }
        }
        figure.write()
    }

    private func microseconds(_ work: () throws -> Int) throws -> Double {
        let start = threadTime()
        for _ in 0..<Self.signatures {
            guard try work() == 64 else { throw BenchError("a signature has another length") }
        }
        return (threadTime() - start) / Double(Self.signatures)
    }

    private func threadTime() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Double(now.tv_sec) * 1e6 + Double(now.tv_nsec) / 1e3
    }
}

/// A signature of libsodium's by one key.
private struct PlainSignature {
    private var pair = [UInt8](repeating: 0, count: 64)

    init() throws {
        var publicKey = [UInt8](repeating: 0, count: 32)
        guard sodium_init() >= 0, crypto_sign_ed25519_keypair(&publicKey, &pair) == 0 else {
            throw BenchError("libsodium makes no key")
        }
    }

    func sign(_ message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 64)
        crypto_sign_ed25519_detached(&signature, nil, message, UInt64(message.count), pair)
        return signature
    }
}
