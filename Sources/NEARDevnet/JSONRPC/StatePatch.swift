// SPDX-License-Identifier: MIT

import NEARPrimitives

/// The changes that state records make together, in their order.
struct StatePatch: Sendable {
    private let state: LedgerState
    private(set) var changes: [StateChangeValue] = []
    /// The accounts as the records so far leave them, so that no record looks through those before it.
    private var accounts: [AccountId: AccountRecord] = [:]

    init(of state: LedgerState) {
        self.state = state
    }

    mutating func add(_ record: StateRecord) {
        switch record {
        case .account(let id, let amount, let locked, let storageUsage):
            let contract = account(id)?.contract ?? .none
            set(id, AccountRecord(amount: amount, locked: locked, contract: contract, storageUsage: storageUsage))
        case .accessKey(let id, let key, let accessKey): changes.append(.accessKeyUpdate(id, key, accessKey))
        case .data(let id, let key, let value): changes.append(.dataUpdate(id, key: key, value: value))
        case .contract(let id, let bytes):
            let code = ContractCode(bytes)
            changes.append(.contractCodeUpdate(id, code))
            guard var record = account(id) else { return }
            record.contract = .local(code.hash)
            set(id, record)
        }
    }

    private func account(_ id: AccountId) -> AccountRecord? { accounts[id] ?? state.account(id) }

    private mutating func set(_ id: AccountId, _ record: AccountRecord) {
        accounts[id] = record
        changes.append(.accountUpdate(id, record))
    }
}
