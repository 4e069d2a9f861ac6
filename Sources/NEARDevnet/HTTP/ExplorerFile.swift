// SPDX-License-Identifier: MIT

import NIOHTTP1

/// A file of the explorer page.
///
/// The files are part of the program, so that there is nothing to be found at run time.
enum ExplorerFile: Sendable {
    case page
    case script
    case style

    init?(path: Substring) {
        switch path {
        case "/", "": self = .page
        case "/explorer.js": self = .script
        case "/explorer.css": self = .style
        default: return nil
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .page: PackageResources.explorer_html
        case .script: PackageResources.explorer_js
        case .style: PackageResources.explorer_css
        }
    }

    /// The page may load its own script and style, talk to its own server, and nothing else.
    var headers: HTTPHeaders {
        [
            "Content-Type": contentType, "X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache",
            "Referrer-Policy": "no-referrer",
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; "
                + "base-uri 'none'; frame-ancestors 'none'",
        ]
    }

    private var contentType: String {
        switch self {
        case .page: "text/html; charset=utf-8"
        case .script: "text/javascript; charset=utf-8"
        case .style: "text/css; charset=utf-8"
        }
    }
}
