// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WebKitGTK

/// The policy on navigations and links.
///
/// It is one pure function, so that tests read it as a table.
struct NavigationPolicy: Sendable {
    /// The page that asks.
    enum Source: Sendable, CaseIterable {
        /// The bridge's view: the page itself, or a wallet's frame in it that navigates.
        ///
        /// WebKit doesn't say which.
        case bridge
        /// A wallet's frame, by way of the connector, which says which wallet it is.
        case walletFrame
        /// A popup, which shows some wallet's page.
        case popup
        /// A dApp's page in a view of its own.
        case dApp
    }

    /// The answer to a navigation.
    enum Verdict: Sendable, Equatable {
        /// WebKit goes on.
        case allow
        /// A popup window opens for it.
        case popup
        /// It is offered to the system, after the user has agreed.
        ///
        /// `mayRemember` says whether an earlier answer counts: only for what a wallet's own code asks for and its
        /// manifest names.
        case external(mayRemember: Bool)
        /// It is a link that comes back to this program; whether it bears the nonce of a pending request is yet to be
        /// seen.
        case returned
        /// Nothing happens but a line in the log.
        case block(reason: String)
    }

    let origin: BridgeOrigin
    /// The scheme of links that come back to this program, if it has one.
    var returnScheme: String?

    /// Decides.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - source: Who asks.
    ///   - permissions: What the manifest of the wallet that asks lets it open; `nil` when the wallet is not known.
    ///   - isHostLoad: Whether this program has just given the bridge page to the view, which WebKit asks about too.
    func decide(
        _ request: NavigationRequest, from source: Source, permissions: OpenPermissions? = nil, isHostLoad: Bool = false
    ) -> Verdict {
        let target = Target(request.uri, returnScheme: returnScheme)
        // Of frames too: a file that the server doesn't want shown is no page, whoever embeds it.
        if request.isFile { return .block(reason: "pages keep no files on this machine") }
        if case .internalScheme = target { return .block(reason: "nobody navigates to the internal scheme") }
        switch (source, request.kind) {
        case (.walletFrame, _):
            return walletLink(request.uri, to: target, permissions: permissions)
        case (.bridge, .navigation):
            return bridgeNavigation(request.uri, target, isHostLoad: isHostLoad)
        case (.bridge, .response(let isMainFrame)):
            return isMainFrame && !isHostLoad
                ? .block(reason: "the bridge's top frame never navigates") : .allow
        case (.popup, .navigation), (.dApp, .navigation):
            return page(request.uri, target, from: source, opened: .allow)
        case (.popup, .response), (.dApp, .response):
            return origin.contains(request.uri) ? .block(reason: "no other page has the bridge's origin") : .allow
        case (_, .newWindow):
            return page(request.uri, target, from: source, opened: .popup)
        }
    }

    private func bridgeNavigation(_ uri: String, _ target: Target, isHostLoad: Bool) -> Verdict {
        if isHostLoad && uri == origin.baseURI { return .allow }
        switch target {
        // Whether this is a wallet's inner frame or the top frame is known when the response comes; see there.
        case .web(let isSecure):
            if origin.contains(uri) { return .block(reason: "the bridge's origin is never fetched") }
            return isSecure ? .allow : .block(reason: "the bridge shows no insecure pages")
        // A new empty document in the top frame is undone when it is committed.
        case .blank: return .allow
        // The connector hands links over by itself, after it has looked them up in the wallet's manifest.
        case .application, .comesBack: return .block(reason: "a wallet's frame opens links through the connector only")
        case .refused, .internalScheme: return .block(reason: "the scheme is refused")
        }
    }

    /// The answer for a link that a wallet's code asks the host to open.
    private func walletLink(_ uri: String, to target: Target, permissions: OpenPermissions?) -> Verdict {
        guard let permissions, permissions.covers(uri) else {
            return .block(reason: "the wallet's manifest does not name it")
        }
        switch target {
        case .application: return .external(mayRemember: true)
        // A popup needs an opener, which only the page can be.
        case .web: return .block(reason: "web pages are opened by the page")
        case .comesBack: return .block(reason: "a wallet's own code needs no link to answer")
        case .blank, .refused, .internalScheme: return .block(reason: "the scheme is refused")
        }
    }

    /// A navigation of a page in a view of its own, or a new window.
    private func page(_ uri: String, _ target: Target, from source: Source, opened: Verdict) -> Verdict {
        switch target {
        case .web: return origin.contains(uri) ? .block(reason: "no other page has the bridge's origin") : opened
        case .blank: return opened
        case .application: return .external(mayRemember: false)
        case .comesBack:
            return source == .popup ? .returned : .block(reason: "links come back from wallets' windows only")
        case .refused, .internalScheme: return .block(reason: "the scheme is refused")
        }
    }

    /// The kinds of address that the policy tells apart.
    private enum Target {
        case web(isSecure: Bool)
        case blank
        case internalScheme
        /// A link of this program's own scheme.
        case comesBack
        /// A scheme that some installed program may take.
        case application
        case refused

        init(_ uri: String, returnScheme: String?) {
            guard let scheme = WebAddress.scheme(of: uri) else {
                self = uri.isEmpty ? .blank : .refused
                return
            }
            switch scheme {
            case "https": self = .web(isSecure: true)
            case "http": self = .web(isSecure: false)
            case "about": self = ["about:blank", "about:srcdoc"].contains(uri) ? .blank : .refused
            case InternalScheme.name: self = .internalScheme
            case _ where ExternalLink.refusedSchemes.contains(scheme): self = .refused
            case _ where scheme == returnScheme: self = .comesBack
            default: self = .application
            }
        }
    }
}
