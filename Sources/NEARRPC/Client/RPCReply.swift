// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A JSON-RPC answer: the bytes as they came, and what they say.
package struct RPCReply: Sendable {
    /// The content of a JSON-RPC answer: a result or an error.
    package enum Content: Sendable {
        case result(JSONValue)
        case error(RPCNodeError)
    }

    package let bytes: [UInt8]
    package let content: Content

    /// True if it says of a transaction that it won't be executed.
    var refusesTransaction: Bool {
        if case .error(let error) = content { error.refusesTransaction } else { false }
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - bytes: The HTTP body.
    ///   - id: The `id` of the call, which the answer has to repeat. nearcore repeats it on success; an error about a
    ///     call that couldn't be read may come with a null id (JSON-RPC 2.0 §5).
    /// - Throws: `FormatError`.
    package init(bytes: [UInt8], id: JSONValue) throws(FormatError) {
        let json: JSONValue
        do {
            json = try JSONValue.parse(bytes)
        } catch {
            throw FormatError(reason: bytes.isEmpty ? "an empty answer" : "an answer that isn't JSON (\(error))")
        }
        guard case .object(let members) = json else { throw FormatError(reason: "an answer that isn't a JSON object") }
        self.bytes = bytes
        if let error = members["error"], error != .null {
            content = .error(RPCNodeError(errorObject: error))
            return
        }
        guard let result = members["result"] else { throw FormatError(reason: "an answer without result and error") }
        guard members["id"] == id else { throw FormatError(reason: "the answer to another call") }
        content = .result(result)
    }

    /// The reason why bytes aren't a JSON-RPC answer.
    package struct FormatError: Error {
        package let reason: String
    }
}
