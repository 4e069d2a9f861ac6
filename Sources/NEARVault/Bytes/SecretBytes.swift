// SPDX-License-Identifier: MIT

internal import CSodium

/// The bytes of a secret, in guarded memory that is wiped when its last owner lets go.
///
/// The memory is libsodium's (`sodium_malloc`): an inaccessible page lies on either side, it is left out of core
/// dumps, and it is locked into RAM as far as the process's limit (`RLIMIT_MEMLOCK`) allows, so that it isn't swapped
/// out. It becomes read-only once it is filled. Copies of the reference share it; nothing copies the bytes behind the
/// caller's back. A caller who makes a text or an array of them has made a copy that nobody wipes.
///
/// `@unchecked Sendable`, because the compiler can't see what makes the pointer safe to share: the memory is written in
/// the initializer, before another thread can have the reference; from then on the kernel refuses every write; and
/// `deinit` runs after the last reference is gone.
public final class SecretBytes: @unchecked Sendable {
    /// The number of bytes.
    public let count: Int
    private let memory: UnsafeMutableRawPointer

    /// Makes a secret of `count` bytes that `fill` writes.
    ///
    /// Bytes that `fill` leaves alone are zero. If `fill` throws, the memory is wiped and freed.
    ///
    /// - Throws: The error that `fill` throws.
    public init<Failure: Error>(
        count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(Sodium.isReady, "libsodium can't be initialized")
        guard let memory = sodium_malloc(count) else {
            preconditionFailure("no memory for a secret of \(count) bytes")
        }
        let buffer = UnsafeMutableRawBufferPointer(start: memory, count: count)
        sodium_memzero(memory, count)
        do throws(Failure) {
            try fill(buffer)
        } catch {
            sodium_free(memory)
            throw error
        }
        sodium_mprotect_readonly(memory)
        self.memory = memory
        self.count = count
    }

    /// Copies `bytes`, which stay their owner's to wipe.
    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// Moves the bytes of an array into guarded memory and overwrites the array with zeros.
    ///
    /// Other arrays that were made from it keep their bytes.
    public convenience init(moving bytes: inout [UInt8]) {
        self.init(count: bytes.count) { memory in
            bytes.withUnsafeMutableBytes { source in
                memory.copyMemory(from: UnsafeRawBufferPointer(source))
                if let start = source.baseAddress { sodium_memzero(start, source.count) }
            }
        }
    }

    /// Returns `count` random bytes of the system's generator.
    public static func random(count: Int) -> SecretBytes {
        SecretBytes(count: count) { memory in
            if let start = memory.baseAddress { randombytes_buf(start, memory.count) }
        }
    }

    deinit {
        sodium_free(memory)
    }

    /// Lends the bytes, which must not be used after `body` has ended.
    ///
    /// - Throws: The error that `body` throws.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }
}

extension SecretBytes {
    /// Lends the bytes as libsodium takes them.
    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
    }
}

extension SecretBytes: Equatable {
    /// Compares in a time that depends on the lengths only.
    public static func == (one: SecretBytes, other: SecretBytes) -> Bool {
        one.count == other.count && sodium_memcmp(one.memory, other.memory, one.count) == 0
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    /// The number of bytes, never the bytes: texts end up in logs.
    public var description: String { "SecretBytes(\(count) bytes)" }

    /// An empty mirror, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// libsodium's one-time setup.
enum Sodium {
    /// True once libsodium has chosen its code for this processor; safe to ask on any thread.
    static let isReady = sodium_init() >= 0
}
