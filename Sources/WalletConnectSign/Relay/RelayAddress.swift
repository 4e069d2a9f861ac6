// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The address of a relay with this program's project.
struct RelayAddress: Sendable, Hashable {
    /// The address without its query, which is the token's audience.
    let audience: String
    /// The address with project and program.
    let text: String

    /// Reads a relay's address.
    ///
    /// - Returns: `nil` for anything but `wss://host…`, and `ws://` on loopback.
    init?(_ relay: String, project: String, agent: String) {
        let base = relay.hasSuffix("/") ? String(relay.dropLast()) : relay
        guard base.utf8.count <= SignLimits.setting, base.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            !base.contains("?"), !base.contains("#"), let scheme = AppLink.scheme(of: base),
            base.hasPrefix("\(scheme)://")
        else { return nil }
        let authority = base.dropFirst(scheme.utf8.count + 3).prefix { $0 != "/" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        let isLoopback = ["127.0.0.1", "localhost", "[::1]"].contains { host in
            authority == host || authority.hasPrefix("\(host):")
        }
        guard scheme == "wss" || scheme == "ws" && isLoopback else { return nil }
        audience = base
        text =
            "\(base)?projectId=\(PercentEncoding.encode(project))&ua=\(PercentEncoding.encode(agent, keepsDots: true))"
    }
}
