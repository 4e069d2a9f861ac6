// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// A site in words.
enum SiteText {
    /// Returns a line for each network of a site: site, network, accounts, when it was used last.
    static func lines(_ site: Site) -> [String] {
        guard !site.grants.isEmpty else { return ["\(site.origin)\t-\t-\t-"] }
        return site.grants.sorted(by: { $0.key < $1.key }).map { network, grant in
            let accounts = grant.accounts.map(\.accountId.text).joined(separator: " ")
            let used = grant.lastUsed.formatted(.iso8601)
            return "\(site.origin)\t\(DisplayText.name(network.text))\t\(accounts)\t\(used)"
        }
    }

    /// Names the keys that stay on accounts when a site's permission is gone.
    static func warn(of keys: [SiteGrant.Key]) {
        for key in keys {
            StandardError.say(
                localized(
                    "the key %1$s stays on %2$s; “near-connect keys revoke” deletes it there", "\(key.publicKey)",
                    key.accountId.text))
        }
    }

    /// Returns all that is known of a site.
    static func of(_ site: Site) -> String {
        var lines = [localized("site: %1$s", "\(site.origin)")]
        if site.origin.host.isSharedByPaths { lines.append(localized("many apps share this address")) }
        if let persona = site.persona { lines.append(localized("sees this wallet as: %1$s", persona.rawValue)) }
        for (network, grant) in site.grants.sorted(by: { $0.key < $1.key }) {
            lines.append(localized("network: %1$s", DisplayText.name(network.text)))
            lines += grant.accounts.map { account in
                localized("  account: %1$s", account.accountId.text)
                    + (account.publicKey.map { localized(" with the key %1$s", "\($0)") } ?? "")
            }
            lines.append(localized("  since: %1$s", grant.since.formatted(.iso8601)))
            lines.append(localized("  last used: %1$s", grant.lastUsed.formatted(.iso8601)))
            lines += grant.framesInside.sorted().map { localized("  may ask in frames inside: %1$s", "\($0)") }
            lines += grant.keys.map { key in
                localized("  has added the key %1$s to %2$s", "\(key.publicKey)", key.accountId.text)
            }
            if let limits = grant.limits {
                lines.append(localized("  signs without a question what this covers: %1$s", limits.policy.text))
            }
        }
        return lines.joined(separator: "\n")
    }
}
