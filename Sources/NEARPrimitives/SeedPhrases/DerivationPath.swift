// SPDX-License-Identifier: MIT

/// The way from a seed to a key, in BIP-32's notation.
///
/// Every part of it is hardened, as SLIP-0010 asks for with ed25519.
public struct DerivationPath: Sendable, Hashable {
    /// The parts' numbers without the bit that hardens them.
    public let components: [UInt32]

    /// `m/44'/397'/0'`, of which near-cli and wallets make an account's key.
    public static let near = DerivationPath(unchecked: [44, 397, 0])

    private init(unchecked components: [UInt32]) {
        self.components = components
    }

    /// The path that is written like `m/44'/397'/0'`, also with `h` or `H` for `'`, also without `m/`, as Ledger's are.
    ///
    /// - Throws: `SeedPhraseError.invalidPath`, `.notHardened`.
    public init(_ text: String) throws(SeedPhraseError) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.first == "m" || parts.first == "M" {
            parts.removeFirst()
        }
        var components: [UInt32] = []
        for (index, part) in parts.enumerated() {
            let isHardened = part.hasSuffix("'") || part.hasSuffix("h") || part.hasSuffix("H")
            let digits = isHardened ? part.dropLast() : part
            guard let number = UInt32(digits), number < SLIP10.hardened, digits.utf8.first != UInt8(ascii: "+") else {
                throw .invalidPath(component: index + 1)
            }
            guard isHardened else { throw .notHardened(component: index + 1) }
            components.append(number)
        }
        self.components = components
    }
}

extension DerivationPath: CustomStringConvertible {
    /// The path as it's written.
    public var description: String {
        components.reduce("m") { "\($0)/\($1)'" }
    }
}
