// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The host of a website, in lower case and punycode and without a final dot.
///
/// Origins, permissions, deny lists and recipients of messages all go through this value, so that two spellings of one
/// host can't be taken for two hosts.
public struct SiteHost: Sendable, Hashable {
    /// The networks from which a host can be reached.
    public enum Reach: Sendable, Hashable {
        /// This computer.
        case loopback
        /// The local network.
        ///
        /// Names without a dot and addresses that nobody routes count as such.
        case privateNetwork
        /// The internet.
        case publicNetwork
    }

    /// The host, for example `app.example`, `127.0.0.1` or `[::1]`.
    public let text: ExactText
    /// The networks from which the host can be reached, as far as its name says.
    ///
    /// A public name can lead anywhere.
    public let reach: Reach

    /// Reads a host.
    ///
    /// - Parameter text: A host without scheme, port and path. Names beyond ASCII become punycode.
    /// - Returns: `nil` for everything else, and for addresses of IPv4 in another form than four plain decimal numbers.
    public init?(_ text: String) {
        let isBracketed = text.utf8.first == UInt8(ascii: "[") && text.utf8.last == UInt8(ascii: "]")
        guard !text.utf8.contains(UInt8(ascii: "@")), isBracketed || !text.utf8.contains(UInt8(ascii: ":")),
            let address = WebAddress("https://\(text)/"), address.path.utf8.elementsEqual("/".utf8)
        else { return nil }
        self.init(of: address)
    }

    /// Takes the host of an address of the web.
    package init?(of address: WebAddress) {
        guard address.isWeb else { return nil }
        let host = address.host
        let name = host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
        guard !name.isEmpty else { return nil }
        text = ExactText(name)
        reach = HostReach.of(name)
    }

    /// True for an address of IPv4 or IPv6, which has no owner's name in it.
    public var isAddress: Bool { HostReach.isAddress(text.text) }

    /// True for the hosts that browsers take for this computer, whatever a name server says.
    ///
    /// These are `localhost` with the names below it, `127.0.0.0/8` and `[::1]`. ``reach`` is wider.
    public var isTrustedLoopback: Bool {
        HostReach.isLocalName(text.text) || HostReach.isLoopbackAddress(text.text)
    }

    /// Returns true if this is the host `parent` or one below it.
    public func isWithin(_ parent: SiteHost) -> Bool {
        guard self != parent else { return true }
        return !isAddress && text.text.hasSuffix(".\(parent.text.text)")
    }
}

extension SiteHost: CustomStringConvertible {
    /// The host.
    public var description: String { text.text }
}

extension SiteHost: Comparable {
    /// Orders hosts by their bytes.
    public static func < (lhs: SiteHost, rhs: SiteHost) -> Bool { lhs.text < rhs.text }
}
