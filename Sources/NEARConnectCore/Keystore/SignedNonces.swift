// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import Synchronization

/// The highest nonce that was signed with each key of each network.
///
/// A signed delegate action, and a transaction that a page sends itself, hold their nonces before the chain hears of
/// them.
final class SignedNonces: Sendable {
    private struct KeyOnNetwork: Hashable {
        let network: ExactText
        let key: PublicKey
    }

    private let highest = Mutex<[KeyOnNetwork: UInt64]>([:])

    /// Sets nonces aside.
    ///
    /// - Parameters:
    ///   - count: The number of nonces, at least one.
    ///   - key: The key.
    ///   - network: The network's id.
    ///   - nonce: The key's nonce on the chain.
    ///   - bound: The chain takes nonces below this one.
    /// - Returns: The first of them; `nil` where the chain wouldn't take all of them.
    func reserve(
        _ count: Int, of key: PublicKey, on network: String, after nonce: UInt64, below bound: UInt64
    ) -> UInt64? {
        let name = KeyOnNetwork(network: ExactText(network), key: key)
        return highest.withLock { highest in
            let first = max(nonce, highest[name] ?? 0).addingReportingOverflow(1)
            let end = first.partialValue.addingReportingOverflow(UInt64(count))
            guard !first.overflow, !end.overflow, end.partialValue <= bound else { return nil }
            highest[name] = end.partialValue - 1
            return first.partialValue
        }
    }

    /// Notes a nonce that somebody else has chosen, and that was signed.
    func note(_ nonce: UInt64, of key: PublicKey, on network: String) {
        let name = KeyOnNetwork(network: ExactText(network), key: key)
        highest.withLock { $0[name] = max($0[name] ?? 0, nonce) }
    }
}
