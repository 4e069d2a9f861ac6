// SPDX-License-Identifier: MIT

/// Addresses as honest and hostile pages write them, put together from parts that parsers are known to disagree about.
package struct RandomAddress {
    private var generator: SplitMix64

    /// - Parameter seed: The same seed gives the same addresses.
    package init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    private static let schemes = [
        "https", "https", "https", "http", "HTTPS", "hTTp", "hotwallet", "HotWallet", "near-test-wallet", "near", "tg",
        "intear", "mailto", "near-connect", "near-connect-return", "near-connector", "kwallet", "wallet", "nearby",
        "file", "javascript", "data", "blob", "about", "admin", "trash", "smb", "apt", "jar", "view-source",
        "com.cloudflare.warp", "x", "1x", "-x", "ht\u{212A}", "https ", " https", "ht\ttps", "",
    ]
    private static let separators = [
        "://", "://", "://", "://", ":", ":/", ":///", ":\\\\", ":/\\", "", "//", ":\u{9}//",
    ]
    private static let users = [
        "", "", "", "", "", "user@", "u:p@", "@", ":@", "wallet.example@", "a@b@", "%40@", "é@",
    ]
    private static let hosts = [
        "wallet.example", "wallet.example", "wallet.example", "WALLET.example", "evil.example", "sub.wallet.example",
        "wallet.example.", "wallet..example", ".", "wallet%2eexample", "wallet_x.example", "127.0.0.1", "127.1",
        "0x7f.0.0.1", "2130706433", "1.2.3.4.", "1.2.3.256", "01.2.3.4", "a.1", "a.0x", "[::1]", "[0:0:0:0:0:0:0:1]",
        "[1:0:0:2:0:0:0:3]", "[::ffff:1.2.3.4]", "[::1", "[::1%25eth0]", "bücher.example", "meteorw\u{430}llet.app",
        "wallet\u{2024}example", "wallet\u{3002}example", "\u{202E}x.example", "stra\u{DF}e.example",
        "xn--bcher-kva.example",
        "x y", "a<b", "a^b", "a|b", "sign", "", "", "ａ.example", "\u{1F600}.example", "a\u{AD}b.example",
        "e\u{301}.example",
    ]
    private static let ports = [
        "", "", "", "", "", ":443", ":80", ":8443", ":", ":0", ":65535", ":65536", ":00080", ":8a", ":-1",
    ]
    private static let segments = [
        "wallet", "wallet", "x", "", ".", "..", "%2e", "%2E%2e", ".%2e", "...", "%2F", "a b", "é", "a\u{9}b", "a\\b",
        "..\\",
        "a@b", "a:b", "\"", "<x>", "{", "|", "^", "%", "%zz", ";a=1", "~", "\u{0}", "a\u{301}",
    ]
    private static let tails = [
        "", "", "", "?x=1", "#y", "?", "#", "?a=\"<é>", "?\\", "#\\ b", "?x=https://evil.example/",
    ]

    /// Returns an address.
    package mutating func next() -> String {
        var text = pick(Self.schemes) + pick(Self.separators) + pick(Self.users) + pick(Self.hosts) + pick(Self.ports)
        for _ in 0..<Int.random(in: 0...3, using: &generator) { text += "/" + pick(Self.segments) }
        text += pick(Self.tails)
        return Int.random(in: 0..<8, using: &generator) == 0 ? spoiled(text) : text
    }

    /// Returns an address and an entry of a manifest that may allow it.
    ///
    /// Some entries are close to the address, some aren't.
    package mutating func nextWithEntry() -> (entry: String, uri: String) {
        let uri = Bool.random(using: &generator) ? simple() : next()
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return (next(), uri)
        case 1: return (simple(), uri)
        case 2: return (uri, uri)
        // The part before some slash of the address.
        default:
            let cuts = uri.indices.filter { uri[$0] == "/" } + [uri.endIndex]
            return (String(uri[..<(cuts.randomElement(using: &generator) ?? uri.endIndex)]), uri)
        }
    }

    /// Returns an address that nothing is strange about.
    private mutating func simple() -> String {
        let base = pick([
            "https://wallet.example", "http://wallet.example:8443", "hotwallet://sign", "hotwallet:", "near-x://",
        ])
        return base + pick(["", "/", "/wallet", "/wallet/", "/wallet/x", "/wallets"]) + pick(["", "", "?x=1", "#y"])
    }

    /// Returns `text` with a character taken out, put in or doubled.
    private mutating func spoiled(_ text: String) -> String {
        var characters = Array(text.unicodeScalars)
        guard !characters.isEmpty else { return text }
        let place = Int.random(in: 0..<characters.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: characters.remove(at: place)
        case 1: characters.insert(characters[place], at: place)
        default:
            let odd: [Unicode.Scalar] = [
                " ", "\t", "\n", "\u{0}", "\u{7F}", "\\", "@", ":", "/", "%", "\u{A0}", "\u{FEFF}",
            ]
            characters.insert(odd.randomElement(using: &generator) ?? " ", at: place)
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: characters)
        return String(result)
    }

    /// Returns one of `parts`, half of the time one of the first three, which are honest.
    private mutating func pick(_ parts: [String]) -> String {
        let some = Bool.random(using: &generator) ? parts[...] : parts.prefix(3)
        return some.randomElement(using: &generator) ?? ""
    }
}
