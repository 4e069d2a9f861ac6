// SPDX-License-Identifier: MIT

/// Addresses of characters that shells, programs and URL libraries like to change.
enum RandomLink {
    private static let alphabet =
        "abcXYZ0189-._~:/?#[]@!$&'()*+,;=%\"<>\\^`{|}\u{fc}\u{1F600}".map(String.init) + ["%20", "%2F", "%00", "%0A"]

    /// A link of the scheme `near-test`.
    static func next(_ generator: inout some RandomNumberGenerator) -> String {
        let body = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
            alphabet.randomElement(using: &generator) ?? "a"
        }
        return "near-test:" + body.joined()
    }
}
