// SPDX-License-Identifier: MIT

public import NEARPrimitives
import SafeText

/// An error that a node answered: JSON-RPC's `error` object with the `name` and `cause` that nearcore adds to it.
public struct RPCNodeError: Error, Sendable, Hashable {
    /// Whose fault it is, as nearcore sorts errors.
    public enum Name: Sendable, Hashable {
        /// The node handled the call, and the answer is that it can't be done (`HANDLER_ERROR`).
        case handlerError
        /// The call isn't well formed (`REQUEST_VALIDATION_ERROR`).
        case requestValidationError
        /// The node is broken or overloaded (`INTERNAL_ERROR`).
        case internalError
        /// A name that this version doesn't know, or none at all: servers that aren't nearcore send none.
        case unrecognized(String?)
    }

    /// Whose fault it is.
    public let name: Name
    /// The reason of the error.
    public let cause: RPCErrorCause
    /// JSON-RPC's number, for example -32000.
    public let code: Int
    /// JSON-RPC's message, for example "Server error".
    public let message: String
    /// The error object as it came.
    public let json: JSONValue

    /// An error with all its parts.
    public init(name: Name, cause: RPCErrorCause, code: Int, message: String, json: JSONValue) {
        self.name = name
        self.cause = cause
        self.code = code
        self.message = message
        self.json = json
    }

    /// Reads the `error` member of a JSON-RPC answer.
    ///
    /// Never fails: whatever it is, it is an error.
    init(errorObject json: JSONValue) {
        name =
            switch json["name"]?.stringValue {
            case "HANDLER_ERROR": .handlerError
            case "REQUEST_VALIDATION_ERROR": .requestValidationError
            case "INTERNAL_ERROR": .internalError
            case let other: .unrecognized(other)
            }
        cause = RPCErrorCause(errorObject: json)
        code = json["code"]?.integerValue() ?? 0
        message = json["message"]?.stringValue ?? ""
        self.json = json
    }
}

extension RPCNodeError {
    /// True if another node, or the same one a little later, may well answer the same call.
    ///
    /// Then it isn't the call's fault.
    var isWorthRetrying: Bool {
        switch cause {
        case .noSyncedBlocks, .notSyncedYet, .unavailableShard, .doesNotTrackShard, .internalError, .timeoutError,
            .unknownBlock, .garbageCollectedBlock, .unknownChunk, .unknownEpoch, .requestRouted:
            true
        case .unrecognized: name == .internalError
        default: false
        }
    }

    /// True if the node doesn't have the chain's state.
    var isBehind: Bool {
        switch cause {
        case .noSyncedBlocks, .notSyncedYet, .unavailableShard: true
        default: false
        }
    }

    /// True if the node says of a transaction that was posted that it won't be executed.
    ///
    /// After every other error it may be.
    package var refusesTransaction: Bool {
        switch cause {
        case .invalidTransaction, .parseError, .methodNotFound: true
        default: name == .requestValidationError
        }
    }

    /// True if the failure says something about the node's health, so that others are asked first for a while.
    var isNodeTrouble: Bool {
        switch cause {
        case .noSyncedBlocks, .notSyncedYet, .internalError: true
        case .unrecognized: name == .internalError
        default: false
        }
    }
}

extension RPCErrorCause {
    /// True if the transaction's nonce was used up before, perhaps by the transaction itself.
    var isSpentNonce: Bool {
        if case .invalidTransaction(.invalidNonce) = self { true } else { false }
    }

    /// True if the node has never seen the transaction.
    var isUnknownTransaction: Bool {
        if case .unknownTransaction = self { true } else { false }
    }
}

extension RPCNodeError: CustomStringConvertible {
    /// The error, in a sentence.
    public var description: String {
        if case .unrecognized(let cause, _) = cause {
            return RPCErrorCause.unknown(cause, json["data"]?.stringValue ?? message)
        }
        return cause.description
    }
}
