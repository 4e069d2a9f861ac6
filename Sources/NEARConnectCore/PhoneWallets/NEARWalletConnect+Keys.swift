// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Keys of programs, which a phone wallet adds by itself.
extension NEARWalletConnect {
    /// The time between two looks at the chain.
    private static let pause = Duration.milliseconds(250)

    /// Has the wallet add a key that may call one contract, and returns once the chain shows exactly that.
    ///
    /// - Parameters:
    ///   - key: The public half of a key that the program has made.
    ///   - account: The account that gets the key.
    ///   - contract: The contract that the key may call.
    ///   - methods: The methods that it may call; none for all.
    ///   - allowance: The amount that it may spend on gas; `nil` for no limit.
    /// - Throws: ``PhoneWalletError``: `.answerInvalid(.keyNotAdded)` or `.answerInvalid(.otherPermission)` where the
    ///   wallet did something else, `.near` where no node says what it did.
    package func addAccessKey(
        _ key: PublicKey, to account: AccountId, for contract: AccountId, methods: [String], allowance: NEARToken?
    ) async throws(PhoneWalletError) {
        try await requireGrant(of: account)
        let permission = FunctionCallPermission(allowance: allowance, receiverId: contract, methodNames: methods)
        var wanted: JSONValue.Members = [
            "receiverId": .string(contract.text), "methodNames": .array(methods.map(JSONValue.string)),
        ]
        if let allowance { wanted["allowance"] = .string("\(allowance.yoctoNEAR)") }
        // The answer is a list or null, and only the wallet's word: the chain is asked.
        _ = try await request(
            "near_signIn",
            [
                "permission": .object(wanted),
                "accounts": [["accountId": .string(account.text), "publicKey": .string("\(key)")]],
            ])
        let found = try await shown(key, on: account)
        guard case .functionCall(let shown) = found, shown.receiverId == permission.receiverId,
            Set(shown.methodNames) == Set(permission.methodNames),
            shown.methodNames.count == permission.methodNames.count, shown.allowance == permission.allowance
        else { throw .answerInvalid(.otherPermission(key, account)) }
    }
    /// Waits until the chain shows a key: a wallet may answer before its transaction is in a block.
    private func shown(
        _ key: PublicKey, on account: AccountId
    ) async throws(PhoneWalletError) -> AccessKeyPermissionView {
        let end = ContinuousClock.now + patience
        while true {
            do throws(RPCError) {
                guard let node = nodes.availableClient else {
                    throw RPCError.invalidRequest(reason: localized("the network has no usable address"))
                }
                return try await node.viewAccessKey(key, of: account, at: .optimistic, deadline: patience).value
                    .permission
            } catch {
                guard error.saysThatKeyIsGone else { throw .near(.rpcError(DisplayText.words(error))) }
                guard ContinuousClock.now < end else { throw .answerInvalid(.keyNotAdded(key, account)) }
            }
            do {
                try await Task.sleep(for: Self.pause)
            } catch {
                throw .near(.taskCancelled)
            }
        }
    }
}
