// SPDX-License-Identifier: MIT

/// A signer's second word: its part of a signature (FROST's round two).
public struct SignatureShare: Hashable, Sendable {
    /// The number of bytes.
    public static let byteCount = 1 + Bytes32.count

    /// The signer.
    public let holder: ShareHolder
    /// The number that is added to the other signer's, z.
    let value: Scalar

    init(holder: ShareHolder, value: Scalar) {
        self.holder = holder
        self.value = value
    }

    /// Reads what another signer sent: its holder's place (one byte), z in 32 bytes, little-endian, below the order.
    ///
    /// - Throws: ``CoSigningError/malformed(_:)``, ``CoSigningError/invalidSignatureShare(_:)``.
    public init(bytes: [UInt8]) throws(CoSigningError) {
        guard bytes.count == Self.byteCount, let holder = ShareHolder(rawValue: bytes[0]) else {
            throw .malformed(.signatureShare)
        }
        guard let value = Scalar(bytes[1...]) else { throw .invalidSignatureShare(holder) }
        self.init(holder: holder, value: value)
    }

    /// The bytes that are sent.
    public var bytes: [UInt8] { [holder.rawValue] + value.bytes.array }
}
