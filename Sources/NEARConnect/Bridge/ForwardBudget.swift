// SPDX-License-Identifier: MIT

/// Bounds what is held of JSON-RPC requests while nodes answer them.
///
/// A node may never answer, and each request is up to 16 MB. The page and wallets' frames have a budget each, so that
/// no wallet takes the page's.
struct ForwardBudget {
    /// The one who asked.
    enum Asker: Hashable {
        case page
        /// Any sandboxed frame: they have one origin, `null`.
        case wallets
    }

    /// The most requests of one asker that are under way.
    static let requestLimit = 32
    /// The most bytes of their bodies together.
    static let byteLimit = 32 << 20

    private var held: [Asker: (requests: Int, bytes: Int)] = [:]

    /// Counts a request.
    ///
    /// - Returns: False if there is no room for it; then nothing is counted.
    mutating func take(_ bytes: Int, for asker: Asker) -> Bool {
        let (requests, sum) = held[asker, default: (0, 0)]
        guard requests < Self.requestLimit, bytes <= Self.byteLimit - sum else { return false }
        held[asker] = (requests + 1, sum + bytes)
        return true
    }

    /// Takes a request off that has ended.
    mutating func give(_ bytes: Int, of asker: Asker) {
        guard let (requests, sum) = held[asker] else { return }
        held[asker] = requests > 1 ? (requests - 1, sum - bytes) : nil
    }

    /// Returns true if an asker's next request may find no room.
    func isExhausted(for asker: Asker) -> Bool {
        let (requests, sum) = held[asker, default: (0, 0)]
        return requests == Self.requestLimit || sum > Self.byteLimit - BridgeScheme.requestLimit
    }
}
