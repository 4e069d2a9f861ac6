// SPDX-License-Identifier: MIT

internal import FoundationEssentials

/// The hosts of this computer, as they are usually written.
///
/// Other spellings count as hosts of somebody: libcurl reads `0127.0.0.1` as 87.0.0.1.
enum LoopbackHost {
    /// Returns true if an address names this computer.
    ///
    /// Such an address is never given to a proxy, and libcurl is told to connect to a loopback interface only.
    static func isNamed(by url: URL) -> Bool {
        guard let host = url.host()?.lowercased() else { return false }
        if ["localhost", "::1", "[::1]"].contains(where: { $0.utf8.elementsEqual(host.utf8) }) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            UInt8(part).flatMap { "\($0)".utf8.elementsEqual(part.utf8) ? $0 : nil }
        }
        return parts.count == 4 && numbers.count == 4 && numbers[0] == 127
    }
}
