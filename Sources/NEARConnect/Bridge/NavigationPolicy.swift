// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WebKitGTK

/// The rules for navigations, new windows and links.
///
/// One pure function, so that tests read the whole policy as a table.
struct NavigationPolicy: Sendable {
    /// The kinds of page or code that ask for an address.
    enum Source: Sendable, CaseIterable {
        /// The bridge's view: the page itself, or a wallet's frame in it that navigates.
        ///
        /// WebKit doesn't say which one.
        case bridge
        /// A wallet's frame, by way of the connector, which says which wallet it is.
        case walletFrame
        /// A popup, which shows some wallet's page.
        case popup
        /// A dApp's page in a view of its own.
        case dApp
    }

    /// The outcomes of a decision.
    enum Verdict: Sendable, Equatable {
        /// WebKit goes on.
        case allow
        /// A popup opens for the address.
        case popup
        /// The address is offered to the system, after the user has agreed.
        ///
        /// `mayRemember` says whether the user's earlier answer counts: only for what a wallet's own code asks for and
        /// its manifest names.
        case external(WebAddress, mayRemember: Bool)
        /// The address is a return link of this program.
        ///
        /// Its nonce is checked later.
        case returned(WebAddress)
        /// Nothing happens, and a line is logged.
        case block(reason: String)
    }

    let origin: BridgeOrigin
    /// The scheme of links that come back to this program, if it has one.
    var returnScheme: String?

    /// Returns what happens to a request.
    ///
    /// - Parameters:
    ///   - request: The navigation, response or window that is asked for.
    ///   - source: The asking side.
    ///   - permissions: The asking wallet's `allowsOpen`; `nil` if the wallet is not known.
    ///   - isHostLoad: True if this program has just given the bridge page to the view; WebKit asks about that load
    ///     too.
    func decide(
        _ request: NavigationRequest, from source: Source, permissions: OpenPermissions? = nil, isHostLoad: Bool = false
    ) -> Verdict {
        let target = Target(request.uri, origin: origin, returnScheme: returnScheme)
        // This holds for frames too: a file that the server doesn't want shown is no page, whoever embeds it.
        if request.isFile { return .block(reason: "pages keep no files on this machine") }
        if case .internalScheme = target { return .block(reason: "nobody navigates to the internal scheme") }
        switch (source, request.kind) {
        case (.walletFrame, _):
            return walletLink(target, permissions)
        case (.bridge, .navigation):
            if isHostLoad && request.uri == origin.baseURI { return .allow }
            return bridgeNavigation(target)
        case (.bridge, .response(let isMainFrame)):
            return isMainFrame && !isHostLoad
                ? .block(reason: "the bridge's top frame never navigates") : .allow
        // A frame may show what its page has made, as in browsers; such a frame has the origin of the page or none, and
        // the wallet's rules for it. WebKit says only with the response whether it is a frame.
        case (.dApp, .navigation) where Self.isMadeByPage(request.uri): return .allow
        case (.dApp, .response(isMainFrame: true)) where Self.isMadeByPage(request.uri):
            return .block(reason: "a window shows pages of the web only")
        case (.popup, .navigation), (.dApp, .navigation):
            return page(target, from: source, opened: .allow)
        case (.popup, .response), (.dApp, .response):
            if case .bridgesOrigin = target { return .block(reason: "no other page has the bridge's origin") }
            return .allow
        case (_, .newWindow):
            return page(target, from: source, opened: .popup)
        }
    }

    /// Returns whether an address names no server, but what a page has in its memory.
    private static func isMadeByPage(_ uri: String) -> Bool {
        ["data", "blob"].contains(WebAddress.scheme(of: uri))
    }

    private func bridgeNavigation(_ target: Target) -> Verdict {
        switch target {
        case .bridgesOrigin: .block(reason: "the bridge's origin is never fetched")
        // This may be a wallet's inner frame or the top frame: the response says which, see there.
        case .web(let isSecure): isSecure ? .allow : .block(reason: "the bridge shows no insecure pages")
        // A new empty document in the top frame is undone when it is committed.
        case .blank: .allow
        // The connector hands links over by itself, after it has looked them up in the wallet's manifest.
        case .link, .comesBack: .block(reason: "a wallet's frame opens links through the connector only")
        case .refused, .internalScheme: .block(reason: "the scheme is refused")
        }
    }

    /// Decides about what a wallet's code asks the host to open.
    private func walletLink(_ target: Target, _ permissions: OpenPermissions?) -> Verdict {
        switch target {
        case .link(let address):
            permissions?.covers(address) == true
                ? .external(address, mayRemember: true) : .block(reason: "the wallet's manifest does not name it")
        // A popup needs an opener, which only the page can be.
        case .web, .bridgesOrigin: .block(reason: "web pages are opened by the page")
        case .comesBack: .block(reason: "a wallet's own code needs no link to answer")
        case .blank, .refused, .internalScheme: .block(reason: "the scheme is refused")
        }
    }

    /// Decides about a navigation of a page in a view of its own, or about a new window.
    private func page(_ target: Target, from source: Source, opened: Verdict) -> Verdict {
        switch target {
        case .bridgesOrigin: .block(reason: "no other page has the bridge's origin")
        case .web, .blank: opened
        case .link(let address): .external(address, mayRemember: false)
        case .comesBack(let address):
            source == .popup ? .returned(address) : .block(reason: "links come back from wallets' windows only")
        case .refused, .internalScheme: .block(reason: "the scheme is refused")
        }
    }

    /// The kinds of address that the policy tells apart.
    private enum Target {
        /// A page of the web.
        case web(isSecure: Bool)
        /// A page of the web on the origin that only the bridge page has.
        case bridgesOrigin
        case blank
        case internalScheme
        /// A link of this program's own scheme.
        case comesBack(WebAddress)
        /// A link that another program may take.
        case link(WebAddress)
        case refused

        init(_ uri: String, origin: BridgeOrigin, returnScheme: String?) {
            guard let address = WebAddress(uri) else {
                self = uri.isEmpty ? .blank : .refused
                return
            }
            if case .web(let isSecure) = address.kind {
                self = origin.contains(address) ? .bridgesOrigin : .web(isSecure: isSecure)
            } else if address.kind == .ours {
                self = .internalScheme
            } else if address.scheme == returnScheme {
                self = .comesBack(address)
            } else {
                self = address.kind == .link ? .link(address) : address.kind == .blank ? .blank : .refused
            }
        }
    }
}
