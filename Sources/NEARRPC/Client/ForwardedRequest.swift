// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A JSON-RPC call that came from a page.
package struct ForwardedRequest: Sendable {
    package let method: String
    package let id: JSONValue
    package let params: JSONValue

    /// Reads and checks a call.
    ///
    /// - Throws: `RPCError.invalidRequest`.
    package init(body: [UInt8]) throws(RPCError) {
        let json: JSONValue
        do {
            json = try JSONValue.parse(body)
        } catch {
            throw .invalidRequest(reason: "it isn't JSON (\(error))")
        }
        guard case .object(let members) = json else {
            throw .invalidRequest(reason: "it isn't an object; batches aren't taken")
        }
        guard members["jsonrpc"] == "2.0" else { throw .invalidRequest(reason: "its jsonrpc isn't \"2.0\"") }
        guard case .string(let method)? = members["method"], !method.isEmpty else {
            throw .invalidRequest(reason: "it has no method")
        }
        switch members["id"] {
        case .string, .integer, .number, .null: break
        default: throw .invalidRequest(reason: "it has no id")
        }
        switch members["params"] {
        case nil, .array, .object, .null: break
        default: throw .invalidRequest(reason: "its params are neither an object nor an array")
        }
        self.method = method
        id = members["id"] ?? .null
        params = members["params"] ?? .null
    }

    /// Returns the chain's refusal of a transaction in a node's answer to such a call; `nil` for every other answer.
    package static func refusal(in answer: [UInt8]) -> RPCNodeError? {
        do throws(JSONParsingError) {
            guard let json = try JSONValue.parse(answer)["error"] else { return nil }
            let error = RPCNodeError(errorObject: json)
            guard case .invalidTransaction = error.cause else { return nil }
            return error
        } catch {
            return nil
        }
    }

    /// The transaction that the call sends and waits for, when it is one that can be looked up.
    package var sought: SoughtTransaction? {
        let text: String?
        var waitUntil = TxExecutionStatus.executedOptimistic
        switch method {
        case "send_tx":
            text = (params["signed_tx_base64"] ?? params[0])?.stringValue
            if let stage = params["wait_until"]?.stringValue.flatMap(TxExecutionStatus.init(rawValue:)) {
                waitUntil = stage
            }
        case "broadcast_tx_commit": text = params[0]?.stringValue
        default: return nil
        }
        guard let bytes = text.flatMap({ Base64.decode($0) }) else { return nil }
        do throws(BorshError) {
            return SoughtTransaction(try SignedTransaction(borsh: bytes), waitUntil: waitUntil)
        } catch {
            // A transaction of a kind that this version doesn't know can be passed on, but not looked up.
            return nil
        }
    }
}
