// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The bytes of a key of WalletConnect, wiped when its last owner lets go, and never printed.
///
/// These keys encrypt a conversation; none of them can spend anything.
public struct SignSecret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The number of bytes.
    public let count: Int
    private let bytes: SecretBytes

    /// Copies `bytes`, which stay their owner's to wipe.
    public init(copying bytes: some Collection<UInt8>) {
        count = bytes.count
        self.bytes = SecretBytes(bytes)
    }

    /// Moves the bytes of an array into memory of their own and overwrites the array with zeros.
    init(moving bytes: inout [UInt8]) {
        self.init(copying: bytes)
        bytes.wipe()
    }

    /// Lends the bytes, which must not be used after `body` has ended.
    ///
    /// - Throws: The error that `body` throws.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBytes(body)
    }

    /// Compares in a time that depends on the lengths only.
    public static func == (lhs: SignSecret, rhs: SignSecret) -> Bool {
        guard lhs.count == rhs.count else { return false }
        return lhs.withUnsafeBytes { left in
            rhs.withUnsafeBytes { right in zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0 }
        }
    }

    /// The number of bytes, never the bytes.
    public var description: String { "SignSecret(\(count) bytes)" }

    /// An empty mirror, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
