// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

/// An address as a user writes it, for a page of the web.
///
/// https is added where no scheme is written, and http for this computer. Nothing is searched for. Only https and http
/// are opened: a `javascript:` address would run what somebody else has written in the name of the page that is shown.
package struct AddressInput: Sendable, Equatable {
    /// An address that isn't opened.
    package struct RefusedError: Error, Equatable, CustomStringConvertible {
        /// A sentence that says why, and what to write instead.
        package let description: String
    }

    /// The most bytes that are read of what a user writes.
    package static let limit = 64 * 1024

    /// The address to open.
    package let address: WebAddress

    /// Reads an address; blanks around it don't count.
    package init(_ text: String) throws(RefusedError) {
        let written = TypedText.trimmed(text)
        guard !written.isEmpty else {
            throw RefusedError(description: localized("Write the address of an app, for example app.example."))
        }
        guard written.utf8.count <= Self.limit else {
            throw RefusedError(description: localized("This address is too long to be opened."))
        }
        if let scheme = WebAddress.scheme(of: written), !Self.isHostWithPort(written, scheme) {
            guard scheme == "https" || scheme == "http" else {
                throw RefusedError(
                    description: localized(
                        "Addresses that begin with %1$s aren’t opened here, only those of https and http.",
                        DisplayText.quotation("\(scheme):", limit: 40)))
            }
            address = try Self.read(written, as: written)
        } else {
            address = try Self.completed(written)
        }
    }

    /// Returns the address of a text without a scheme.
    private static func completed(_ written: String) throws(RefusedError) -> WebAddress {
        let rest = written.hasPrefix("//") ? String(written.dropFirst(2)) : written
        let host = rest.utf8.prefix { !"/?#".utf8.contains($0) }
        let isSite = host.contains { ".:[".utf8.contains($0) } || String(Substring(host)).lowercased() == "localhost"
        guard isSite, !written.contains(where: \.isWhitespace) else {
            throw RefusedError(
                description: localized(
                    "%1$s is no address of a website, and this window doesn’t search. Write it in full, for example app.example.",
                    DisplayText.quotation(written, limit: 60)))
        }
        let secure = try read("https://\(rest)", as: written)
        guard let site = SiteHost(of: secure), site.isTrustedLoopback else { return secure }
        return try read("http://\(rest)", as: written)
    }

    private static func read(_ text: String, as written: String) throws(RefusedError) -> WebAddress {
        guard let address = WebAddress(text), SiteHost(of: address) != nil else {
            throw RefusedError(
                description: localized(
                    "%1$s can’t be read as an address. Look at its host, and leave out blanks and backslashes.",
                    DisplayText.quotation(written, limit: 60)))
        }
        guard !address.hasUser else {
            throw RefusedError(
                description: localized(
                    "Leave out what stands before the “@”: it can make one site look like another. The address leads to %1$s.",
                    address.host))
        }
        return address
    }

    /// Returns whether `app.example:8443` was written: a host with its port, and not a scheme.
    private static func isHostWithPort(_ text: String, _ scheme: String) -> Bool {
        guard scheme == "localhost" || scheme.utf8.contains(UInt8(ascii: ".")) else { return false }
        let port = text.utf8.dropFirst(scheme.utf8.count + 1).prefix { !"/?#".utf8.contains($0) }
        return (1...5).contains(port.count) && port.allSatisfy { (0x30...0x39).contains($0) }
    }
}
