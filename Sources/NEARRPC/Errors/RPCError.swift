// SPDX-License-Identifier: MIT

import FoundationEssentials
public import NEARPrimitives
import SafeText

/// The reason why a call brought no result.
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
            guard !failures.isEmpty else {
                return localized("There is no RPC node to ask. Configure at least one.")
            }
            // An endpoint that was tried again and failed alike is named once.
            var words: [String] = []
            for failure in failures.map(\.description) where !words.contains(failure) { words.append(failure) }
            let attempts = words.joined(separator: "; ")
            return localized("No RPC node answered (%1$s). Check your connection, or use another node.", attempts)
        case .rateLimited(let retryAfter?):
            let time = DisplayText.words(retryAfter)
            return localized("The RPC node allows no more calls for %1$s. Wait that long, or use an API key.", time)
        case .rateLimited:
            return localized("The RPC node allows no more calls now. Wait a little, or use an API key.")
        case .uncertain(let failure):
            return localized(
                "The call was sent, but its answer was lost (%1$s). Check what it did before you repeat it.",
                failure.description)
        case .transactionUnknown(let hash):
            return localized(
                "The transaction %1$s was sent, but no node knows its outcome yet. Look it up later; don’t send it again.",
                hash.description)
        case .deadlineExceeded(let duration):
            let time = DisplayText.words(duration)
            return localized("No node answered within %1$s. Try again, or use another node.", time)
        case .cancelled: return localized("The call was cancelled.")
        case .unexpectedResult(let method, let reason):
            return localized("The node’s answer to %1$s can’t be used: %2$s. Try another node.", method, reason)
        case .responseTooLarge(let limit):
            return localized("The node’s answer is larger than %1$s bytes, the limit. Ask for less.", "\(limit)")
        case .requestTooLarge(let size, let limit):
            return localized("The call has %1$s bytes; %2$s are allowed. Make it smaller.", "\(size)", "\(limit)")
        case .invalidRequest(let reason): return localized("The call is not valid JSON-RPC: %1$s.", reason)
        }
    }
}

/// One attempt that failed, at one endpoint.
public struct RPCAttemptError: Error, Sendable, Hashable {
    /// The reason why it failed.
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
    /// The reason why it failed.
    public let reason: Reason

    /// A failure with its parts.
    public init(endpoint: String, reason: Reason) {
        self.endpoint = endpoint
        self.reason = reason
    }
}

extension RPCAttemptError.Reason {
    /// True if the endpoint's gateway lets nobody in who calls so, and has passed nothing on.
    var isClosedDoor: Bool {
        if case .http(let status) = self { [401, 403, 404, 405, 410].contains(status) } else { false }
    }
}

extension RPCAttemptError: CustomStringConvertible {
    /// The endpoint and what it did, in a few words.
    public var description: String {
        switch reason {
        case .transport(let error): localized("%1$s: %2$s", endpoint, error.description)
        case .http(let status): localized("%1$s: HTTP status %2$s", endpoint, "\(status)")
        case .malformed(let reason), .contradiction(let reason): localized("%1$s: %2$s", endpoint, reason)
        case .rateLimited: localized("%1$s: too many calls", endpoint)
        }
    }
}
