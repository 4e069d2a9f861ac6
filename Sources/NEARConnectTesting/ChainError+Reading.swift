// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC

/// Runs `operation`, and throws the chain's own reason where the chain has refused or failed its transaction.
///
/// - Throws: ``ChainError``, whether the manager, a wallet's words or a node's answer brought it. Every other error
///   as it is.
public func onChain<Value>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Value
) async throws -> Value {
    do {
        return try await operation()
    } catch {
        throw ChainError(error) ?? error
    }
}

extension ChainError {
    /// Reads the chain's reason out of `error`; `nil` where it has none.
    init?(_ error: any Error) {
        switch error {
        case NEARError.transactionFailed(let outcome): self.init(outcome)
        case NEARError.partiallySent(let outcomes, _, _):
            guard let failed = outcomes.first(where: { $0.failure != nil }) else { return nil }
            self.init(failed)
        case NEARError.walletRejected(let message), NEARError.walletError(let message), NEARError.rpcError(let message):
            self.init(quotedIn: message)
        case RPCError.node(let error):
            guard case .invalidTransaction(let cause) = error.cause,
                let json = error.json["data"]?["TxExecutionError"]
            else { return nil }
            self.init(json: json, cause: .invalidTxError(cause))
        default: return nil
        }
    }

    private init?(_ outcome: FinalExecutionOutcome) {
        guard let failure = outcome.failure, let json = outcome.json["status"]?["Failure"] else { return nil }
        self.init(json: json, cause: failure)
    }

    /// Wallets hand on what the node said as a text, and the node's JSON is somewhere in it.
    private init?(quotedIn message: String) {
        guard let (json, cause) = QuotedJSON.failure(in: message) else { return nil }
        self.init(json: json, cause: cause)
    }

    private init(json: JSONValue, cause: TxExecutionError) {
        self.init(reason: Self.reason(of: cause) ?? Self.reason(in: json), cause: cause)
    }

    /// Today's networks send what a contract's host said as a text.
    private static func reason(of cause: TxExecutionError) -> String? {
        guard case .actionError(let error) = cause, case .functionCallError(let call) = error.kind else { return nil }
        if call.panicMessage != nil { return contractPanicked.reason }
        return call.isGasExceeded ? gasExceeded.reason : nil
    }

    /// The errors of nearcore's whose one field is another error.
    private static let wrappers: Set<String> = [
        "InvalidTxError", "InvalidAccessKeyError", "ActionsValidation", "StorageError", "FunctionCallError",
        "MethodResolveError", "HostError", "CompilationError", "WasmTrap", "NewReceiptValidationError",
        "DelegateActionAccessKeyError",
    ]

    /// Returns the innermost name in a Rust enum that serde wrote.
    private static func reason(in json: JSONValue) -> String {
        guard let variant = ViewVariant(json) else { return json.text }
        if variant.name == "ActionError", let kind = variant.payload["kind"] { return reason(in: kind) }
        guard wrappers.contains(variant.name), ViewVariant(variant.payload) != nil else { return variant.name }
        return reason(in: variant.payload)
    }
}
