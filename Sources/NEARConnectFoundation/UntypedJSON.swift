// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Between `Any`, as Foundation's JSON has it, and ``NEARPrimitives/JSONValue``.
enum UntypedJSON {
    /// The JSON value of `any`.
    ///
    /// Whole numbers stay exact.
    ///
    /// - Throws: ``NEARError/invalidArgument(name:reason:)`` for what JSON can't hold, such as a `Date` or NaN.
    static func value(_ any: Any) throws(NEARError) -> JSONValue {
        switch any {
        case let value as JSONValue: return value
        case let text as String: return .string(text)
        case let flag as Bool: return .bool(flag)
        case let number as any BinaryInteger:
            guard let exact = Int128(exactly: number) else { throw unusable(any) }
            return .integer(exact)
        case let number as Double:
            guard number.isFinite else { throw unusable(any) }
            return .number(number)
        case let number as Float: return try value(Double(number))
        case is NSNull: return .null
        case let elements as [Any]:
            return .array(try elements.map { element throws(NEARError) -> JSONValue in try value(element) })
        case let fields as [String: Any]:
            var object: JSONValue.Members = [:]
            for (name, field) in fields { object[ExactText(name)] = try value(field) }
            return .object(object)
        case let number as NSNumber: return try value(number)
        default: throw unusable(any)
        }
    }

    private static func value(_ number: NSNumber) throws(NEARError) -> JSONValue {
        do {
            return try JSONValue.parse("\(number)")
        } catch {
            throw unusable(number)
        }
    }

    /// The dictionary of a JSON object, empty for anything else.
    static func dictionary(_ value: JSONValue) -> [String: Any] {
        any(value) as? [String: Any] ?? [:]
    }

    private static func any(_ value: JSONValue) -> Any {
        switch value {
        case .null: NSNull()
        case .bool(let flag): flag
        case .integer(let number): exact(number)
        case .number(let number): number
        case .string(let text): text
        case .array(let elements): elements.map(any)
        // Foundation's dictionaries have one name for all forms of it.
        case .object(let fields): Dictionary(fields.map { ($0.key.text, any($0.value)) }) { _, last in last }
        }
    }

    /// The smallest type that holds `number`; beyond 64 bits its digits as text, as NEAR's own JSON does.
    private static func exact(_ number: Int128) -> Any {
        if let small = Int(exactly: number) { return small }
        if let large = UInt64(exactly: number) { return large }
        return "\(number)"
    }

    private static func unusable(_ any: Any) -> NEARError {
        .invalidArgument(
            name: "JSON", reason: localized("a %1$s can’t be written as JSON: %2$s", "\(type(of: any))", "\(any)"))
    }

    /// Reads a receiver and actions as near-connect writes them.
    static func request(receiverId: String, actions: [[String: Any]]) throws(NEARError) -> TransactionRequest {
        let receiver = try NamedArgument.accountId(receiverId, name: "receiverId")
        var typed: [Action] = []
        for action in actions {
            let json = try value(action)
            do {
                typed.append(try Action(connectorJSON: json))
            } catch {
                throw .invalidArgument(name: "actions[\(typed.count)]", reason: "\(error)")
            }
        }
        return TransactionRequest(receiverId: receiver, actions: typed)
    }
}
