// SPDX-License-Identifier: MIT

import NEARPrimitives

/// One JSON-RPC 2.0 request.
struct RPCRequest: Sendable {
    /// The id that the response repeats: a string, a number or null.
    let id: JSONValue
    let method: String
    let parameters: RPCParameters

    /// Reads a request from the body of an HTTP request.
    init(_ body: [UInt8]) throws(RPCServiceError) {
        let value: JSONValue
        do throws(JSONParsingError) {
            value = try JSONValue.parse(body)
        } catch {
            throw .parse("The request is not JSON: \(error)")
        }
        try self.init(value)
    }

    private init(_ value: JSONValue) throws(RPCServiceError) {
        let id = value["id"] ?? .null
        guard case .object(let members) = value, members["jsonrpc"] == "2.0",
            case .string(let method)? = members["method"], Self.isId(id)
        else {
            throw .parse("JSON RPC Request format was expected")
        }
        self.id = id
        self.method = method
        parameters = RPCParameters(members["params"] ?? .null)
    }

    private static func isId(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .string, .integer, .number: true
        case .bool, .array, .object: false
        }
    }
}
