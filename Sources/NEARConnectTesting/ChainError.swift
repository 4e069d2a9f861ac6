// SPDX-License-Identifier: MIT

internal import NEARConnectCore
public import NEARPrimitives
internal import NEARRPC

/// The chain's reason for refusing a transaction, or for failing it, by name.
///
/// ```
/// await #expect(throws: ChainError.notEnoughBalance) {
///     try await onChain { try await manager.sendNEAR(to: "bob.test.near", amount: "20000 NEAR") }
/// }
/// ```
///
/// Two are equal if their reasons are. `#expect(throws:)` returns the one that was thrown, with ``cause`` and
/// ``panicMessage``.
public struct ChainError: Error, Sendable {
    /// The name of the innermost of nearcore's errors that says why: `NotEnoughBalance`, `AccountDoesNotExist`.
    ///
    /// A contract's panic is `GuestPanic`, and gas that is used up `GasExceeded`, however the network spells them.
    public let reason: String
    /// The whole error; `nil` in those that a test writes down.
    public let cause: TxExecutionError?

    /// The error that has one of nearcore's names, for `#expect(throws:)`.
    public static func named(_ reason: String) -> ChainError { ChainError(reason: reason, cause: nil) }

    /// The signer can't pay the deposit and the fees.
    public static var notEnoughBalance: ChainError { named("NotEnoughBalance") }
    /// The receiver doesn't exist.
    public static var accountDoesNotExist: ChainError { named("AccountDoesNotExist") }
    /// The account that is to be created exists.
    public static var accountAlreadyExists: ChainError { named("AccountAlreadyExists") }
    /// An account would keep less than its storage needs.
    public static var lackBalanceForState: ChainError { named("LackBalanceForState") }
    /// The signer has no such key.
    public static var accessKeyNotFound: ChainError { named("AccessKeyNotFound") }
    /// The key's allowance is used up.
    public static var notEnoughAllowance: ChainError { named("NotEnoughAllowance") }
    /// The key may call another contract only.
    public static var receiverMismatch: ChainError { named("ReceiverMismatch") }
    /// The key may call other methods only.
    public static var methodNameMismatch: ChainError { named("MethodNameMismatch") }
    /// The receiver has no contract.
    public static var noContract: ChainError { named("CodeDoesNotExist") }
    /// The contract has no such method.
    public static var methodNotFound: ChainError { named("MethodNotFound") }
    /// The contract panicked; ``panicMessage`` says with which words.
    public static var contractPanicked: ChainError { named("GuestPanic") }
    /// The gas that was attached to the call is used up.
    public static var gasExceeded: ChainError { named("GasExceeded") }

    /// The contract's own words, where it panicked.
    public var panicMessage: String? {
        guard case .actionError(let error) = cause, case .functionCallError(let call) = error.kind else { return nil }
        return call.panicMessage
    }
}

extension ChainError: Hashable {
    /// Returns whether both have the same reason, whatever else they say.
    public static func == (left: ChainError, right: ChainError) -> Bool {
        ExactText(left.reason) == ExactText(right.reason)
    }

    /// Hashes the reason.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(reason))
    }
}

extension ChainError: CustomStringConvertible {
    /// The reason, and the error's sentence where there is one.
    public var description: String {
        guard let cause else { return reason }
        return "\(reason): \(cause)"
    }
}
