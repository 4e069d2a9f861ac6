// SPDX-License-Identifier: MIT

internal import CSodium
internal import Glibc

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
    /// The only process that has the bytes; `nil` if its forks have them too.
    private let process: pid_t?

    /// Makes a secret of `count` bytes that `fill` writes.
    ///
    /// Bytes that `fill` leaves alone are zero. If `fill` throws, the memory is wiped and freed.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - isWipedInForks: True if a process that is forked off from this one gets zeros in their place (Linux's
    ///     `MADV_WIPEONFORK`, 4.14 or later); ``isOfThisProcess`` is false there.
    ///   - fill: A function that writes the bytes.
    /// - Throws: The error that `fill` throws.
    public init<Failure: Error>(
        count: Int, isWipedInForks: Bool = false,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(Sodium.isReady, "libsodium can't be initialized")
        guard let memory = sodium_malloc(count) else {
            preconditionFailure("no memory for a secret of \(count) bytes")
        }
        let buffer = UnsafeMutableRawBufferPointer(start: memory, count: count)
        sodium_memzero(memory, count)
        if isWipedInForks { Self.wipeInForks(memory, count) }
        do throws(Failure) {
            try fill(buffer)
        } catch {
            sodium_free(memory)
            throw error
        }
        sodium_mprotect_readonly(memory)
        self.memory = memory
        self.count = count
        process = isWipedInForks ? getpid() : nil
    }

    /// Has the kernel give forks zeros in place of the pages that have the bytes.
    ///
    /// A kernel that doesn't know of it leaves the pages alone, and the process's id alone tells a fork.
    private static func wipeInForks(_ memory: UnsafeMutableRawPointer, _ count: Int) {
        let page = UInt(getpagesize())
        let start = UInt(bitPattern: memory) / page * page
        let length = Int(UInt(bitPattern: memory) - start) + count
        madvise(UnsafeMutableRawPointer(bitPattern: start), length, MADV_WIPEONFORK)
    }

    /// False in a fork of the process that made a secret which forks don't get.
    public var isOfThisProcess: Bool { process == nil || process == getpid() }

    /// Copies `bytes`, which stay their owner's to wipe.
    public convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
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
        // In a fork there is nothing to wipe, and libsodium would take the zeros for an overrun and end the process.
        if isOfThisProcess { sodium_free(memory) }
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
    package func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
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
