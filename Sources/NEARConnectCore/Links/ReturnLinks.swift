// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The links by which wallets may come back: one a request, each good for one return.
@MainActor
package final class ReturnLinks {
    /// Nonces that are kept after their requests, so that a late link can be told from a forged one.
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

    /// The address that the wallet of the request `id` may come back to.
    package func issue(for id: RequestID, network: String) -> String {
        let nonce = ReturnNonce.random()
        issues.append(Issue(id: id, network: network, nonce: nonce))
        // One interactive request is open at a time: the first ones have ended long ago.
        if issues.count > Self.keptLimit { issues.removeFirst() }
        return ReturnLink.address(scheme: scheme, network: network, nonce: nonce)
    }

    /// Parses what the desktop gives this program as a link.
    ///
    /// - Throws: ``ReturnLinkRefusal``.
    package static func address(of uri: String) throws(ReturnLinkRefusal) -> WebAddress {
        guard let address = WebAddress(uri) else {
            throw uri.utf8.count > WebAddress.limit ? .tooLong : .notAReturnLink
        }
        return address
    }

    /// Takes a link: finds its request, and makes sure that it is the only one for it.
    ///
    /// - Parameter isOpen: Whether a request still waits.
    /// - Throws: ``ReturnLinkRefusal``; nothing has changed then, other than by a link that was right but too late.
    package func take(_ address: WebAddress, isOpen: (RequestID) -> Bool) throws(ReturnLinkRefusal) -> (
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

    /// Whether a link bears the nonce of one of the latest requests.
    package func recognizes(_ address: WebAddress) -> Bool {
        do {
            return index(of: try ReturnLink(address, scheme: scheme).nonce) != nil
        } catch {
            return false
        }
    }

    /// All are compared, whichever it is.
    private func index(of nonce: ReturnNonce) -> Int? {
        var found: Int?
        for (index, issue) in issues.enumerated() where issue.nonce.matches(nonce) { found = index }
        return found
    }
}
