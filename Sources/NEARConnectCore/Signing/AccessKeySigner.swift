// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The holder of one access key: a key in memory, a device, or several that each have a share.
///
/// **Cancellation.** A signer stops when its task is cancelled, and then throws `SigningError.cancelled`. Every error
/// means that no signature of the subject exists outside of the signer, and that none can come to exist from what
/// has left it. A signer that works with others is therefore the one that puts the parts together, and gives its own
/// part to nobody. If the signature is complete when the cancellation arrives, the signer may return it. A caller that
/// has no use for it any more drops it.
///
/// Callers in this package sign through `signature(of:by:told:)`, which verifies what the signer returns.
public protocol AccessKeySigner: Sendable {
    /// The key that signatures are verified with; the same for as long as the signer lives.
    var publicKey: PublicKey { get }

    /// Signs a subject.
    ///
    /// - Parameters:
    ///   - subject: A value to sign; its ``SigningSubject/hash`` is what the key signs.
    ///   - told: Hears each step before it is taken, in order. A key in memory has none.
    /// - Throws: `SigningError`; see the type about what an error promises.
    func sign(
        _ subject: SigningSubject, told: @escaping @Sendable (SigningStep) async -> Void
    ) async throws(SigningError) -> Signature
}

extension AccessKeySigner {
    /// Signs a subject, and verifies the signature before anybody can use it.
    ///
    /// - Parameters:
    ///   - subject: A value to sign.
    ///   - key: The key that was read from ``publicKey`` when the subject was made.
    ///   - told: Hears each step before it is taken.
    /// - Throws: `SigningError.keyMismatch` where the subject names another key, before the signer is asked;
    ///   `.faultySignature` where the signature isn't the key's over the subject; what the signer throws.
    package func signature(
        of subject: SigningSubject, by key: PublicKey, told: @escaping @Sendable (SigningStep) async -> Void
    ) async throws(SigningError) -> Signature {
        if let named = subject.publicKey, named != key { throw .keyMismatch(expected: named, actual: key) }
        do throws(KeyError) {
            try key.keyType.requireAvailable()
        } catch {
            throw .key(error)
        }
        guard !Task.isCancelled else { throw .cancelled }
        let signature = try await sign(subject, told: told)
        guard key.verify(signature, hash: subject.hash) else { throw .faultySignature(of: key) }
        return signature
    }
}
