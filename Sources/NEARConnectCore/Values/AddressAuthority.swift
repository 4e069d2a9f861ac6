// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc

/// The part of an address between `//` and the path: a user, a host and a port.
struct AddressAuthority {
    /// Empty where there is none.
    let host: String
    /// `nil` where none is written.
    let port: UInt16?
    let hasUser: Bool

    /// The most bytes of a host, those of a name in DNS and its final dot.
    private static let hostLimit = 254

    /// Parses the text between `//` and the path.
    ///
    /// - Parameters:
    ///   - text: What stands between `//` and the path; empty where there is no `//`.
    ///   - isWeb: Whether the host is read and written as browsers do that; it stays as it is written otherwise.
    /// - Returns: `nil` for what browsers don't read, or change before they read it.
    init?(_ text: Substring, ofWeb isWeb: Bool) {
        var rest = text.utf8
        var user: Substring.UTF8View?
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            user = rest[..<at]
            rest = rest[rest.index(after: at)...]
            // Without a host, no user.
            guard !rest.isEmpty else { return nil }
        }
        // Browsers drop an empty name with an empty password.
        hasUser = user.map { !isWeb || !($0.isEmpty || $0.elementsEqual(":".utf8)) } ?? false
        var port: UInt16?
        if let colon = rest.lastIndex(of: UInt8(ascii: ":")), rest.last != UInt8(ascii: "]") {
            let digits = rest[rest.index(after: colon)...]
            rest = rest[..<colon]
            guard digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }), !rest.isEmpty else {
                return nil
            }
            if !digits.isEmpty {
                guard let number = UInt16(Substring(digits)) else { return nil }
                port = number
            }
        }
        self.port = port
        let written = Substring(rest)
        guard let host = isWeb ? Self.webHost(written) : Self.linkHost(written) else { return nil }
        self.host = host
    }

    /// Returns the host of another program's link, as it is written.
    private static func linkHost(_ text: Substring) -> String? {
        let isHost = text.utf8.allSatisfy { isNamePart($0) || "~!$&'()*+,;=%".utf8.contains($0) }
        return isHost ? String(text) : nil
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || "-._".utf8.contains(byte)
    }

    /// Returns the host of a web address as browsers write it.
    private static func webHost(_ text: Substring) -> String? {
        if text.utf8.first == UInt8(ascii: "[") { return sixPartHost(text) }
        guard let name = text.utf8.allSatisfy({ $0 < 0x80 }) ? String(text) : punycode(text) else { return nil }
        guard !name.isEmpty, name.utf8.count <= hostLimit, name.utf8.allSatisfy(isNamePart) else { return nil }
        let host = name.lowercased()
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1 && labels.last?.isEmpty == true { labels.removeLast() }
        guard labels.allSatisfy({ !$0.isEmpty }), let last = labels.last else { return nil }
        guard isNumber(last) else { return host }
        // Browsers read it as an address of IPv4, in whatever base and with however few parts.
        return host.utf8.last != UInt8(ascii: ".") && labels.count == 4 && labels.allSatisfy(isByte) ? host : nil
    }

    private static func isNumber(_ label: Substring) -> Bool {
        if label.hasPrefix("0x") {
            return label.utf8.dropFirst(2).allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
        }
        return label.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns whether `label` is a number up to 255 in its shortest form.
    private static func isByte(_ label: Substring) -> Bool { UInt8(label).map { "\($0)" == label } ?? false }

    /// Returns a name beyond ASCII as DNS has it.
    ///
    /// It is `nil` if Foundation's tables of names are missing.
    private static func punycode(_ text: Substring) -> String? {
        // A colon would be read as the beginning of a port here.
        guard text.utf8.allSatisfy({ $0 >= 0x80 || isNamePart($0) }) else { return nil }
        return URLComponents(string: "https://\(text)/")?.encodedHost
    }

    /// Returns an address of IPv6 in brackets, in the one form that browsers write.
    private static func sixPartHost(_ text: Substring) -> String? {
        guard text.utf8.last == UInt8(ascii: "]") else { return nil }
        let inside = String(text.dropFirst().dropLast())
        guard inside.utf8.count <= 45 else { return nil }
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, inside, &bytes) == 1 else { return nil }
        let groups = withUnsafeBytes(of: &bytes) { raw in
            stride(from: 0, to: 16, by: 2).map { UInt16(raw[$0]) << 8 | UInt16(raw[$0 + 1]) }
        }
        // The longest run of zeros, the first of the longest, is left out; a single zero stays.
        var (longest, run) = (0..<0, 0..<0)
        for (index, group) in groups.enumerated() {
            run = group == 0 ? (run.upperBound == index && !run.isEmpty ? run.lowerBound : index)..<index + 1 : 0..<0
            if run.count > longest.count { longest = run }
        }
        func words(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard longest.count > 1 else { return "[\(words(groups[...]))]" }
        return "[\(words(groups[..<longest.lowerBound]))::\(words(groups[longest.upperBound...]))]"
    }
}
