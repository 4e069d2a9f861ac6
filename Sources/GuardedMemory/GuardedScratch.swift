// SPDX-License-Identifier: MIT

internal import CSodium

/// Lends guarded memory for the intermediate values of a computation, and wipes it afterwards.
///
/// The bytes are zero at first. The memory is that of ``SecretBytes``. The stack is wiped too (``withWipedStack(_:)``).
///
/// - Throws: The error that `body` throws.
package func withGuardedScratch<Result, Failure: Error>(
    count: Int, _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    precondition(Sodium.isReady, "libsodium can't be initialized")
    guard let memory = sodium_malloc(count) else {
        preconditionFailure("no memory for a secret of \(count) bytes")
    }
    sodium_memzero(memory, count)
    defer { sodium_free(memory) }
    return try withWipedStack { () throws(Failure) in try body(memory.assumingMemoryBound(to: UInt8.self)) }
}

/// Overwrites the stack below the caller afterwards, where libsodium leaves parts of what it has computed with.
///
/// 8 KiB of it are more than libsodium takes for scalars, hashes and ciphers. Its ciphers leave the last block of a
/// plain text there (1.0.18), which is all of a share.
///
/// - Throws: The error that `body` throws.
@inline(never)
package func withWipedStack<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    defer { sodium_stackzero(8192) }
    return try body()
}
