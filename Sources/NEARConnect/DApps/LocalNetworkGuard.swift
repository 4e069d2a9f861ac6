// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WebKitGTK

/// Decides whether a page's navigations may lead to this computer or its network.
///
/// An address that the user wants to see is exempt, and only that one: a page that is still there while it loads leads
/// nowhere else, and a server's redirect is judged by the address that redirected.
struct LocalNetworkGuard {
    /// The addresses that the user has asked for and that aren't shown yet.
    private var wanted: [DAppAsker.Token: WebAddress] = [:]
    /// The address that each page asked for last.
    private var last: [DAppAsker.Token: String] = [:]

    /// Notes that the user wants to see an address in a page.
    mutating func begin(_ address: WebAddress?, in page: DAppAsker.Token) { wanted[page] = address }

    /// Notes that a page shows what it was to show, or that it failed to.
    mutating func end(_ page: DAppAsker.Token) { wanted[page] = nil }

    /// Forgets a page.
    mutating func remove(_ page: DAppAsker.Token) {
        wanted[page] = nil
        last[page] = nil
    }

    /// Returns whether a page may go on with a request.
    ///
    /// - Parameters:
    ///   - request: The navigation.
    ///   - page: The page's token.
    ///   - shown: The address that the page shows; `nil` before the first.
    mutating func allows(_ request: NavigationRequest, in page: DAppAsker.Token, showing shown: String?) -> Bool {
        guard case .navigation = request.kind else { return true }
        let source = request.isRedirect ? last[page] ?? shown : shown
        guard isWanted(request, in: page) || LocalNetworkRules.allows(request.uri, from: source) else { return false }
        last[page] = request.uri
        return true
    }

    /// WebKit writes an address its own way, so query and fragment aren't compared.
    private func isWanted(_ request: NavigationRequest, in page: DAppAsker.Token) -> Bool {
        guard !request.isRedirect, let wanted = wanted[page], let asked = WebAddress(request.uri) else { return false }
        return wanted.origin == asked.origin && wanted.path == asked.path
            || wanted.origin == asked.origin && wanted.path.isEmpty && asked.path == "/"
    }
}
