// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives

/// The operations as near-connect-ios has them, with dictionaries and texts. The typed ones beside them say more and check earlier.
extension NEARWalletManager {
    /// Signs a transaction and sends it.
    ///
    /// - Parameters:
    ///   - receiverId: The account that the actions are applied to.
    ///   - actions: The actions as near-connect writes them: `["type": "Transfer", "params": ["deposit": "1"]]`.
    /// - Throws: ``NEARError``.
    public func signAndSendTransaction(receiverId: String, actions: [[String: Any]]) async throws -> TransactionResult {
        let request = try Self.request(receiverId, actions)
        return Self.result([try await signAndSendTransaction(receiverId: request.receiverId, actions: request.actions)])
    }

    /// Sends NEAR.
    ///
    /// - Parameters:
    ///   - receiverId: Who gets it.
    ///   - amountYocto: How much, in yoctoNEAR as decimal digits.
    /// - Throws: ``NEARError``.
    public func sendNEAR(to receiverId: String, amountYocto: String) async throws -> TransactionResult {
        let receiver = try Self.accountId(receiverId, "receiverId")
        return Self.result([try await sendNEAR(to: receiver, amount: Self.yoctoNEAR(amountYocto, "amountYocto"))])
    }

    /// Calls a method of a contract.
    ///
    /// - Parameters:
    ///   - contractId: The contract's account.
    ///   - methodName: The method.
    ///   - args: The arguments, made into a JSON object.
    ///   - gas: The most gas that the call may burn, as decimal digits.
    ///   - deposit: NEAR that goes to the contract, in yoctoNEAR as decimal digits.
    /// - Throws: ``NEARError``.
    public func callFunction(
        contractId: String, methodName: String, args: [String: Any] = [:], gas: String = "30000000000000",
        deposit: String = "0"
    ) async throws -> TransactionResult {
        guard let gasAmount = UInt64(gas) else {
            throw NEARError.invalidArgument(
                name: "gas", reason: "\u{201C}\(gas)\u{201D} is not a 64-bit number of gas units")
        }
        let outcome = try await callFunction(
            contractId: Self.accountId(contractId, "contractId"), methodName: methodName,
            args: UntypedJSON.value(args).bytes, gas: Gas(gas: gasAmount), deposit: Self.yoctoNEAR(deposit, "deposit"))
        return Self.result([outcome])
    }

    /// Signs NEP-366 delegate actions without sending them.
    ///
    /// - Parameter delegateActions: Each with `"receiverId"` (text) and `"actions"` (as in
    ///   ``signAndSendTransaction(receiverId:actions:)-swift.method``).
    /// - Throws: ``NEARError``.
    public func signDelegateActions(delegateActions: [[String: Any]]) async throws -> DelegateActionResult {
        let requests = try delegateActions.map { action throws(NEARError) in
            guard let receiverId = action["receiverId"] as? String, let actions = action["actions"] as? [[String: Any]]
            else {
                throw .invalidArgument(name: "delegateActions", reason: "each needs \"receiverId\" and \"actions\"")
            }
            return try Self.request(receiverId, actions)
        }
        let signed = try await signDelegateActions(requests)
        return DelegateActionResult(
            signedDelegateActions: signed.map(\.base64), verifiedDelegateActions: signed)
    }

    private static func request(_ receiverId: String, _ actions: [[String: Any]]) throws(NEARError)
        -> TransactionRequest
    {
        let receiver = try accountId(receiverId, "receiverId")
        var typed: [Action] = []
        for action in actions {
            let json = try UntypedJSON.value(action)
            do {
                typed.append(try Action(connectorJSON: json))
            } catch {
                throw .invalidArgument(name: "actions[\(typed.count)]", reason: "\(error)")
            }
        }
        return TransactionRequest(receiverId: receiver, actions: typed)
    }

    private static func yoctoNEAR(_ text: String, _ name: String) throws(NEARError) -> NEARToken {
        do {
            return try NEARToken("\(text) yoctoNEAR")
        } catch {
            throw .invalidArgument(name: name, reason: "\(error)")
        }
    }

    private static func result(_ outcomes: [FinalExecutionOutcome]) -> TransactionResult {
        TransactionResult(
            transactionHashes: outcomes.map(\.transactionHash.description), rawResult: outcomes.first?.json.text,
            outcomes: outcomes)
    }
}
