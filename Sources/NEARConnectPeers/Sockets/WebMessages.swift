// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A request as a peer's server got it.
package struct WebRequest: Sendable {
    package let method: String
    package let path: String
    /// The fields of the query; of two with one name the first counts.
    package let query: [String: String]
    /// The header fields, their names in lower case; of two with one name the first counts.
    package let headers: [String: String]
    /// The body; `nil` for one that is larger than the server takes.
    package let body: [UInt8]?

    /// Reads a request's target, the path and the query of its address.
    ///
    /// It is `nil` where an escape of the path isn't one; a field of the query that can't be read is left out.
    init?(method: String, target: String, headers: [String: String], body: [UInt8]?) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = PercentEncoding.decode(parts[0]) else { return nil }
        self.method = method
        self.path = path
        query = parts.count == 2 ? Self.fields(parts[1]) { PercentEncoding.decode($0) } : [:]
        self.headers = headers
        self.body = body
    }

    /// The body's fields, if it is a form.
    package var form: [String: String] {
        guard let text = body.flatMap({ String(validating: $0, as: UTF8.self) }) else { return [:] }
        return Self.fields(text[...]) {
            PercentEncoding.decode($0.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " "))
        }
    }

    private static func fields(_ text: Substring, decode: (Substring) -> String?) -> [String: String] {
        var fields: [String: String] = [:]
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, let name = decode(pair[0]), let value = decode(pair[1]), fields[name] == nil {
                fields[name] = value
            }
        }
        return fields
    }
}

/// An answer of a peer's server.
package struct WebAnswer: Sendable {
    package var status = 200
    package var headers: [String: String] = [:]
    package var body: [UInt8] = []

    package init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// An answer of JSON.
    package static func json(_ value: NEARPrimitives.JSONValue, status: Int = 200) -> WebAnswer {
        WebAnswer(
            status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: value.bytes)
    }
}
