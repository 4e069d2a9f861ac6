// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARShares

/// The message by which shares show themselves: for a site that can't exist.
enum ShareDrill {
    static func message(of set: ShareSet) -> NEP413Payload {
        do throws(NEP413Error) {
            return try NEP413Payload(
                message: "A share of a key shows itself.", nonce: set.id.hash.bytes, recipient: "share-drill.invalid")
        } catch {
            preconditionFailure("a hash has 32 bytes")
        }
    }
}

extension SharedKey {
    /// Has both holders sign a message that no site takes, and so show that they have their shares.
    ///
    /// - Throws: ``SharedKeyError/missing(_:)``, ``SharedKeyError/login(_:)`` and the like of the share or co-signer
    ///   that is at fault; ``SharedKeyError/unavailable(reason:)``, ``SharedKeyError/cancelled``.
    public func drill() async throws(SharedKeyError) {
        try await compareShares()
        do throws(SigningError) {
            _ = try await sign(.message(ShareDrill.message(of: set))) { _ in }
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .unavailable(let reason): throw .unavailable(reason: reason)
            case .refused(let reason): throw .login(.refused(reason: reason))
            case .key, .keyMismatch, .faultySignature: throw .refused(reason: "\(error)")
            }
        }
    }
}
