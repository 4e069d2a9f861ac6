// SPDX-License-Identifier: MIT

import NIOHTTP1

/// The web pages that reach the devnet, and those of them that may change the chain.
///
/// Any page of any browser on this computer can send requests to a loopback port. Browsers name the server that the
/// page asked for in `Host`, and the page in `Origin`; programs send no `Origin`.
struct PageAccess: Sendable {
    private let isOpen: Bool
    /// Origins, by their bytes.
    private let allowed: Set<[UInt8]>

    /// Allows these origins to change the chain.
    ///
    /// - Throws: `DevnetError.invalidConfiguration` where one isn't written as browsers write it.
    init(allowing origins: [String]) throws(DevnetError) {
        for origin in origins where origin != "*" && !Self.isOrigin(origin) {
            throw .invalidConfiguration(
                "a browser sends no origin as it is written here: \(origin.debugDescription). "
                    + "Write it as https://app.example or http://localhost:5173, in small letters and without a path, "
                    + "or * for any page")
        }
        isOpen = origins.contains("*")
        allowed = Set(origins.map { Array($0.utf8) })
    }

    /// Returns whether a request is for this computer's own name.
    ///
    /// The name of another server that leads here is how a page gets around the rules for origins (DNS rebinding).
    func isForThisComputer(_ headers: HTTPHeaders) -> Bool {
        let hosts = headers["host"]
        guard hosts.count == 1 else { return false }
        let host = hosts[0].utf8
        return ["127.0.0.1", "localhost", "[::1]"].contains { name in
            guard host.starts(with: name.utf8, by: { $0 == $1 || ($0 | 0x20 == $1 && Self.isLetter($1)) }) else {
                return false
            }
            let port = host.dropFirst(name.utf8.count)
            return port.isEmpty || (port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(Self.isDigit))
        }
    }

    /// Returns whether whoever sent a request may change the chain.
    ///
    /// A program may, the devnet's own page may, and the pages that were allowed. `null`, the origin of every
    /// sandboxed frame, is nobody's.
    func mayChange(_ headers: HTTPHeaders) -> Bool {
        let origins = headers["origin"]
        guard let host = headers.first(name: "host"), origins.count <= 1 else { return isOpen }
        guard let origin = origins.first else { return true }
        return isOpen || origin.utf8.elementsEqual("http://\(host)".utf8) || allowed.contains(Array(origin.utf8))
    }

    /// Returns whether a text is an origin as a browser writes it.
    private static func isOrigin(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].first, isLetter(first),
            parts[0].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }),
            parts[1].starts(with: "//".utf8)
        else { return false }
        let authority = parts[1].dropFirst(2)
        let isNumeric = authority.first == UInt8(ascii: "[")
        let host = authority.prefix { isNumeric ? $0 != UInt8(ascii: "]") : $0 != UInt8(ascii: ":") }
        var port = authority[host.endIndex...]
        if isNumeric { port = port.dropFirst() }
        guard host.count > (isNumeric ? 1 : 0), !(isNumeric && host.endIndex == authority.endIndex),
            host.allSatisfy({ isLetter($0) || isDigit($0) || (isNumeric ? "[:." : "-._").utf8.contains($0) })
        else { return false }
        if port.isEmpty { return true }
        let digits = port.dropFirst()
        guard port.first == UInt8(ascii: ":"), digits.allSatisfy(isDigit), digits.first != UInt8(ascii: "0"),
            let number = UInt16(String(decoding: digits, as: UTF8.self))
        else { return false }
        // Browsers leave a scheme's own port out.
        return !(number == 80 && parts[0].elementsEqual("http".utf8))
            && !(number == 443 && parts[0].elementsEqual("https".utf8))
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
