// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// A chain by CAIP-2, for example `near:mainnet` or `eip155:137`.
public struct ChainID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The name before the colon, for example `near`.
    public let namespace: String
    /// The name behind the colon, for example `mainnet`.
    public let reference: String

    /// Reads a chain.
    ///
    /// - Parameter text: `namespace:reference` as CAIP-2 has it; `nil` is returned for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.isNamespace(parts[0]), Self.isReference(parts[1]) else { return nil }
        namespace = String(parts[0])
        reference = String(parts[1])
    }

    /// `namespace:reference`.
    public var description: String { "\(namespace):\(reference)" }

    /// Orders by the text's bytes.
    public static func < (lhs: ChainID, rhs: ChainID) -> Bool {
        lhs.description.utf8.lexicographicallyPrecedes(rhs.description.utf8)
    }

    /// Returns whether `text` is `[-a-z0-9]{3,8}`.
    static func isNamespace(_ text: some StringProtocol) -> Bool {
        (3...8).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
    }

    /// Returns whether `text` is `[-_a-zA-Z0-9]{1,32}`.
    static func isReference(_ text: some StringProtocol) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { isWordByte($0) || $0 == 0x2D || $0 == 0x5F }
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

/// An account on a chain by CAIP-10, for example `near:mainnet:alice.near`.
///
/// Beyond CAIP-10 an address may have `_`, as ids of NEAR do. Addresses of `eip155` are compared without their case.
public struct ChainAccount: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The chain.
    public let chain: ChainID
    /// The address as it was written.
    public let address: String

    /// Reads an account.
    ///
    /// - Parameter text: `namespace:reference:address`; `nil` is returned for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 8 + 1 + 32 + 1 + 128 else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let chain = ChainID("\(parts[0]):\(parts[1])"), Self.isAddress(parts[2]) else {
            return nil
        }
        self.chain = chain
        address = String(parts[2])
    }

    /// `namespace:reference:address`.
    public var description: String { "\(chain):\(address)" }

    private static func isAddress(_ text: some StringProtocol) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { ChainID.isWordByte($0) || "-.%_".utf8.contains($0) }
    }

    private var comparedAddress: String { chain.namespace == "eip155" ? address.lowercased() : address }

    /// Returns whether both are one account.
    public static func == (lhs: ChainAccount, rhs: ChainAccount) -> Bool {
        lhs.chain == rhs.chain && lhs.comparedAddress == rhs.comparedAddress
    }

    /// Feeds what `==` compares to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(chain)
        hasher.combine(comparedAddress)
    }

    /// Orders by the text's bytes.
    public static func < (lhs: ChainAccount, rhs: ChainAccount) -> Bool {
        lhs.description.utf8.lexicographicallyPrecedes(rhs.description.utf8)
    }
}
