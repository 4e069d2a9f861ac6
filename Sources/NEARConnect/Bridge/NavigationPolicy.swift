// SPDX-License-Identifier: MIT

internal import WebKitGTK

/// What happens to a navigation. One pure function, so that the whole policy is a table that tests read.
struct NavigationPolicy: Sendable {
    /// Who asks.
    enum Source: Sendable, Equatable {
        /// The bridge's view: the page itself, or a wallet's frame in it. WebKit doesn't say which.
        case bridge
        /// A popup, which shows some wallet's page.
        case popup
    }

    /// What happens.
    enum Verdict: Sendable, Equatable {
        /// WebKit goes on.
        case allow
        /// A popup window opens for it.
        case popup
        /// It is offered to the system, after a person has agreed.
        case external
        /// Nothing happens but a line in the log.
        case block(reason: String)
    }

    let origin: BridgeOrigin

    /// Decides.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - source: Who asks.
    ///   - isHostLoad: Whether this program has just given the bridge page to the view, which WebKit asks about too.
    func decide(_ request: NavigationRequest, from source: Source, isHostLoad: Bool = false) -> Verdict {
        let target = Target(request.uri)
        if case .internalScheme = target { return .block(reason: "nobody navigates to the internal scheme") }
        switch (source, request.kind) {
        case (.bridge, .navigation):
            return bridgeNavigation(request.uri, target, isHostLoad: isHostLoad)
        case (.bridge, .response(let isMainFrame)):
            return isMainFrame && !isHostLoad
                ? .block(reason: "the bridge's top frame never navigates") : .allow
        case (.popup, .navigation):
            return popupNavigation(request.uri, target)
        case (.popup, .response):
            return origin.contains(request.uri) ? .block(reason: "a popup can't be the bridge's origin") : .allow
        case (_, .newWindow):
            return newWindow(request.uri, target)
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
        // The connector opens links by new windows, after it has looked them up in the wallet's manifest.
        case .application: return .block(reason: "a wallet's frame opens links through the connector only")
        case .refused, .internalScheme: return .block(reason: "the scheme is refused")
        }
    }

    private func popupNavigation(_ uri: String, _ target: Target) -> Verdict {
        switch target {
        case .web:
            return origin.contains(uri) ? .block(reason: "a popup can't be the bridge's origin") : .allow
        case .blank: return .allow
        case .application: return .external
        case .refused, .internalScheme: return .block(reason: "the scheme is refused")
        }
    }

    private func newWindow(_ uri: String, _ target: Target) -> Verdict {
        switch target {
        case .web:
            return origin.contains(uri) ? .block(reason: "a popup can't be the bridge's origin") : .popup
        case .blank: return .popup
        case .application: return .external
        case .refused, .internalScheme: return .block(reason: "the scheme is refused")
        }
    }

    /// The kinds of address that the policy tells apart.
    private enum Target {
        case web(isSecure: Bool)
        case blank
        case internalScheme
        /// A scheme that some installed program may take.
        case application
        case refused

        init(_ uri: String) {
            guard let scheme = NavigationPolicy.scheme(of: uri) else {
                self = uri.isEmpty ? .blank : .refused
                return
            }
            switch scheme {
            case "https": self = .web(isSecure: true)
            case "http": self = .web(isSecure: false)
            case "about": self = ["about:blank", "about:srcdoc"].contains(uri) ? .blank : .refused
            case BridgeScheme.name: self = .internalScheme
            case "file", "javascript", "data", "blob", "ftp", "view-source", "vbscript", "webkit", "resource",
                "filesystem":
                self = .refused
            default: self = .application
            }
        }
    }

    /// The scheme of `uri` in lower case, `nil` when it has none by RFC 3986.
    static func scheme(of uri: String) -> String? {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = uri[..<colon].lowercased()
        guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return nil }
        let isScheme = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
        }
        return isScheme ? name : nil
    }
}
