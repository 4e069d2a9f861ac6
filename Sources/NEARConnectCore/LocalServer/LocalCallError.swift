// SPDX-License-Identifier: MIT

package import NEARPrimitives
internal import SafeText

/// An answer that says why a call has no result.
package struct LocalCallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number that JSON-RPC, or the method, gives this kind of error.
    package let code: Int
    /// A sentence for whoever wrote the client.
    package let message: String
    /// More about it, as the method defines.
    package let data: JSONValue?

    package init(code: Int, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    package var description: String {
        localized("the program answered with error %1$s: %2$s", "\(code)", DisplayText.line(message))
    }
}

extension LocalCallError {
    /// The line is no JSON (−32700).
    static func notJSON(_ reason: JSONParsingError) -> LocalCallError {
        LocalCallError(code: -32700, message: localized("the line is not JSON: %1$s", "\(reason)"))
    }

    /// The line is JSON, but no call (−32600).
    static func notACall(_ reason: String) -> LocalCallError {
        LocalCallError(code: -32600, message: reason)
    }

    /// The line is longer than a server reads (−32600); it ends the connection.
    static func lineTooLong(limit: Int) -> LocalCallError {
        notACall(localized("the line is longer than %1$s bytes", "\(limit)"))
    }

    /// The client's role has no method of this name (−32601).
    static let unknownMethod = LocalCallError(code: -32601, message: localized("there is no method of this name"))

    /// The method can't use these parameters (−32602).
    package static func invalidParams(_ reason: String) -> LocalCallError {
        LocalCallError(code: -32602, message: reason)
    }

    /// The method failed in a way that is not the client's fault (−32603).
    package static func internalError(_ reason: String) -> LocalCallError {
        LocalCallError(code: -32603, message: reason)
    }

    /// The method noticed that its call was cancelled, and did nothing that lasts (−32800, as editors' servers say it).
    package static let cancelled = LocalCallError(code: -32800, message: localized("the call was cancelled"))

    /// The connection has as many open calls as it may have (−32000).
    static let tooManyCalls = LocalCallError(
        code: -32000, message: localized("too many open calls on this connection; wait for an answer and try again"))

    /// The server has as many connections as it may have (−32001).
    static let tooManyConnections = LocalCallError(
        code: -32001, message: localized("too many open connections; close one and try again"))
}

extension LocalCallError {
    /// Reads the member `error` of an answer; `nil` if it isn't one.
    init?(json: JSONValue) {
        guard let code = json["code"]?.integerValue(as: Int.self), let message = json["message"]?.stringValue else {
            return nil
        }
        self.init(code: code, message: message, data: json["data"])
    }

    var json: JSONValue {
        var members: JSONValue.Members = ["code": .integer(Int128(code)), "message": .string(message)]
        members["data"] = data
        return .object(members)
    }
}
