// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARPrimitives

/// A link by which a wallet comes back, `<scheme>://request/<network>/<nonce>`.
///
/// The wallet adds its answer as a query or a fragment, as web wallets do with a callback address.
package struct ReturnLink: Sendable {
    /// The most bytes of a link.
    ///
    /// Signed delegate actions, base64, are the longest that wallets send.
    static let limit = 256 * 1024
    /// The most names in a query.
    private static let fieldLimit = 256

    let network: String
    let nonce: ReturnNonce
    /// The values that the wallet has added, by name.
    ///
    /// Of several with one name the last one counts, as with `Object.fromEntries` in JavaScript.
    let query: [ExactText: String]
    let fragment: [ExactText: String]

    /// Returns the address that a wallet is given.
    static func address(scheme: ReturnScheme, network: String, nonce: ReturnNonce) -> String {
        let segment = PercentEncoding.encode(network)
        return "\(scheme.name)://request/\(segment)/\(nonce.text)"
    }

    /// Reads an address as a return link.
    ///
    /// - Throws: ``ReturnLinkError``.
    init(_ address: WebAddress, scheme: ReturnScheme) throws(ReturnLinkError) {
        guard address.text.utf8.count <= Self.limit else { throw .tooLong }
        guard address.scheme == scheme.name else { throw .notAReturnLink }
        let body = address.text.dropFirst(scheme.name.count + 1)
        let hash = body.utf8.firstIndex(of: UInt8(ascii: "#")) ?? body.endIndex
        let mark = body[..<hash].utf8.firstIndex(of: UInt8(ascii: "?")) ?? hash
        // Some programs put a slash after what they take for a host or a folder.
        let path = body[..<mark].split(separator: "/", omittingEmptySubsequences: true)
        guard body.hasPrefix("//"), path.count == 3, path[0].lowercased() == "request",
            let network = PercentEncoding.decode(path[1]), let nonce = ReturnNonce(String(path[2]))
        else { throw .notAReturnLink }
        self.network = network
        self.nonce = nonce
        query = try Self.fields(body[mark..<hash].utf8.dropFirst())
        fragment = try Self.fields(body[hash...].utf8.dropFirst())
    }

    /// Returns the names and values of an `application/x-www-form-urlencoded` text.
    private static func fields(_ text: Substring.UTF8View) throws(ReturnLinkError) -> [ExactText: String] {
        var fields: [ExactText: String] = [:]
        for pair in text.split(separator: UInt8(ascii: "&"), maxSplits: fieldLimit, omittingEmptySubsequences: true) {
            guard fields.count < fieldLimit else { throw .notAReturnLink }
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(parts[0]), let value = decode(parts.count > 1 ? parts[1] : ""[...].utf8) else {
                throw .notAReturnLink
            }
            fields[ExactText(name)] = value
        }
        return fields
    }

    private static func decode(_ text: Substring.UTF8View) -> String? {
        PercentEncoding.decode(Substring(text).replacing("+", with: " "))
    }

    /// Returns the message for the page.
    package func json(id: RequestID, url: String) -> JSONValue {
        func object(_ fields: [ExactText: String]) -> JSONValue { .object(fields.mapValues { .string($0) }) }
        return [
            "id": .string(id.text), "url": .string(url), "query": object(query), "fragment": object(fragment),
        ]
    }
}

/// A random number of 128 bits, written in a link as 32 hexadecimal digits.
struct ReturnNonce: Sendable {
    let text: String
    private let bytes: [UInt8]

    /// Returns a new nonce from the system's generator.
    static func random() -> ReturnNonce {
        var generator = SystemRandomNumberGenerator()
        return ReturnNonce(bytes: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        text = Hexadecimal.encode(bytes)
    }

    /// Reads 32 hexadecimal digits.
    init?(_ text: String) {
        let digits = text.utf8.map { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
            default: nil
            }
        }.compactMap(\.self)
        guard digits.count == 32, text.utf8.count == 32 else { return nil }
        self.init(bytes: stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// Compares in a time that doesn't depend on where the two differ.
    func matches(_ other: ReturnNonce) -> Bool {
        zip(bytes, other.bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
