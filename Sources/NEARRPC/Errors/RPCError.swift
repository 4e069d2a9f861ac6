// SPDX-License-Identifier: MIT

import Foundation
public import NEARPrimitives

/// Why a call brought no result.
public enum RPCError: Error, Sendable, Hashable {
    /// A node answered with an error.
    case node(RPCNodeError)
    /// No endpoint answered; each attempt with its failure, in order.
    case unavailable([RPCAttemptError])
    /// All endpoints ask to be left alone, this one for `retryAfter` when it says so.
    case rateLimited(retryAfter: Duration?)
    /// The call may have changed something, and there is no answer: it was sent and the connection then failed.
    ///
    /// It isn't sent again. A transaction can be looked up by its hash.
    case uncertain(RPCAttemptError)
    /// The transaction was sent, and no node could tell what became of it before the deadline.
    case transactionUnknown(hash: CryptoHash)
    /// The call's deadline has gone by.
    case deadlineExceeded(after: Duration)
    /// The caller's task was cancelled.
    case cancelled
    /// A node answered something that isn't the method's result, or isn't about what was asked for.
    case unexpectedResult(method: String, reason: String)
    /// The answer is larger than the client takes, in bytes.
    case responseTooLarge(limit: Int)
    /// The call is larger than the client sends, in bytes.
    case requestTooLarge(size: Int, limit: Int)
    /// The call isn't one: `reason` says why.
    case invalidRequest(reason: String)
}

extension RPCError {
    /// A stable short name, for programs.
    public var code: String {
        switch self {
        case .node: "node"
        case .unavailable: "unavailable"
        case .rateLimited: "rateLimited"
        case .uncertain: "uncertain"
        case .transactionUnknown: "transactionUnknown"
        case .deadlineExceeded: "deadlineExceeded"
        case .cancelled: "cancelled"
        case .unexpectedResult: "unexpectedResult"
        case .responseTooLarge: "responseTooLarge"
        case .requestTooLarge: "requestTooLarge"
        case .invalidRequest: "invalidRequest"
        }
    }

    /// The node's account of the error, when a node answered.
    public var cause: RPCErrorCause? {
        if case .node(let error) = self { error.cause } else { nil }
    }
}

extension RPCError: CustomStringConvertible {
    /// The error and its remedy, in a sentence for the user.
    public var description: String {
        switch self {
        case .node(let error): return error.description
        case .unavailable(let failures):
            guard !failures.isEmpty else { return "No RPC endpoint is configured." }
            return "No RPC endpoint answered: \(failures.map(\.description).joined(separator: "; "))."
        case .rateLimited(let retryAfter):
            let time = retryAfter.map { " for \($0.formatted(.units(width: .wide)))" } ?? ""
            return "The RPC endpoint allows no more calls\(time); wait, or use an API key."
        case .uncertain(let failure):
            return "The call was sent and its answer lost, so it isn't known what it did: \(failure)."
        case .transactionUnknown(let hash):
            return "The transaction \(hash) was sent, and no node knows yet what became of it. Look it up later."
        case .deadlineExceeded(let duration):
            return "No answer within \(duration.formatted(.units(width: .wide)))."
        case .cancelled: return "The call was cancelled."
        case .unexpectedResult(let method, let reason):
            return "The node's answer to \(method) isn't understood: \(reason)."
        case .responseTooLarge(let limit): return "The node's answer is larger than \(limit) bytes."
        case .requestTooLarge(let size, let limit): return "The call has \(size) bytes; \(limit) are allowed."
        case .invalidRequest(let reason): return "That is no JSON-RPC call: \(reason)."
        }
    }
}

/// One attempt that failed, at one endpoint.
public struct RPCAttemptError: Error, Sendable, Hashable {
    /// Why it failed.
    public enum Reason: Sendable, Hashable {
        /// The transport failed.
        case transport(RPCTransportError)
        /// The endpoint answered with this HTTP status and no JSON-RPC.
        case http(status: Int)
        /// The endpoint's answer isn't JSON-RPC.
        case malformed(String)
        /// The endpoint's answer is about something else than was asked for: another block, account, key or
        /// transaction.
        case contradiction(String)
        /// The endpoint asked to be left alone (429).
        case rateLimited(retryAfter: Duration?)
    }

    /// The endpoint as scheme, host and port.
    public let endpoint: String
    /// Why it failed.
    public let reason: Reason

    /// A failure with its parts.
    public init(endpoint: String, reason: Reason) {
        self.endpoint = endpoint
        self.reason = reason
    }
}

extension RPCAttemptError: CustomStringConvertible {
    /// The endpoint and what it did, in a few words.
    public var description: String {
        switch reason {
        case .transport(let error): "\(endpoint): \(error)"
        case .http(let status): "\(endpoint): HTTP status \(status)"
        case .malformed(let reason), .contradiction(let reason): "\(endpoint): \(reason)"
        case .rateLimited: "\(endpoint): too many calls"
        }
    }
}
