// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The return links of requests: one link a request, good for one return.
@MainActor
package final class ReturnLinks {
    /// The number of nonces that are stored, also after their requests, to tell a late link from a forged one.
    private static let keptLimit = 64

    private struct Issue {
        let id: RequestID
        let network: String
        let nonce: ReturnNonce
        var isUsed = false
    }

    let scheme: ReturnScheme
    /// The latest requests' links, the oldest first.
    private var issues: [Issue] = []

    package init(scheme: ReturnScheme) {
        self.scheme = scheme
    }

    /// Returns a new address that the wallet of the request `id` may come back to.
    package func issue(for id: RequestID, network: String) -> String {
        let nonce = ReturnNonce.random()
        issues.append(Issue(id: id, network: network, nonce: nonce))
        // One interactive request is open at a time: the first ones have ended long ago.
        if issues.count > Self.keptLimit { issues.removeFirst() }
        return ReturnLink.address(scheme: scheme, network: network, nonce: nonce)
    }

    /// Parses what the desktop gives this program as a link.
    ///
    /// - Throws: ``ReturnLinkError``.
    package static func address(of uri: String) throws(ReturnLinkError) -> WebAddress {
        guard let address = WebAddress(uri) else {
            throw uri.utf8.count > WebAddress.limit ? .tooLong : .notAReturnLink
        }
        return address
    }

    /// Accepts a link: finds its request and uses up its nonce.
    ///
    /// - Parameter isOpen: Returns true while a request waits.
    /// - Throws: ``ReturnLinkError``; nothing has changed then, other than by a link that was right but too late.
    package func take(_ address: WebAddress, isOpen: (RequestID) -> Bool) throws(ReturnLinkError) -> (
        id: RequestID, link: ReturnLink
    ) {
        let link = try ReturnLink(address, scheme: scheme)
        guard let found = index(of: link.nonce) else { throw .unknownNonce }
        let issue = issues[found]
        guard !issue.isUsed else { throw .replayed }
        guard isOpen(issue.id) else { throw .requestEnded }
        guard issue.network.hasSameBytes(as: link.network) else { throw .otherNetwork }
        issues[found].isUsed = true
        return (issue.id, link)
    }

    /// Returns true if a link has the nonce of one of the latest requests.
    package func recognizes(_ address: WebAddress) -> Bool {
        do {
            return index(of: try ReturnLink(address, scheme: scheme).nonce) != nil
        } catch {
            return false
        }
    }

    /// Returns the index of the request with `nonce`.
    ///
    /// All are compared, so the time doesn't say which it was.
    private func index(of nonce: ReturnNonce) -> Int? {
        var found: Int?
        for (index, issue) in issues.enumerated() where issue.nonce.matches(nonce) { found = index }
        return found
    }
}
