// SPDX-License-Identifier: MIT

internal import NEARConnectCore
package import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// Performs ``ManagerVerb``s: JSON in, JSON out, with the manager's typed operations between.
///
/// Amounts are texts of digits in yoctoNEAR, bytes are Base64, transactions are near-connect's, and outcomes are as the
/// node gave them.
@MainActor
package struct ManagerVerbs {
    let manager: NEARWalletManager

    /// Takes the manager that does the work.
    package init(_ manager: NEARWalletManager) {
        self.manager = manager
    }

    /// Performs a verb.
    ///
    /// - Parameters:
    ///   - verb: The operation.
    ///   - json: Its parameters, an object; `null` for none.
    /// - Returns: The result; `null` where an operation has none but its end.
    /// - Throws: ``NEARError``, with ``NEARError/invalidArgument(name:reason:)`` for parameters.
    package func perform(_ verb: ManagerVerb, _ json: JSONValue) async throws(NEARError) -> JSONValue {
        switch verb {
        case .ready:
            _ = try VerbParameters(json, known: [])
            try await manager.ready()
            return nil
        case .wallets:
            _ = try VerbParameters(json, known: [])
            return .array(try await manager.wallets().map(VerbResult.wallet))
        case .signIn, .signInAndSignMessage, .signOut, .checkSession, .signMessage:
            return try await performAccount(verb, json)
        case .sendNEAR, .callFunction, .signAndSendTransaction, .signAndSendTransactions, .signDelegateActions:
            return try await performTransaction(verb, json)
        case .history:
            _ = try VerbParameters(json, known: [])
            return .array(try await manager.history().map(\.json))
        case .reconcile:
            _ = try VerbParameters(json, known: [])
            return .array(try await manager.reconcile().map(\.json))
        case .viewAccount, .viewFunction, .rpc:
            return try await read(verb, json)
        }
    }

    // MARK: The account

    private func performAccount(_ verb: ManagerVerb, _ json: JSONValue) async throws(NEARError) -> JSONValue {
        switch verb {
        case .signIn:
            let parameters = try VerbParameters(json, known: ["walletId"])
            return VerbResult.account(try await manager.signIn(walletId: try parameters.text(ifThere: "walletId")))
        case .signInAndSignMessage:
            let parameters = try VerbParameters(json, known: ["walletId", "message", "recipient", "nonce"])
            let payload = try message(parameters)
            let result = try await manager.signInAndSignMessage(
                walletId: try parameters.text(ifThere: "walletId"), message: payload.message.text,
                recipient: payload.recipient.text, nonce: payload.nonce)
            let signed = result.verifiedMessage.map { SignedMessageDocument(message: $0, payload: payload).json }
            return ["account": VerbResult.account(result.account), "message": signed ?? nil]
        case .signMessage:
            let payload = try message(try VerbParameters(json, known: ["message", "recipient", "nonce"]))
            let signed = try await manager.sign(
                message: payload.message.text, recipient: payload.recipient.text, nonce: payload.nonce)
            return SignedMessageDocument(message: signed, payload: payload).json
        case .checkSession:
            _ = try VerbParameters(json, known: [])
            return VerbResult.session(try await manager.checkSession())
        default:
            _ = try VerbParameters(json, known: [])
            try await manager.signOut()
            return nil
        }
    }

    /// Reads a message to sign; the nonce is random where none is given.
    private func message(_ parameters: VerbParameters) throws(NEARError) -> NEP413Payload {
        try NEARWalletManager.payload(
            message: try parameters.text("message"), recipient: try parameters.text("recipient"),
            nonce: try parameters.bytes(ifThere: "nonce"))
    }

    // MARK: Transactions

    private func performTransaction(_ verb: ManagerVerb, _ json: JSONValue) async throws(NEARError) -> JSONValue {
        switch verb {
        case .sendNEAR:
            let parameters = try VerbParameters(json, known: ["receiverId", "amount"])
            guard let amount = try parameters.amount(ifThere: "amount") else {
                throw .invalidArgument(name: "amount", reason: localized("it is missing"))
            }
            return try await manager.sendNEAR(to: try parameters.account("receiverId"), amount: amount).json
        case .callFunction:
            let parameters = try VerbParameters(
                json, known: ["contractId", "methodName", "args", "argsBase64", "gas", "deposit"])
            return try await manager.callFunction(
                contractId: try parameters.account("contractId"), methodName: try parameters.text("methodName"),
                args: try parameters.arguments(), gas: try parameters.gas(ifThere: "gas") ?? .tera(30),
                deposit: try parameters.amount(ifThere: "deposit") ?? .zero
            ).json
        case .signAndSendTransactions:
            return .array(try await manager.signAndSendTransactions(try intents(verb, json)).map(\.json))
        case .signDelegateActions:
            let signed = try await manager.signDelegateActions(try intents(verb, json))
            return .array(signed.map { .string($0.base64) })
        default:
            guard let intent = try intents(verb, json).first else {
                throw .invalidArgument(name: "transaction", reason: localized("it is missing"))
            }
            return try await manager.signAndSendTransaction(receiverId: intent.receiverId, actions: intent.actions).json
        }
    }

    /// Reads transactions as strictly as those of a dApp's page are read.
    private func intents(_ verb: ManagerVerb, _ json: JSONValue) throws(NEARError) -> [TransactionRequest] {
        let request: JSONValue = ["method": .string(verb.rawValue), "params": json]
        do throws(DAppError) {
            return try DAppRequest(request.bytes).intents
        } catch {
            throw .invalidArgument(name: "transaction", reason: error.message)
        }
    }

    // MARK: The chain

    private func read(_ verb: ManagerVerb, _ json: JSONValue) async throws(NEARError) -> JSONValue {
        switch verb {
        case .viewAccount:
            let id = try VerbParameters(json, known: ["accountId"]).account("accountId")
            return VerbResult.state(
                try await manager.read(staysOnMainThread: true) { (client) throws(RPCError) in
                    try await client.viewAccount(id).value
                })
        case .viewFunction:
            let parameters = try VerbParameters(json, known: ["contractId", "methodName", "args", "argsBase64"])
            let (id, method, arguments) = (
                try parameters.account("contractId"), try parameters.text("methodName"), try parameters.arguments()
            )
            return VerbResult.call(
                try await manager.read(staysOnMainThread: true) { (client) throws(RPCError) in
                    try await client.callFunction(method, of: id, args: arguments).value
                })
        default:
            let parameters = try VerbParameters(json, known: ["method", "params"])
            let (method, params) = (try parameters.text("method"), parameters.value("params") ?? .object([:]))
            guard params.objectValue != nil || params.arrayValue != nil else {
                throw .invalidArgument(name: "params", reason: localized("it is neither an object nor a list"))
            }
            return try await manager.read(staysOnMainThread: true) { (client) throws(RPCError) in
                try await client.call(method: method, params: params)
            }
        }
    }
}
