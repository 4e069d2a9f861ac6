// SPDX-License-Identifier: MIT

import Glibc

/// Bytes of a secret in memory of their own, overwritten before it's given back.
///
/// Unlike an array, it's never copied behind the caller's back: copies of the reference share the one buffer. What
/// Swift can't promise: an array from which the secret came, or a text that was made of it, is not wiped.
///
/// `@unchecked Sendable`: the buffer is written in `init`, before any other thread can have the reference, and in
/// `deinit`, after the last one gave it up; in between it is only read.
package final class WipedBytes: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies `bytes`.
    package init(_ bytes: some Collection<UInt8>) {
        memory = .allocate(byteCount: bytes.count, alignment: 16)
        memory.copyBytes(from: bytes)
    }

    deinit {
        memory.wipe()
        memory.deallocate()
    }

    /// Lends the bytes; they must not outlive `body`.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(memory))
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the memory in a way that the compiler doesn't leave out.
    fileprivate func wipe() {
        if let baseAddress {
            explicit_bzero(baseAddress, count)
        }
    }
}

extension Array where Element: FixedWidthInteger {
    /// Overwrites the array's memory, where no other array shares its buffer.
    ///
    /// Used on copies of secrets when they are done with.
    package mutating func wipe() {
        withUnsafeMutableBytes { $0.wipe() }
    }
}
