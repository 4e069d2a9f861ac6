// SPDX-License-Identifier: MIT

package import GuardedMemory
internal import NEARPrimitives

/// A pairing link, `wc:…@2`, which a wallet scans or is opened with: for one use, and for five minutes.
///
/// Who has the link can answer it, so only ``text`` shows it; the description has the topic alone.
///
/// Source: WalletConnect specifications, "Pairing URI".
public struct PairingURI: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The topic on which the proposal waits.
    public let topic: Topic
    /// The time at which the link ends; `nil` where it doesn't say.
    public let expires: UnixTime?
    /// The methods that the link announces, empty for a proposal.
    public let methods: [String]
    package let key: SecretBytes

    init(key: SecretBytes, expires: UnixTime) {
        self.key = key
        self.expires = expires
        topic = Topic(ofKey: key)
        methods = []
    }

    /// Reads a link: `wc:` and `wc://`, with unknown fields, and a whole link in Base64.
    ///
    /// - Parameters:
    ///   - text: The link.
    ///   - now: The present time, for a link that says when it ends.
    /// - Throws: ``PairingURIError``.
    public init(_ text: String, at now: UnixTime) throws(PairingURIError) {
        guard text.utf8.count <= SignLimits.link, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .notALink
        }
        var link = text
        if !link.hasPrefix("wc:"), let bytes = Base64.decodeUnpadded(link),
            let decoded = String(validating: bytes, as: UTF8.self), decoded.hasPrefix("wc:"),
            decoded.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        {
            link = decoded
        }
        guard link.hasPrefix("wc:") else { throw .notALink }
        let body = link.dropFirst(link.hasPrefix("wc://") ? 5 : 3)
        let parts = body.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard head.count == 2 else { throw .notALink }
        if head[1] == "1" { throw .versionOne }
        guard head[1] == "2" else { throw .unknownVersion(String(head[1].prefix(16))) }
        let fields = try Self.fields(parts.count == 2 ? parts[1] : "")
        try self.init(topic: String(head[0]), fields: fields, at: now)
    }

    private init(topic: String, fields: [String: String], at now: UnixTime) throws(PairingURIError) {
        guard let topic = Topic(topic) else { throw .invalidTopic }
        guard let digits = fields["symKey"], var bytes = Hexadecimal.decode(digits), bytes.count == 32 else {
            throw .invalidKey
        }
        key = SecretBytes(moving: &bytes)
        guard Topic(ofKey: key) == topic else { throw .invalidKey }
        guard fields["relay-protocol"] == "irn" else { throw .unknownProtocol }
        if let text = fields["expiryTimestamp"] {
            guard let seconds = Int64(text) else { throw .invalidExpiry }
            expires = UnixTime(seconds: seconds)
            guard UnixTime(seconds: seconds) > now else { throw .expired }
        } else {
            expires = nil
        }
        methods = fields["methods"]?.split(separator: ",").prefix(SignLimits.names).map(String.init) ?? []
        self.topic = topic
    }

    private static func fields(_ query: Substring) throws(PairingURIError) -> [String: String] {
        var fields: [String: String] = [:]
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(pair[0]),
                let value = PercentEncoding.decode(pair.count == 2 ? pair[1] : "")
            else { throw .notALink }
            guard fields.updateValue(value, forKey: name) == nil else { throw .repeatedField(name) }
        }
        return fields
    }

    /// The whole link with its key, to be shown as a QR code or handed to a wallet.
    public var text: String {
        let digits = key.withUnsafeBytes { Hexadecimal.encode($0) }
        var fields: [String] = []
        if let expires { fields.append("expiryTimestamp=\(expires.seconds)") }
        if !methods.isEmpty { fields.append("methods=" + methods.joined(separator: ",")) }
        fields += ["relay-protocol=irn", "symKey=\(digits)"]
        return "wc:\(topic)@2?" + fields.joined(separator: "&")
    }

    /// The link without its key.
    public var description: String { "wc:\(topic.text.prefix(8))…@2 (key not shown)" }

    /// An empty mirror, so that `dump` shows no key either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

    /// Returns whether both are the same link.
    public static func == (lhs: PairingURI, rhs: PairingURI) -> Bool {
        lhs.topic == rhs.topic && lhs.expires == rhs.expires && lhs.methods == rhs.methods && lhs.key == rhs.key
    }

    /// Feeds the topic, which is that of the key, to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(topic)
    }

    /// Returns the link that opens `wallet` with this pairing; `nil` where the wallet has none that is safe to open.
    public func link(for wallet: WalletLinks) -> String? { wallet.link(pairing: text) }

    /// Returns the link that brings `wallet` to the front and says nothing else.
    ///
    /// Some wallets show an error for an empty pairing.
    public func openOnly(_ wallet: WalletLinks) -> String? { wallet.openOnly }
}
