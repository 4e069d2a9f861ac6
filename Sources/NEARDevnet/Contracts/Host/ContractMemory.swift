// SPDX-License-Identifier: MIT

/// A contract's memory while it runs.
///
/// Where it is, is good until the contract has it grow.
struct ContractMemory {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    init(base: UnsafeMutableRawPointer, byteCount: Int) {
        self.base = base
        self.byteCount = byteCount
    }

    /// The bytes from a place on, copied.
    func read(_ pointer: UInt64, _ count: UInt64) throws(HostCallError) -> [UInt8] {
        let range = try check(pointer, count)
        return Array(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Puts bytes to a place.
    func write(_ bytes: [UInt8], to pointer: UInt64) throws(HostCallError) {
        let range = try check(pointer, UInt64(bytes.count))
        guard !range.isEmpty else { return }
        bytes.withUnsafeBytes {
            (base + range.lowerBound).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(base), byteCount: $0.count)
        }
    }

    private func check(_ pointer: UInt64, _ count: UInt64) throws(HostCallError) -> Range<Int> {
        let (end, overflow) = pointer.addingReportingOverflow(count)
        guard !overflow, end <= UInt64(byteCount) else { throw .memoryAccessViolation }
        return Int(pointer)..<Int(end)
    }
}
