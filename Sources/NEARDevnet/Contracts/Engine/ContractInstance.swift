// SPDX-License-Identifier: MIT

import Glibc
import NEARPrimitives

/// A metered module in JavaScriptCore.
///
/// Every call of it begins as if it were the first.
final class ContractInstance {
    private let module: MeteredModule
    private let exports: JavaScriptValue
    private let viewOf: JavaScriptValue
    private var functions: [String: JavaScriptValue] = [:]
    /// Keeps the buffer that `memory` points into.
    private var buffer: JavaScriptValue?

    init(_ module: MeteredModule, exports: JavaScriptValue, viewOf: JavaScriptValue) {
        self.module = module
        self.exports = exports
        self.viewOf = viewOf
    }

    /// The memory where it is now, or `nil` where there is none, which doesn't happen.
    func findMemory() -> ContractMemory? {
        guard let memory = exports[MeteredModule.Export.memory], let view = viewOf.call([memory]) else { return nil }
        buffer = view
        guard let bytes = view.bytes, let base = bytes.baseAddress else { return nil }
        return ContractMemory(base: base, byteCount: bytes.count)
    }

    /// A function that the module exports.
    func function(_ name: String) -> JavaScriptValue? {
        if let function = functions[name] { return function }
        let function = exports[name]
        functions[name] = function
        return function
    }

    /// Fills the memory with its initial data.
    func fill(_ memory: ContractMemory) throws(HostCallError) {
        for segment in module.data { try memory.write(Array(segment.bytes), to: UInt64(segment.offset)) }
    }

    /// Frees the memory that the contract has used: afterwards all of it is zero.
    ///
    /// - Returns: Whether that worked; where it didn't, the instance can't be used again.
    func clear(_ memory: ContractMemory, initialByteCount: Int) -> Bool {
        memory.byteCount == initialByteCount && memory.clear()
    }
}

extension ContractMemory {
    /// Gives the pages back to the system, which are zero when they are touched again.
    func clear() -> Bool {
        guard Int(bitPattern: base) % Int(getpagesize()) == 0, byteCount > 0 else { return false }
        // Whether that holds depends on how JavaScriptCore got the memory: a mark has to vanish.
        base.storeBytes(of: 0xFF, as: UInt8.self)
        guard madvise(base, byteCount, MADV_DONTNEED) == 0 else { return false }
        return base.load(as: UInt8.self) == 0
    }
}
