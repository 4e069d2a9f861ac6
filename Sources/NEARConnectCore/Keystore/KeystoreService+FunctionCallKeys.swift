// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Keys that may call one contract: made at a sign-in, and used for what they cover.
extension KeystoreService {
    /// The highest gas price that is reckoned with, in yoctoNEAR: ten times the lowest of the public networks.
    private static let highGasPrice: UInt128 = 1_000_000_000
    /// The gas of a transaction beyond what is attached to its call.
    private static let gasBesideCall: UInt128 = 10_000_000_000_000

    /// Signs in, and has a function-call key added by the account's own key.
    ///
    /// - Parameter wanted: The key that the program asked for.
    func signIn(
        _ call: KeystoreCall, adding wanted: FunctionCallKeyRequest
    ) async throws(HostCallError) -> JSONValue {
        let (signer, signed, _) = try await addKey(wanted, for: call)
        signingIn = (signer.account, call.request)
        return ["accounts": .array([describe(signer)]), "signedTransactions": Self.json([signed])]
    }

    /// Has an account chosen, and signs the transaction that adds a function-call key to it.
    ///
    /// - Parameters:
    ///   - wanted: The key that the program asked for.
    ///   - call: The call.
    ///   - account: The only account to choose; `nil` for all.
    /// - Returns: The account's signer, the transaction, and the key.
    func addKey(
        _ wanted: FunctionCallKeyRequest, for call: KeystoreCall, to account: AccountId? = nil
    ) async throws(HostCallError) -> (KeystoreSigner, SignedTransaction, PublicKey) {
        let signer = try await chooseAccount(call, only: account) {
            .signInWithFunctionCallKey(candidates: $0, permission: wanted.permission)
        }
        let made = wanted.publicKey == nil ? try Self.makeKey() : nil
        guard let key = wanted.publicKey ?? made?.publicKey else { throw .invalid(localized("no key was named")) }
        let access = AccessKey(permission: .functionCall(wanted.permission))
        let intent = TransactionRequest(
            receiverId: signer.account, actions: [.addKey(AddKeyAction(publicKey: key, accessKey: access))])
        try await call.beginRecord(of: [intent], by: signer)
        guard let signed = try await sign([intent], by: signer, for: call).first else { throw .cancelled }
        // Before it is on the chain the key signs nothing: `covering` looks it up first.
        if let made {
            keystore.functionCallKeys.add(
                FunctionCallKeys.Entry(permission: wanted.permission, signer: made), for: call.owner(signer.account))
        }
        return (signer, signed, key)
    }

    /// Returns the asker's own key if it can sign all of the transactions, and the chain still has it.
    ///
    /// A key whose allowance might not last counts as none.
    func covering(
        _ intents: [TransactionRequest], of account: AccountId, for call: KeystoreCall
    ) async throws(HostCallError) -> KeystoreSigner? {
        guard let own = keystore.functionCallKeys.key(of: call.owner(account), covering: intents) else { return nil }
        let signer = KeystoreSigner(account: account, signer: own.signer)
        try await call.approved(.transactions(intents, signerId: account), by: [signer], coveredBy: signer.key)
        let client = try call.client()
        let permission: AccessKeyPermissionView
        do throws(RPCError) {
            permission = try await client.viewAccessKey(own.signer.publicKey, of: account).value.permission
        } catch {
            guard error.saysThatKeyIsGone else {
                throw .unavailable(localized("A key can’t be read: %1$s", "\(error)"))
            }
            return nil
        }
        guard call.isOpen else { throw .cancelled }
        guard case .functionCall(let now) = permission, now.receiverId == own.permission.receiverId,
            now.methodNames == own.permission.methodNames
        else { return nil }
        if let left = now.allowance, left.yoctoNEAR < Self.gasCost(of: intents) { return nil }
        return signer
    }

    private static func gasCost(of intents: [TransactionRequest]) -> UInt128 {
        intents.flatMap(\.actions).reduce(0) { sum, action in
            guard case .functionCall(let call) = action else { return sum }
            return sum + (UInt128(call.gas.gas) + gasBesideCall) * highGasPrice
        }
    }

    private static func makeKey() throws(HostCallError) -> SecretKey {
        do throws(KeyError) {
            return try SecretKey.generate()
        } catch {
            throw .unavailable("\(error)")
        }
    }
}
