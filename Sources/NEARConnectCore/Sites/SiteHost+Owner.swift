// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension SiteHost {
    /// A host in two parts, the second of which says whose it is.
    public struct Parts: Sendable, Hashable {
        /// The part that its owner can choose at will, with its final dot; empty where there is none.
        public let free: String
        /// The part that somebody has registered, which a window emphasises.
        public let registered: String
    }

    /// Returns the host in two parts: what its owner chooses at will, and what somebody has registered.
    ///
    /// The whole host is the registered part where the list of public suffixes knows nothing about it, where its answer
    /// isn't an ending of the host, for addresses, and for hosts below which each name is somebody else's.
    ///
    /// - Parameter registrable: Returns the registrable ending of a host by the public suffix list, for example
    ///   `soup_tld_get_base_domain`; `nil` where the list knows none.
    public func parts(registrable: (String) -> String?) -> Parts {
        let host = text.text
        let whole = Parts(free: "", registered: host)
        guard !isAddress, !SharedHosts.isShared(host), let end = registrable(host), let parent = SiteHost(end),
            isWithin(parent), parent.text.utf8.contains(UInt8(ascii: "."))
        else { return whole }
        return Parts(
            free: String(host.dropLast(parent.text.text.count)), registered: parent.text.text)
    }

    /// True if many apps share this host, each under a path of its own.
    ///
    /// The host says nothing about whose a page is then.
    public var isSharedByPaths: Bool { !isAddress && SharedHosts.isGateway(text.text) }

    /// True if the host stands below a name under which each name is somebody else's.
    public var isSharedByNames: Bool { !isAddress && SharedHosts.isShared(text.text) }
}
