// SPDX-License-Identifier: MIT

public import GuardedMemory
public import NEARPrimitives

/// The name of a stored record.
public struct SignRecordKey: Sendable, Hashable, Comparable {
    /// The kinds of records.
    public enum Kind: String, Sendable, CaseIterable {
        /// A session that is settled.
        case session
        /// An attempt to connect.
        case attempt
        /// A request whose answer may still come.
        case request
        /// An answer that came too late, until the program has written it down.
        case late
        /// A message that the relay hasn't confirmed yet.
        case outbox
        /// A message that was received and not worked on yet.
        case inbox
        /// The answer to a wallet's request, so that it isn't worked on twice.
        case history
    }

    /// The record's kind.
    public let kind: Kind
    /// The record's id within its kind: lower-case letters, digits, `-` and `/`.
    public let id: String

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - kind: The record's kind.
    ///   - id: The record's id.
    public init(_ kind: Kind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// Orders by kind, then by id.
    public static func < (lhs: SignRecordKey, rhs: SignRecordKey) -> Bool {
        (lhs.kind.rawValue, lhs.id) < (rhs.kind.rawValue, rhs.id)
    }
}

/// A change of what is stored.
public enum SignStoreChange: Sendable, Equatable {
    /// Stores a record, in place of one of the same name.
    case put(SignRecordKey, JSONValue)
    /// Removes a record, if there is one.
    case remove(SignRecordKey)
    /// Stores a secret under a public name, in place of one of the same name.
    case putSecret(String, SecretBytes)
    /// Removes a secret, if there is one.
    case removeSecret(String)
}

/// All that is stored.
public struct SignStoreContent: Sendable, Equatable {
    /// The records by name.
    public var records: [SignRecordKey: JSONValue]
    /// The secrets by name.
    public var secrets: [String: SecretBytes]

    /// Creates a content.
    ///
    /// - Parameters:
    ///   - records: The records by name.
    ///   - secrets: The secrets by name.
    public init(records: [SignRecordKey: JSONValue] = [:], secrets: [String: SecretBytes] = [:]) {
        self.records = records
        self.secrets = secrets
    }

    /// Makes one change.
    public mutating func apply(_ change: SignStoreChange) {
        switch change {
        case .put(let key, let value): records[key] = value
        case .remove(let key): records[key] = nil
        case .putSecret(let name, let secret): secrets[name] = secret
        case .removeSecret(let name): secrets[name] = nil
        }
    }
}

/// The reason why a store can't be used.
public enum SignStoreError: Error, Sendable, Hashable {
    /// Another process has it, with that process's name.
    case locked(String)
    /// It can't be read or written, with the reason.
    case failed(String)
}

/// A place for sessions, messages under way, and the keys that encrypt them.
///
/// Changes are applied in their order, and a kill may leave a beginning of them: the client is written for that. A
/// change counts once ``apply(_:)`` has returned; it has to survive a loss of power then.
public protocol SignStore: Sendable {
    /// Reads everything, once, and keeps other processes out from then on.
    func load() async throws(SignStoreError) -> SignStoreContent

    /// Applies changes in their order.
    func apply(_ changes: [SignStoreChange]) async throws(SignStoreError)
}
