// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// An id of JSON-RPC: a number of up to 64 bits or a short text, kept as it came.
///
/// Ids of the relay have 19 digits and don't fit into a `Double`.
package struct RPCIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The value as it came.
    package let json: JSONValue

    package init(_ number: UInt64) {
        json = .integer(Int128(number))
    }

    /// Reads an id; `nil` for a fraction, a negative number, a long text, another kind.
    package init?(json: JSONValue?) {
        switch json {
        case .integer(let number)? where UInt64(exactly: number) != nil: break
        case .string(let text)? where (1...SignLimits.identifier).contains(text.utf8.count): break
        default: return nil
        }
        guard let json else { return nil }
        self.json = json
    }

    /// The number, also where it came as a text.
    package var number: UInt64? {
        switch json {
        case .integer(let number): UInt64(exactly: number)
        case .string(let text): UInt64(text)
        default: nil
        }
    }

    /// The key under which the id is remembered: its number, or the hash of a text.
    ///
    /// `5` and `"5"` are one.
    package var key: String {
        number.map { "\($0)" } ?? "t" + Hexadecimal.encode(SHA2.sha256(Array((json.stringValue ?? "").utf8)).prefix(16))
    }

    package var description: String { json.text }
}

/// A message of JSON-RPC 2.0, of the relay or of a peer.
package enum RPCMessage: Sendable, Hashable {
    case request(RPCIdentifier, method: String, params: JSONValue)
    case result(RPCIdentifier, JSONValue)
    case failure(RPCIdentifier?, RPCAnswerError)

    /// Reads a message; `nil` for everything that isn't one.
    ///
    /// Unknown members are ignored, `jsonrpc` too: wallets leave it out.
    ///
    /// - Parameter limit: The most bytes; a text of the relay may be larger than the message that it brings.
    package init?(_ bytes: [UInt8], limit: Int = SignLimits.message) {
        guard bytes.count <= limit else { return nil }
        let json: JSONValue
        do throws(JSONParsingError) {
            json = try JSONValue.parse(bytes)
        } catch {
            return nil
        }
        guard json.objectValue != nil else { return nil }
        let id = RPCIdentifier(json: json["id"])
        if let method = json["method"]?.stringValue {
            guard let id, method.utf8.count <= SignLimits.method else { return nil }
            self = .request(id, method: method, params: json["params"] ?? .null)
        } else if let error = json["error"], !error.isNull {
            self = .failure(id, RPCAnswerError(error))
        } else if let result = json["result"] {
            guard let id else { return nil }
            self = .result(id, result)
        } else {
            return nil
        }
    }

    /// The message as JSON text, whose first member is never missing.
    package var bytes: [UInt8] {
        switch self {
        case .request(let id, let method, let params):
            (["id": id.json, "jsonrpc": "2.0", "method": .string(method), "params": params] as JSONValue).bytes
        case .result(let id, let value):
            (["id": id.json, "jsonrpc": "2.0", "result": value] as JSONValue).bytes
        case .failure(let id, let failure):
            (["id": id?.json ?? 0, "jsonrpc": "2.0", "error": failure.json] as JSONValue).bytes
        }
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// An error of JSON-RPC, which may be nothing but a text.
package struct RPCAnswerError: Error, Hashable {
    package let code: Int?
    package let message: String
    /// More about the error, where it is a text: relays name the fault there.
    package let data: String?

    package init(code: Int?, message: String, data: String? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    package init(_ json: JSONValue) {
        code = json["code"]?.integerValue()
        message = String(boundedTo: SignLimits.words, json["message"]?.stringValue ?? json.stringValue ?? "")
        data = json["data"]?.stringValue.map { String(boundedTo: SignLimits.words, $0) }
    }

    package var json: JSONValue { ["code": .integer(Int128(code ?? 0)), "message": .string(message)] }
}
