// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The one for whom a NEP-413 message is, compared with the site that asks for the signature.
///
/// A site can name any recipient. With a message for another site's host, and a nonce that it got there, it could sign
/// in there as the user.
public enum MessageRecipient: Sendable, Hashable {
    /// The asking site's own host.
    case asker
    /// The host of another site.
    case otherHost(SiteHost)
    /// A name that is no host, such as an account or an app's name: nobody can say whose it is.
    case name

    /// The endings of account ids that are no endings of hosts.
    private static let accountEndings = [".near", ".testnet"]

    /// Compares a recipient with the host of the site that asks.
    ///
    /// - Parameters:
    ///   - recipient: The recipient: a host, also with scheme, port or path around it, or any other text.
    ///   - site: The host of the site that asks.
    public init(_ recipient: ExactText, askedBy site: SiteHost) {
        guard let host = Self.host(in: recipient.text) else {
            self = .name
            return
        }
        self = host == site ? .asker : .otherHost(host)
    }

    /// Returns the host that a text names, in any spelling that somebody could take for one.
    private static func host(in text: String) -> SiteHost? {
        var rest = text[...]
        while let first = rest.unicodeScalars.first, !isVisible(first) { rest.unicodeScalars.removeFirst() }
        while let last = rest.unicodeScalars.last, !isVisible(last) { rest.unicodeScalars.removeLast() }
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
        } else if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
        }
        rest = rest.prefix { !"/?#\\".contains($0) }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        var name = String(rest)
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
            let hasPort = name[name.index(after: colon)...].allSatisfy { ("0"..."9").contains($0) }
            guard hasPort else { return nil }
            name = String(name[..<colon])
        }
        guard let host = SiteHost(name) else { return nil }
        if host.isAddress || host.reach == .loopback { return host }
        let written = host.text.text
        guard written.contains("."), !accountEndings.contains(where: { written.hasSuffix($0) }) else { return nil }
        return host
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint && scalar.value > 0x20
    }
}
