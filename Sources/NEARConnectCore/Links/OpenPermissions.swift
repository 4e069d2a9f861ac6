// SPDX-License-Identifier: MIT

internal import FoundationEssentials

/// What a wallet's manifest lets it open (`permissions.allowsOpen`): a list of addresses or beginnings of addresses.
///
/// The connector decides by the same rules in JavaScript (`Resources/Connector/sandbox/permissions.js`); this side doesn't rely on it. Where an
/// address can be read in two ways, it is not covered.
package struct OpenPermissions: Hashable, Sendable {
    let entries: [String]

    init(_ entries: [String]) {
        self.entries = entries
    }

    /// Whether the list covers `uri`. Scheme and port have to be equal; host and path where the entry names them. A path covers itself and
    /// what is below it: `/wallet` covers `/wallet/x`, not `/wallets`.
    package func covers(_ uri: String) -> Bool {
        guard let target = Parts(uri), !target.hasUser, !target.hasDotSegments else { return false }
        return entries.contains { entry in
            guard let rule = Parts(entry), rule.scheme == target.scheme else { return false }
            if !rule.host.isEmpty, rule.host != target.host || rule.port != target.port { return false }
            if rule.path.isEmpty || rule.path == "/" { return true }
            let below = rule.path.hasSuffix("/") ? rule.path : rule.path + "/"
            return target.path == rule.path || target.path.hasPrefix(below)
        }
    }

    /// An address taken apart as browsers do it.
    private struct Parts {
        let scheme: String
        let host: String
        let port: String
        let path: String
        let hasUser: Bool

        init?(_ uri: String) {
            guard let scheme = WebAddress.scheme(of: uri) else { return nil }
            // Browsers take control characters and spaces out, or turn them into something else.
            guard uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
            self.scheme = scheme
            let rest = uri.dropFirst(scheme.count + 1)
            let isWeb = ["http", "https"].contains(scheme)
            // To browsers a backslash is a slash in a web address, and a slash too few or too many is none.
            if isWeb, rest.contains("\\") || !rest.hasPrefix("//") || rest.hasPrefix("///") { return nil }
            let body = rest.prefix { $0 != "?" && $0 != "#" }
            guard body.hasPrefix("//") else {
                (host, port, hasUser) = ("", "", false)
                path = String(body)
                return
            }
            let authority = body.dropFirst(2).prefix { $0 != "/" }
            path = String(body.dropFirst(2 + authority.count))
            hasUser = authority.contains("@")
            guard isWeb else {
                let colon = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
                host = String(authority[..<(colon ?? authority.endIndex)])
                port = colon.map { String(authority[authority.index(after: $0)...]) } ?? ""
                return
            }
            guard let parts = URLComponents(string: uri), let name = parts.encodedHost?.lowercased(), !name.isEmpty
            else {
                return nil
            }
            host = name
            let standard = scheme == "https" ? 443 : 80
            port = parts.port.flatMap { $0 == standard ? nil : String($0) } ?? ""
        }

        /// Whether the path leads up or stays, in any spelling: browsers take such segments out.
        var hasDotSegments: Bool {
            path.lowercased().replacing("%2e", with: ".").split(separator: "/")
                .contains { $0 == "." || $0 == ".." }
        }
    }
}
