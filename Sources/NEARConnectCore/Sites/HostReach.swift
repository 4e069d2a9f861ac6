// SPDX-License-Identifier: MIT

internal import Glibc

/// Tells from which networks a host can be reached.
///
/// Hosts come as ``WebAddress`` writes them: addresses of IPv4 in four decimal numbers, those of IPv6 in brackets.
enum HostReach {
    /// Endings of names that no public name server answers.
    private static let localEndings = [".local", ".localdomain", ".internal", ".lan", ".home.arpa", ".intranet"]
    /// Names that `/etc/hosts` gives to this computer.
    private static let hostsNames: Set<String> = [
        "localhost.localdomain", "localhost4", "localhost6", "ip6-localhost", "ip6-loopback",
        "localhost4.localdomain4", "localhost6.localdomain6",
    ]

    /// Returns where `host` can be reached from.
    static func of(_ host: String) -> SiteHost.Reach {
        if let parts = sixParts(host) { return reach(ofSix: parts) }
        if let parts = fourParts(host) { return reach(ofFour: parts) }
        if isLocalName(host) || hostsNames.contains(host) { return .loopback }
        let isLocal = !host.utf8.contains(UInt8(ascii: ".")) || localEndings.contains { host.hasSuffix($0) }
        return isLocal ? .privateNetwork : .publicNetwork
    }

    /// Returns true for an address of IPv4 or IPv6.
    static func isAddress(_ host: String) -> Bool { host.utf8.first == UInt8(ascii: "[") || fourParts(host) != nil }

    /// Returns true for `localhost` and the names below it.
    static func isLocalName(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }

    /// Returns true for `127.0.0.0/8` and `[::1]`.
    static func isLoopbackAddress(_ host: String) -> Bool { host == "[::1]" || fourParts(host)?.first == 127 }

    // MARK: Addresses

    private static func fourParts(_ host: String) -> [UInt8]? {
        let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt8(Substring($0)) }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    private static func sixParts(_ host: String) -> [UInt8]? {
        guard host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") else { return nil }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &bytes) == 1 else { return nil }
        return withUnsafeBytes(of: &bytes) { Array($0) }
    }

    /// Returns the reach by IANA's registry of special addresses.
    private static func reach(ofFour parts: [UInt8]) -> SiteHost.Reach {
        switch (parts[0], parts[1], parts[2]) {
        // Linux connects 0.0.0.0 to this computer.
        case (127, _, _), (0, _, _): .loopback
        case (10, _, _), (172, 16...31, _), (192, 168, _), (169, 254, _), (100, 64...127, _), (192, 0, 0),
            (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113), (224..., _, _):
            .privateNetwork
        default: .publicNetwork
        }
    }

    private static func reach(ofSix parts: [UInt8]) -> SiteHost.Reach {
        if let four = embedded(in: parts) { return reach(ofFour: four) }
        if parts.dropLast().allSatisfy({ $0 == 0 }) { return .loopback }
        // Only 2000::/3 is routed.
        return parts[0] & 0xE0 == 0x20 && !parts.starts(with: [0x20, 0x01, 0x0D, 0xB8])
            ? .publicNetwork : .privateNetwork
    }

    /// Returns the address of IPv4 that an address of IPv6 leads to.
    private static func embedded(in parts: [UInt8]) -> [UInt8]? {
        let zeros = [UInt8](repeating: 0, count: 12)
        let prefixes: [[UInt8]] = [
            // Mapped, translated, and NAT64's well-known prefix.
            [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], [UInt8](repeating: 0, count: 8) + [0xFF, 0xFF, 0, 0],
            [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0],
        ]
        if prefixes.contains(where: { parts.starts(with: $0) }) { return Array(parts[12...]) }
        // The old compatible form; `::` and `::1` are no such addresses.
        if parts.starts(with: zeros), parts[12...14].contains(where: { $0 != 0 }) { return Array(parts[12...]) }
        // 6to4.
        return parts.starts(with: [0x20, 0x02]) ? Array(parts[2..<6]) : nil
    }
}
