// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The keys that the packaged keystore wallet signs with.
///
/// JavaScript gets signatures only, never a key.
public struct Keystore: Sendable {
    /// One key of one account on one network.
    public struct Entry: Sendable {
        /// The network id, for example `testnet`.
        public let network: String
        /// The account that the key is an access key of.
        public let accountId: AccountId
        /// The signer that has the key.
        public let signer: any AccessKeySigner

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - network: The network id.
        ///   - accountId: The account that the key is an access key of.
        ///   - secretKey: The key.
        public init(network: String, accountId: AccountId, secretKey: SecretKey) {
            self.init(network: network, accountId: accountId, signer: secretKey)
        }

        /// Creates an entry for a key that isn't in memory.
        ///
        /// - Parameters:
        ///   - network: The network id.
        ///   - accountId: The account that the signer's key is an access key of.
        ///   - signer: The signer. Each signature that it returns is verified before it is used.
        public init(network: String, accountId: AccountId, signer: any AccessKeySigner) {
            self.network = network
            self.accountId = accountId
            self.signer = signer
        }
    }

    /// All keys, in the order in which accounts are offered.
    public let entries: [Entry]
    /// The function-call keys that were made for apps; copies of this value share them.
    let functionCallKeys = FunctionCallKeys()

    /// Creates a keystore of keys that are already in memory.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Returns the accounts that have a key on `network`, each once, in order.
    public func accounts(on network: String) -> [AccountId] {
        var seen: Set<AccountId> = []
        return entries.filter { $0.network == network && seen.insert($0.accountId).inserted }.map(\.accountId)
    }

    /// Returns the signer of the first key of `accountId` on `network`.
    public func signer(of accountId: AccountId, on network: String) -> (any AccessKeySigner)? {
        entries.first { $0.network == network && $0.accountId == accountId }?.signer
    }
}
