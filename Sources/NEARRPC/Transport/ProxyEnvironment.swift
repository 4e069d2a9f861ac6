// SPDX-License-Identifier: MIT

/// The proxy that environment variables ask for, by curl's rules.
struct ProxyEnvironment: Sendable {
    private let http: String
    private let https: String
    /// Hosts that are asked directly, as curl matches them.
    let exceptions: String

    init(_ environment: [String: String]) {
        func first(_ names: String...) -> String {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        }
        http = first("http_proxy", "all_proxy", "ALL_PROXY")
        https = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        exceptions = first("no_proxy", "NO_PROXY")
    }

    /// The proxy for URLs of `scheme`; empty for none.
    func proxy(forScheme scheme: String?) -> String {
        scheme?.lowercased() == "https" ? https : http
    }
}
