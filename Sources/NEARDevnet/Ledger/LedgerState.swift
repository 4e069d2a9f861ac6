// SPDX-License-Identifier: MIT

import HashTreeCollections
import NEARPrimitives

/// The whole state of the chain after some block.
///
/// A value made of persistent hash trees: a copy takes constant time and shares everything that doesn't change
/// afterwards. Rolling a receipt back, viewing an old block and restoring a snapshot are all just keeping a copy.
struct LedgerState: Sendable {
    private(set) var accounts: TreeDictionary<AccountId, AccountRecord> = [:]
    private(set) var accessKeys: TreeDictionary<AccountId, TreeDictionary<PublicKey, AccessKey>> = [:]
    /// The nonces of gas keys, by place.
    private(set) var gasKeyNonces: TreeDictionary<AccountId, TreeDictionary<PublicKey, [UInt64]>> = [:]
    private(set) var codes: TreeDictionary<AccountId, ContractCode> = [:]
    private(set) var storage: TreeDictionary<AccountId, TreeDictionary<[UInt8], [UInt8]>> = [:]
    private(set) var globalContracts: TreeDictionary<GlobalContractIdentifier, ContractCode> = [:]
    /// Receipts that wait for the results of others.
    var inbox = ReceiptInbox()

    /// Every account there is, in the order of the ids.
    var allAccounts: [(id: AccountId, record: AccountRecord)] {
        accounts.map { (id: $0.key, record: $0.value) }.sorted { $0.id < $1.id }
    }

    /// The account's record, or `nil` where there is no such account.
    func account(_ id: AccountId) -> AccountRecord? { accounts[id] }

    /// One access key of an account.
    func accessKey(_ id: AccountId, _ publicKey: PublicKey) -> AccessKey? { accessKeys[id]?[publicKey] }

    /// A gas key's nonces, by place; none for other keys.
    func gasKeyNonces(_ id: AccountId, _ publicKey: PublicKey) -> [UInt64] { gasKeyNonces[id]?[publicKey] ?? [] }

    /// One nonce of a gas key.
    func gasKeyNonce(_ id: AccountId, _ publicKey: PublicKey, index: UInt16) -> UInt64? {
        let nonces = gasKeyNonces(id, publicKey)
        return Int(index) < nonces.count ? nonces[Int(index)] : nil
    }

    /// The account's access keys, in the order of their text.
    func accessKeyList(_ id: AccountId) -> [(publicKey: PublicKey, accessKey: AccessKey)] {
        guard let keys = accessKeys[id] else { return [] }
        return keys.map { (text: $0.key.description, publicKey: $0.key, accessKey: $0.value) }
            .sorted { $0.text < $1.text }
            .map { ($0.publicKey, $0.accessKey) }
    }

    /// The code deployed to the account itself.
    func code(_ id: AccountId) -> ContractCode? { codes[id] }

    /// One value of the account's contract storage.
    func value(_ id: AccountId, key: [UInt8]) -> [UInt8]? { storage[id]?[key] }

    /// The account's contract storage under a prefix, in the order of the keys.
    func values(_ id: AccountId, prefix: [UInt8]) -> [(key: [UInt8], value: [UInt8])] {
        guard let entries = storage[id] else { return [] }
        return entries.filter { $0.key.starts(with: prefix) }
            .map { (key: $0.key, value: $0.value) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    }

    /// Code that was deployed for everyone.
    func globalContract(_ identifier: GlobalContractIdentifier) -> ContractCode? { globalContracts[identifier] }

    /// The code that runs when the account is called, wherever it comes from.
    func runnableCode(of record: AccountRecord, _ id: AccountId) -> ContractCode? {
        switch record.contract {
        case .none: nil
        case .local: codes[id]
        case .global(let hash): globalContracts[.codeHash(hash)]
        case .globalByAccount(let owner): globalContracts[.accountId(owner)]
        }
    }

    mutating func setAccount(_ id: AccountId, _ record: AccountRecord) {
        accounts[id] = record
    }

    mutating func setAccessKey(_ id: AccountId, _ publicKey: PublicKey, to accessKey: AccessKey) {
        accessKeys[id, default: [:]][publicKey] = accessKey
    }

    /// Sets one of a gas key's nonces; nonces before it that there aren't yet become 0.
    mutating func setGasKeyNonce(_ id: AccountId, _ publicKey: PublicKey, index: UInt16, to nonce: UInt64) {
        var nonces = gasKeyNonces(id, publicKey)
        while nonces.count <= Int(index) { nonces.append(0) }
        nonces[Int(index)] = nonce
        gasKeyNonces[id, default: [:]][publicKey] = nonces
    }

    mutating func removeAccessKey(_ id: AccountId, _ publicKey: PublicKey) {
        guard var keys = accessKeys[id] else { return }
        keys[publicKey] = nil
        accessKeys[id] = keys.isEmpty ? nil : keys
        guard var nonces = gasKeyNonces[id] else { return }
        nonces[publicKey] = nil
        gasKeyNonces[id] = nonces.isEmpty ? nil : nonces
    }

    mutating func setCode(_ id: AccountId, _ code: ContractCode?) {
        codes[id] = code
    }

    mutating func setValue(_ id: AccountId, key: [UInt8], _ value: [UInt8]?) {
        var entries = storage[id] ?? [:]
        entries[key] = value
        storage[id] = entries.isEmpty ? nil : entries
    }

    mutating func setGlobalContract(_ identifier: GlobalContractIdentifier, _ code: ContractCode) {
        globalContracts[identifier] = code
    }

    /// Removes an account and everything it stores.
    mutating func removeAccount(_ id: AccountId) {
        accounts[id] = nil
        accessKeys[id] = nil
        gasKeyNonces[id] = nil
        codes[id] = nil
        storage[id] = nil
    }
}
