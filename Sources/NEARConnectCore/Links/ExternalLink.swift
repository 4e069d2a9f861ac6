// SPDX-License-Identifier: MIT

/// An address that may be handed to another program, exactly as it was asked for.
package struct ExternalLink: Sendable {
    /// The most bytes of a link: one argument of a program has room for twice that.
    static let limit = 64 * 1024

    /// The address, a web page's or one that ``LinkSchemes`` allows.
    package let address: WebAddress
    /// The address exactly as the page asked for it.
    package var uri: String { address.text }
    /// The scheme in lower case.
    package var scheme: String { address.scheme }

    /// Checks an address.
    ///
    /// - Throws: ``ExternalLinkError`` for what programs could read in two ways, and for schemes that nobody hands on.
    package init(_ address: WebAddress) throws(ExternalLinkError) {
        guard address.isUnbroken else { throw .notAnAddress }
        guard address.text.utf8.count <= Self.limit else { throw .tooLong }
        guard address.isWeb || address.kind == .link else { throw .refusedScheme(address.scheme) }
        self.address = address
    }

    /// Parses and checks an address.
    ///
    /// - Throws: ``ExternalLinkError`` as for an address, and for what is none.
    package init(_ uri: String) throws(ExternalLinkError) {
        guard let address = WebAddress(uri) else { throw .notAnAddress }
        try self.init(address)
    }
}
