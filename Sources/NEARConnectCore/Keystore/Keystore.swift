// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The keys that the packaged keystore wallet signs with.
///
/// They stay in this process: JavaScript gets signatures only.
public struct Keystore: Sendable {
    /// One key of one account on one network.
    public struct Entry: Sendable {
        /// The network id, for example `testnet`.
        public let network: String
        /// The account that the key is an access key of.
        public let accountId: AccountId
        /// The key.
        public let secretKey: SecretKey

        /// - Parameters:
        ///   - network: The network id.
        ///   - accountId: The account that the key is an access key of.
        ///   - secretKey: The key.
        public init(network: String, accountId: AccountId, secretKey: SecretKey) {
            self.network = network
            self.accountId = accountId
            self.secretKey = secretKey
        }
    }

    /// All keys, in the order in which accounts are offered.
    public let entries: [Entry]

    /// A keystore of keys that are in memory already.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The accounts that have a key on `network`, each once, in order.
    public func accounts(on network: String) -> [AccountId] {
        var seen: Set<AccountId> = []
        return entries.filter { $0.network == network && seen.insert($0.accountId).inserted }.map(\.accountId)
    }

    /// The first key of `accountId` on `network`.
    public func key(of accountId: AccountId, on network: String) -> SecretKey? {
        entries.first { $0.network == network && $0.accountId == accountId }?.secretKey
    }
}
