// SPDX-License-Identifier: MIT

public import NEARPrimitives
internal import Synchronization

/// The keys that the packaged keystore wallet signs with.
///
/// JavaScript gets signatures only, never a key. Copies of this value share their keys.
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

    /// The keys, which a program may add to while the keystore is in use.
    private final class Keys: Sendable {
        let entries: Mutex<[Entry]>

        init(_ entries: [Entry]) { self.entries = Mutex(entries) }
    }

    /// All keys, in the order in which accounts are offered.
    public var entries: [Entry] { keys.entries.withLock(\.self) }
    private let keys: Keys
    /// The function-call keys that were made for apps; copies of this value share them.
    let functionCallKeys = FunctionCallKeys()
    /// The nonces that were signed; copies of this value share them.
    let nonces = SignedNonces()
    /// The networks of keys that the keystore doesn't sign with, by key.
    private let keysElsewhere: [PublicKey: String]

    /// Creates a keystore of keys that are already in memory.
    public init(_ entries: [Entry] = []) {
        self.init(entries, keysElsewhere: [:])
    }

    /// Creates a keystore that also knows which keys belong to other networks.
    init(_ entries: [Entry], keysElsewhere: [PublicKey: String]) {
        keys = Keys(entries)
        self.keysElsewhere = keysElsewhere
    }

    /// Returns a keystore of the same accounts and networks, with other signers.
    func replacingSigners(_ signer: (any AccessKeySigner) -> any AccessKeySigner) -> Keystore {
        let entries = entries.map { Entry(network: $0.network, accountId: $0.accountId, signer: signer($0.signer)) }
        return Keystore(entries, keysElsewhere: keysElsewhere)
    }

    /// Returns a keystore with one key more, in place of the keys that its account had on its network.
    package func adding(_ entry: Entry) -> Keystore {
        let others = entries.filter {
            $0.accountId != entry.accountId || !$0.network.hasSameBytes(as: entry.network)
        }
        return Keystore(others + [entry], keysElsewhere: keysElsewhere)
    }

    /// Adds keys to this keystore and all its copies; one that is there already is not added again.
    package func add(_ added: [Entry]) {
        keys.entries.withLock { entries in
            for entry in added {
                let isThere = entries.contains {
                    $0.accountId == entry.accountId && $0.network.hasSameBytes(as: entry.network)
                        && $0.signer.publicKey == entry.signer.publicKey
                }
                if !isThere { entries.append(entry) }
            }
        }
    }

    /// Takes a key away from this keystore and all its copies.
    package func remove(_ key: PublicKey, of account: AccountId, on network: String) {
        keys.entries.withLock { entries in
            entries.removeAll {
                $0.accountId == account && $0.network.hasSameBytes(as: network) && $0.signer.publicKey == key
            }
        }
    }

    /// Takes the keys of a network away from this keystore and all its copies.
    ///
    /// - Returns: The number of keys that were taken away.
    @discardableResult
    package func removeKeys(of network: String) -> Int {
        keys.entries.withLock { entries in
            let count = entries.count
            entries.removeAll { $0.network.hasSameBytes(as: network) }
            return count - entries.count
        }
    }

    /// Returns another network than `network` that a key is in use on; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - network: The network's id.
    ///   - chain: The chain that its nodes name: a public network's keys count there under any id.
    func network(of key: PublicKey, besides network: String, chain: ChainIdentity?) -> String? {
        let others =
            entries.filter { $0.signer.publicKey == key }.map(\.network) + [keysElsewhere[key]].compactMap(\.self)
        return others.first { other in
            !other.hasSameBytes(as: network) && (chain == nil || ChainIdentity(networkId: other) != chain)
        }
    }

    /// Returns the accounts that have a key on `network`, each once, in order.
    public func accounts(on network: String) -> [AccountId] {
        var seen: Set<AccountId> = []
        return entries.filter { $0.network == network && seen.insert($0.accountId).inserted }.map(\.accountId)
    }

    /// Returns true if `accountId` has a key on `network`.
    func hasKey(of accountId: AccountId, on network: String) -> Bool {
        keys.entries.withLock { $0.contains { $0.network == network && $0.accountId == accountId } }
    }

    /// Returns the signer of the first key of `accountId` on `network`.
    public func signer(of accountId: AccountId, on network: String) -> (any AccessKeySigner)? {
        entries.first { $0.network == network && $0.accountId == accountId }?.signer
    }
}
