// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The answer of a login, as it came to the redirect's port or by a link.
package struct RedirectAnswer: Hashable, Sendable {
    /// The fields of the address.
    package let fields: [String: String]

    /// The reasons for which a request isn't the answer.
    package enum RefusalError: Error, Hashable {
        /// The request isn't a GET of HTTP/1.1 for our path and our port.
        case notOurs
        /// Its state isn't ours.
        case state
    }

    /// Reads the head of a request.
    ///
    /// - Parameters:
    ///   - head: The lines up to the empty one.
    ///   - path: Our path.
    ///   - port: Our port. A page that has another name lead here sends that name.
    ///   - state: Our state.
    package init(head: [UInt8], path: String, port: UInt16, state: String) throws(RefusalError) {
        guard let text = String(validating: head, as: UTF8.self) else { throw .notOurs }
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == "GET", words[2].hasPrefix("HTTP/1.") else { throw .notOurs }
        let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
        guard hosts.count == 1, Self.trimmed(hosts[0].dropFirst(5)) == "127.0.0.1:\(port)" else { throw .notOurs }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard target[0].utf8.elementsEqual(path.utf8), target.count == 2 else { throw .notOurs }
        guard let fields = Self.fields(target[1]) else { throw .notOurs }
        guard let given = fields["state"], Self.isEqual(given, state) else { throw .state }
        self.fields = fields
    }

    /// Reads the query of a link; `nil` where it isn't the answer with our state.
    package init?(query: Substring, state: String) {
        guard let fields = Self.fields(query), let given = fields["state"], Self.isEqual(given, state) else {
            return nil
        }
        self.fields = fields
    }

    /// Reads a query in which no name stands twice.
    private static func fields(_ query: Substring) -> [String: String]? {
        var fields: [String: String] = [:]
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let plain = pair.map { $0.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " ") }
            guard plain.count == 2, let name = PercentEncoding.decode(plain[0]),
                let value = PercentEncoding.decode(plain[1]), fields.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return fields
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text.drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }

    /// Compares in a time that depends on the lengths only.
    private static func isEqual(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return zip(one.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
