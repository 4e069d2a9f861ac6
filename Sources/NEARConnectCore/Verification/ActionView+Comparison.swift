// SPDX-License-Identifier: MIT

package import NEARPrimitives

extension ActionView {
    /// Returns true if this is `action` as a node shows it.
    ///
    /// Wallets decode the arguments of function calls and encode them again: JSON texts are the same when their values
    /// are. A key's nonce is the chain's.
    package func shows(_ action: Action) -> Bool {
        switch (self, action) {
        case (.createAccount, .createAccount): true
        case (.deployContract(let shown), .deployContract(let asked)):
            shown == asked.code || shown == CryptoHash.sha256(asked.code).bytes
        case (.functionCall(let shown), .functionCall(let asked)):
            shown.methodName == asked.methodName && shown.gas == asked.gas && shown.deposit == asked.deposit
                && Self.areSame(shown.args, asked.args)
        case (.transfer(let shown), .transfer(let asked)): shown == asked
        case (.stake(let shown), .stake(let asked)): shown == asked
        case (.addKey(let key, let shown), .addKey(let asked)):
            key == asked.publicKey && Self.areSame(shown.permission, asked.accessKey.permission)
        case (.deleteKey(let shown), .deleteKey(let asked)): shown == asked
        case (.deleteAccount(let shown), .deleteAccount(let asked)): shown == asked
        case (.deployGlobalContract(let shown), .deployGlobalContract(let asked)):
            asked.deployMode == .codeHash && (shown == asked.code || shown == CryptoHash.sha256(asked.code).bytes)
        case (.deployGlobalContractByAccountId(let shown), .deployGlobalContract(let asked)):
            asked.deployMode == .accountId && (shown == asked.code || shown == CryptoHash.sha256(asked.code).bytes)
        case (.useGlobalContract(let shown), .useGlobalContract(let asked)): shown == asked.contractIdentifier
        case (.delegate(let shown), .delegate(let asked)): Self.areSame(shown, asked)
        default: false
        }
    }

    private static func areSame(_ shown: DelegateActionView, _ asked: SignedDelegateAction) -> Bool {
        let action = asked.delegateAction
        return shown.senderId == action.senderId && shown.receiverId == action.receiverId
            && shown.nonce == action.nonce && shown.maxBlockHeight == action.maxBlockHeight
            && shown.publicKey == action.publicKey && shown.signature == asked.signature
            && shown.actions.count == action.actions.count
            && zip(shown.actions, action.actions).allSatisfy { $0.shows($1) }
    }

    private static func areSame(_ shown: [UInt8], _ asked: [UInt8]) -> Bool {
        if shown == asked { return true }
        do {
            let value = try JSONValue.parse(shown)
            // Of two members of one name some contracts take the first: then the values that are compared here say
            // nothing.
            return try value == JSONValue.parse(asked) && !RepeatedNames.exist(in: shown, of: value)
        } catch {
            return false
        }
    }

    private static func areSame(_ shown: AccessKeyPermissionView, _ asked: AccessKeyPermission) -> Bool {
        switch (shown, asked) {
        case (.fullAccess, .fullAccess): true
        case (.functionCall(let left), .functionCall(let right)): left == right
        default: false
        }
    }
}
