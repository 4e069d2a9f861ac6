// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A key in memory signs at once, in no steps.
extension SecretKey: AccessKeySigner {
    /// Signs a subject.
    ///
    /// - Throws: `SigningError.cancelled` when the task was cancelled before, `.key`.
    public func sign(
        _ subject: SigningSubject, told: @escaping @Sendable (SigningStep) async -> Void
    ) async throws(SigningError) -> Signature {
        guard !Task.isCancelled else { throw .cancelled }
        do throws(KeyError) {
            return try sign(subject.hash)
        } catch {
            throw .key(error)
        }
    }
}
