// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// Keys of programs, which a phone wallet adds by itself.
extension NEARWalletConnect {
    /// The method that has a wallet add a key, which not every wallet has.
    static let keyMethod = "near_signIn"

    /// True if the session grants that the wallet is asked for a key.
    package var addsKeys: Bool {
        get async { await grants(Self.keyMethod) }
    }

    /// Returns true if the chain shows a key with the rights that a program wants.
    ///
    /// - Throws: ``PhoneWalletError``: `.answerInvalid(.otherPermission)` for a key with other rights.
    package func hasKey(
        _ key: PublicKey, on account: AccountId, _ permission: FunctionCallPermission
    ) async throws(PhoneWalletError) -> Bool {
        do throws(AddedKeyError) {
            return try await verifier.hasKey(key, on: account, permission, waits: false)
        } catch {
            throw Self.error(error, key, of: account)
        }
    }

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
            Self.keyMethod,
            [
                "permission": .object(wanted),
                "accounts": [["accountId": .string(account.text), "publicKey": .string("\(key)")]],
            ])
        do throws(AddedKeyError) {
            try await verifier.awaitKey(key, on: account, permission)
        } catch {
            throw Self.error(error, key, of: account)
        }
    }

    private static func error(_ error: AddedKeyError, _ key: PublicKey, of account: AccountId) -> PhoneWalletError {
        switch error {
        case .notAdded: .answerInvalid(.keyNotAdded(key, account))
        case .otherPermission: .answerInvalid(.otherPermission(key, account))
        case .near(let error): .near(error)
        }
    }
}
