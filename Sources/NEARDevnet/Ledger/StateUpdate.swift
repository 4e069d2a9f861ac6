// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A state being changed, with a record of the changes.
///
/// Nothing is final until the owner takes `state` and `changes`: dropping the value is the rollback.
struct StateUpdate: Sendable {
    /// The state with all changes so far.
    private(set) var state: LedgerState
    /// The changes, in the order they were made.
    private(set) var changes: [StateChangeValue] = []

    /// Starts from a state, with no changes.
    init(_ state: LedgerState) {
        self.state = state
    }

    mutating func setAccount(_ id: AccountId, _ record: AccountRecord) {
        state.setAccount(id, record)
        changes.append(.accountUpdate(id, record))
    }

    mutating func removeAccount(_ id: AccountId) {
        for entry in state.accessKeyList(id) {
            changes.append(.accessKeyDeletion(id, entry.publicKey))
        }
        for entry in state.values(id, prefix: []) {
            changes.append(.dataDeletion(id, key: entry.key))
        }
        if state.code(id) != nil {
            changes.append(.contractCodeDeletion(id))
        }
        changes.append(.accountDeletion(id))
        state.removeAccount(id)
    }

    mutating func setAccessKey(_ id: AccountId, _ publicKey: PublicKey, to accessKey: AccessKey) {
        state.setAccessKey(id, publicKey, to: accessKey)
        changes.append(.accessKeyUpdate(id, publicKey, accessKey))
    }

    mutating func removeAccessKey(_ id: AccountId, _ publicKey: PublicKey) {
        state.removeAccessKey(id, publicKey)
        changes.append(.accessKeyDeletion(id, publicKey))
    }

    mutating func setGasKeyNonce(_ id: AccountId, _ publicKey: PublicKey, index: UInt16, to nonce: UInt64) {
        state.setGasKeyNonce(id, publicKey, index: index, to: nonce)
        changes.append(.gasKeyNonceUpdate(id, publicKey, index: index, nonce: nonce))
    }

    mutating func setCode(_ id: AccountId, _ code: ContractCode) {
        state.setCode(id, code)
        changes.append(.contractCodeUpdate(id, code))
    }

    mutating func removeCode(_ id: AccountId) {
        state.setCode(id, nil)
        changes.append(.contractCodeDeletion(id))
    }

    mutating func setGlobalContract(
        by id: AccountId, _ identifier: GlobalContractIdentifier, _ code: ContractCode
    ) {
        state.setGlobalContract(identifier, code)
        changes.append(.globalContractUpdate(id, identifier, code))
    }

    /// Makes a change as it is.
    mutating func apply(_ change: StateChangeValue) {
        switch change {
        case .accountUpdate(let id, let record): setAccount(id, record)
        case .accountDeletion(let id): removeAccount(id)
        case .accessKeyUpdate(let id, let publicKey, let accessKey): setAccessKey(id, publicKey, to: accessKey)
        case .accessKeyDeletion(let id, let publicKey): removeAccessKey(id, publicKey)
        case .gasKeyNonceUpdate(let id, let publicKey, let index, let nonce):
            setGasKeyNonce(id, publicKey, index: index, to: nonce)
        case .dataUpdate(let id, let key, let value): setValue(id, key: key, value)
        case .dataDeletion(let id, let key): removeValue(id, key: key)
        case .contractCodeUpdate(let id, let code): setCode(id, code)
        case .contractCodeDeletion(let id): removeCode(id)
        case .globalContractUpdate(let id, let identifier, let code): setGlobalContract(by: id, identifier, code)
        }
    }

    mutating func setValue(_ id: AccountId, key: [UInt8], _ value: [UInt8]) {
        state.setValue(id, key: key, value)
        changes.append(.dataUpdate(id, key: key, value: value))
    }

    mutating func removeValue(_ id: AccountId, key: [UInt8]) {
        state.setValue(id, key: key, nil)
        changes.append(.dataDeletion(id, key: key))
    }
}
