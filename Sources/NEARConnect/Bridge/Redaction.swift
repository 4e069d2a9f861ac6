// SPDX-License-Identifier: MIT

internal import Foundation

/// What of a value may stand in a log.
enum Redaction {
    /// Scheme, host and path of an address. Queries and fragments carry what wallets are asked to sign.
    static func address(_ uri: String) -> String {
        guard let parts = URLComponents(string: uri), let scheme = parts.scheme else { return "(no address)" }
        return "\(scheme):\(parts.host.map { "//\($0)" } ?? "")\(parts.host == nil ? "" : parts.path)"
    }
}
