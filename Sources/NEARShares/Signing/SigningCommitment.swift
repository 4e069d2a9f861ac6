// SPDX-License-Identifier: MIT

/// A signer's first word: the public points of a pair of nonces that it holds (FROST's round one).
public struct SigningCommitment: Hashable, Sendable {
    /// The number of bytes.
    public static let byteCount = 1 + 2 * Bytes32.count

    /// The signer.
    public let holder: ShareHolder
    /// D, the hiding nonce times the base point.
    let hiding: GroupElement
    /// E, the binding nonce times the base point.
    let binding: GroupElement

    init(holder: ShareHolder, hiding: GroupElement, binding: GroupElement) {
        self.holder = holder
        self.hiding = hiding
        self.binding = binding
    }

    /// Reads what another signer sent: its holder's place (one byte), D and E as RFC 8032 encodes points.
    ///
    /// - Throws: ``CoSigningError/malformed(_:)``, ``CoSigningError/invalidCommitment(_:)``.
    public init(bytes: [UInt8]) throws(CoSigningError) {
        guard bytes.count == Self.byteCount, let holder = ShareHolder(rawValue: bytes[0]) else {
            throw .malformed(.commitment)
        }
        guard let hiding = GroupElement(bytes[1..<33]), let binding = GroupElement(bytes[33...]) else {
            throw .invalidCommitment(holder)
        }
        self.init(holder: holder, hiding: hiding, binding: binding)
    }

    /// Computes D + ρ·E; `nil` where the points cancel each other.
    func bound(by factor: Scalar) -> GroupElement? {
        binding.times(factor).flatMap { hiding + $0 }
    }

    /// The bytes that are sent.
    public var bytes: [UInt8] { [holder.rawValue] + hiding.bytes.array + binding.bytes.array }
}
