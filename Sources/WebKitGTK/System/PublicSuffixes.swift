// SPDX-License-Identifier: MIT

internal import CWebKitGTK

/// The list of endings below which anybody can register a name, as the system has it.
public enum PublicSuffixes {
    /// Returns the registrable ending of a host, for example `app.example` of `www.app.example`.
    ///
    /// - Returns: `nil` for addresses, for endings themselves, and for hosts that the list knows nothing about.
    public static func registrable(_ host: String) -> String? {
        // The result points into the host's own bytes.
        host.withCString { host in soup_tld_get_base_domain(host, nil).map { String(cString: $0) } }
    }
}
