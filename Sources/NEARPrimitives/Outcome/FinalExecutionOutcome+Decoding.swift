// SPDX-License-Identifier: MIT

import FoundationEssentials
internal import SafeText

/// The reason why a transaction's result isn't the value asked for.
public enum SuccessValueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The transaction hasn't succeeded (yet).
    case notSuccessful(FinalExecutionStatus)
    /// The transaction succeeded and returned nothing.
    case empty
    /// The returned bytes aren't JSON of the type asked for.
    case notDecodable(type: String, reason: String)

    /// The fault, in a sentence.
    public var description: String {
        switch self {
        case .notSuccessful(.failure(let error)): localized("The transaction failed. %1$s", error.description)
        case .notSuccessful: localized("The transaction has no result yet.")
        case .empty: localized("The transaction succeeded and returned nothing.")
        case .notDecodable(let type, let reason): localized("The returned value isn’t a %1$s: %2$s", type, reason)
        }
    }
}

extension FinalExecutionOutcome {
    /// The value that the transaction returned, read as JSON, the form in which contracts usually return values.
    ///
    /// Whole numbers come out exactly, also those beyond 2^53; a `u128` that a contract writes as a string is a string.
    ///
    /// - Parameter type: The type of the value. `JSONValue` takes anything.
    /// - Throws: `SuccessValueError`.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws(SuccessValueError) -> Value {
        guard let successValue else { throw .notSuccessful(status) }
        guard !successValue.isEmpty else { throw .empty }
        do {
            if type == JSONValue.self, let value = try JSONValue.parse(successValue) as? Value { return value }
            return try JSONDecoder().decode(type, from: Data(successValue))
        } catch {
            throw .notDecodable(type: "\(type)", reason: "\(error)")
        }
    }
}
