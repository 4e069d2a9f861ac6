// SPDX-License-Identifier: MIT

import CJavaScriptCore

/// The two C functions through which JavaScriptCore calls every host function.
///
/// The only file of this target that hands an object to C. JavaScriptCore holds the bridge unretained; the machine that
/// owns both drops the context first.
final class HostBridge {
    /// The host of the call that runs now.
    var host: ContractHost?
    /// The reason why the host ended the call.
    var fault: HostCallError?
    /// Finds the memory again, after it has grown.
    var findMemory: (() -> ContractMemory?)?
    /// The value that the last host function returned.
    private var result: UInt64 = 0

    /// The functions for a module to import, by their names.
    func functions(in context: UnsafeMutablePointer<JSCContext>) -> [MeteredModule.Import: JavaScriptValue] {
        let call3: Call3 = { function, pages, gas, low0, high0, low1, high1, low2, high2, bridge in
            HostBridge.of(bridge)?.call(
                function, pages: pages, gas: gas,
                HostArguments(three: (join(low0, high0), join(low1, high1), join(low2, high2)))) ?? -1
        }
        let call9: Call9 = {
            function, pages, gas, low0, high0, low1, high1, low2, high2, low3, high3, low4, high4, low5, high5, low6,
            high6, low7, high7, low8, high8, bridge in
            HostBridge.of(bridge)?.call(
                function, pages: pages, gas: gas,
                HostArguments(
                    nine: (
                        join(low0, high0), join(low1, high1), join(low2, high2), join(low3, high3), join(low4, high4),
                        join(low5, high5), join(low6, high6), join(low7, high7), join(low8, high8)
                    ))) ?? -1
        }
        let low: Half = { Int32(truncatingIfNeeded: HostBridge.of($0)?.result ?? 0) }
        let high: Half = { Int32(truncatingIfNeeded: (HostBridge.of($0)?.result ?? 0) >> 32) }
        var functions: [MeteredModule.Import: JavaScriptValue] = [:]
        functions[.call3] = make(unsafeBitCast(call3, to: GCallback.self), context, returning: Self.double, halves: 6)
        functions[.call9] = make(unsafeBitCast(call9, to: GCallback.self), context, returning: Self.double, halves: 18)
        functions[.low] = make(unsafeBitCast(low, to: GCallback.self), context, returning: Self.int, halves: nil)
        functions[.high] = make(unsafeBitCast(high, to: GCallback.self), context, returning: Self.int, halves: nil)
        return functions
    }

    private typealias I = Int32
    private typealias Half = @convention(c) (UnsafeMutableRawPointer?) -> I
    private typealias Call3 =
        @convention(c) (I, I, Double, I, I, I, I, I, I, UnsafeMutableRawPointer?) -> Double
    private typealias Call9 =
        @convention(c) (
            I, I, Double, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, UnsafeMutableRawPointer?
        ) -> Double

    /// `G_TYPE_INT` and `G_TYPE_DOUBLE`, which are macros.
    private static let int = GType(6 << 2)
    private static let double = GType(15 << 2)

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> HostBridge? {
        pointer.map { Unmanaged<HostBridge>.fromOpaque($0).takeUnretainedValue() }
    }

    private func make(
        _ callback: @escaping GCallback, _ context: UnsafeMutablePointer<JSCContext>, returning type: GType,
        halves: Int?
    ) -> JavaScriptValue? {
        var types = halves.map { [Self.int, Self.int, Self.double] + Array(repeating: Self.int, count: $0) } ?? []
        return JavaScriptValue(
            jsc_value_new_functionv(
                context, nil, callback, Unmanaged.passUnretained(self).toOpaque(), nil, type, guint(types.count),
                &types))
    }

    /// Calls a host function: gives the gas that is left, or a negative number where the contract has to end.
    private func call(_ function: Int32, pages: Int32, gas: Double, _ arguments: HostArguments) -> Double {
        guard let host, fault == nil, HostFunction.all.indices.contains(Int(function)) else { return -1 }
        if host.memory.byteCount != Int(pages) * 65_536 {
            guard let memory = findMemory?() else { return -1 }
            host.memory = memory
        }
        do throws(HostCallError) {
            try host.gas.take(left: Int64(exactly: gas) ?? -1)
            result = try HostFunction.all[Int(function)].body(host, arguments)
            return Double(host.gas.left)
        } catch {
            fault = error
            return -1
        }
    }
}

/// 64 bits of two halves.
private func join(_ low: Int32, _ high: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32
}
