// SPDX-License-Identifier: MIT

internal import CSodium

/// Lends guarded memory for the intermediate values of a computation, and wipes it afterwards.
///
/// The bytes are zero at first. The memory is that of ``SecretBytes``. The stack below the caller, where called
/// functions have left what they computed, is overwritten too: 8 KiB of it, more than libsodium takes for scalars and
/// hashes.
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
    defer {
        sodium_free(memory)
        sodium_stackzero(8192)
    }
    return try body(memory.assumingMemoryBound(to: UInt8.self))
}
