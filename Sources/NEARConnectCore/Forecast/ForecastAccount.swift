// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC

/// An account as the chain has it, and as the actions that were looked at have left it.
struct ForecastAccount: Sendable {
    let id: AccountId
    private(set) var exists: Bool
    private(set) var hasCode: Bool
    private(set) var locked: NEARToken
    /// The keys that actions have added; `nil` for those that they have removed.
    private var changedKeys: [PublicKey: AccessKeyView?] = [:]
    /// False once the account came into being by these actions: the block's keys are none of its own then.
    private var hasKeysOfBlock: Bool

    /// Creates an account from a node's view; `nil` where there is no such account.
    init(_ id: AccountId, _ view: AccountView?) {
        self.id = id
        (exists, hasKeysOfBlock) = (view != nil, view != nil)
        hasCode = view?.hasContract ?? false
        locked = view?.locked ?? .zero
    }

    /// Returns a key; `nil` where the account has none.
    func key(_ key: PublicKey, in state: ChainState) async throws(RPCError) -> AccessKeyView? {
        if let change = changedKeys[key] { return change }
        return hasKeysOfBlock ? try await state.key(key, of: id) : nil
    }

    /// Adds a key.
    mutating func add(_ key: PublicKey, _ view: AccessKeyView) { changedKeys.updateValue(view, forKey: key) }

    /// Removes a key.
    mutating func remove(_ key: PublicKey) { changedKeys.updateValue(nil, forKey: key) }

    /// Notes that the account runs code now, its own or a global contract's.
    mutating func takeCode() { hasCode = true }

    /// Notes that the account exists now.
    mutating func create() { exists = true }

    /// Notes that the account is gone, with its keys and its code.
    mutating func delete() {
        (exists, hasCode, locked, hasKeysOfBlock) = (false, false, .zero, false)
        changedKeys = [:]
    }
}
