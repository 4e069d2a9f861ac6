// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// One line of the protocol: a JSON-RPC 2.0 message.
package enum LocalMessage: Sendable, Hashable {
    /// A call; without an `id` it is a notification, which isn't answered.
    case call(id: LocalCallID?, method: ExactText, params: JSONValue?)
    /// The answer to a call.
    case result(id: LocalCallID, JSONValue)
    /// The answer to a call that has no result.
    ///
    /// With the id `null` it is about the connection, or about a line that couldn't be read.
    case failure(id: LocalCallID, LocalCallError)

    /// Reads a line, without its newline.
    ///
    /// - Throws: The error to answer with, under the id `null`: who can't write a call may not mean its id either.
    package init(line: [UInt8]) throws(LocalCallError) {
        let json: JSONValue
        do throws(JSONParsingError) {
            json = try JSONValue.parse(line)
        } catch {
            throw .notJSON(error)
        }
        guard let members = json.objectValue else {
            guard json.arrayValue == nil else {
                throw .notACall(localized("batches are not supported; write one message a line"))
            }
            throw .notACall(localized("the message is not an object"))
        }
        guard !RepeatedNames.exist(in: line, of: json) else {
            throw .notACall(localized("an object has two members of one name"))
        }
        guard members["jsonrpc"] == .string("2.0") else {
            throw .notACall(localized("the member “jsonrpc” is not \"2.0\""))
        }
        var id: LocalCallID?
        if let value = members["id"] {
            id = LocalCallID(value)
            guard id != nil else {
                throw .notACall(localized("the member “id” is not a text of at most 256 bytes, an integer or null"))
            }
        }
        if let method = members["method"] {
            self = try Self.call(id: id, method: method, params: members["params"])
        } else {
            self = try Self.answer(id: id, members)
        }
    }

    private static func call(
        id: LocalCallID?, method: JSONValue, params: JSONValue?
    ) throws(LocalCallError) -> LocalMessage {
        guard case .string(let name) = method else { throw .notACall(localized("the member “method” is not a text")) }
        switch params {
        case nil, .array, .object: return .call(id: id, method: ExactText(name), params: params)
        default: throw .notACall(localized("the member “params” is not an array or an object"))
        }
    }

    private static func answer(id: LocalCallID?, _ members: JSONValue.Members) throws(LocalCallError) -> LocalMessage {
        switch (id, members["result"], members["error"].map(LocalCallError.init(json:))) {
        case (let id?, let result?, nil): return .result(id: id, result)
        case (let id?, nil, .some(let error?)): return .failure(id: id, error)
        default: throw .notACall(localized("the member “method” is missing"))
        }
    }

    /// The message's line, without its newline.
    package var line: [UInt8] {
        var members: JSONValue.Members = ["jsonrpc": "2.0"]
        switch self {
        case .call(let id, let method, let params):
            members["id"] = id?.json
            members["method"] = .string(method.text)
            members["params"] = params
        case .result(let id, let result):
            members["id"] = id.json
            members["result"] = result
        case .failure(let id, let error):
            members["id"] = id.json
            members["error"] = error.json
        }
        return JSONValue.object(members).bytes
    }
}
