// SPDX-License-Identifier: MIT

import FoundationEssentials
public import NEARPrimitives

/// The result of a view call (nearcore's `CallResult`).
public struct CallResult: Sendable, Hashable {
    /// The returned bytes; empty when the method returned nothing.
    public let result: [UInt8]
    /// The lines that the contract logged.
    public let logs: [String]
}

extension CallResult {
    /// The returned bytes read as JSON, the form in which contracts usually return values.
    ///
    /// - Parameter type: The type of the value. `JSONValue` takes anything.
    /// - Throws: `SuccessValueError.empty` or `.notDecodable`.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws(SuccessValueError) -> Value {
        guard !result.isEmpty else { throw .empty }
        do {
            if type == JSONValue.self, let value = try JSONValue.parse(result) as? Value { return value }
            return try JSONDecoder().decode(type, from: Data(result))
        } catch {
            throw .notDecodable(type: "\(type)", reason: "\(error)")
        }
    }
}

extension CallResult: ViewDecodable {
    package init(json: JSONValue) throws(ViewDecodingError) {
        let fields = try ViewFields(json)
        result = try fields.value("result")
        logs = try fields.value("logs")
    }
}
