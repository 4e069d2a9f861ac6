// SPDX-License-Identifier: MIT

import CJavaScriptCore

/// The C functions through which JavaScriptCore calls every host function.
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

    /// Gives `imports` the functions for a module to import, by their names.
    func add(to imports: JavaScriptValue, in context: JavaScriptContext) {
        let functions: [(MeteredModule.Import, JSObjectCallAsFunctionCallback)] = [
            (
                .call1,
                { context, function, _, count, arguments, _ in
                    HostBridge.perform(function, in: context, arity: 1, count: count, with: arguments)
                }
            ),
            (
                .call3,
                { context, function, _, count, arguments, _ in
                    HostBridge.perform(function, in: context, arity: 3, count: count, with: arguments)
                }
            ),
            (
                .call9,
                { context, function, _, count, arguments, _ in
                    HostBridge.perform(function, in: context, arity: 9, count: count, with: arguments)
                }
            ),
            (
                .value,
                { context, function, _, _, _, _ in
                    let value = Int64(bitPattern: HostBridge.of(function)?.result ?? 0)
                    return JSValueMakeNumber(context, Double(exactly: value) ?? .nan)
                }
            ),
            (
                .low,
                { context, function, _, _, _, _ in
                    let half = Int32(truncatingIfNeeded: HostBridge.of(function)?.result ?? 0)
                    return JSValueMakeNumber(context, Double(half))
                }
            ),
            (
                .high,
                { context, function, _, _, _, _ in
                    let half = Int32(truncatingIfNeeded: (HostBridge.of(function)?.result ?? 0) >> 32)
                    return JSValueMakeNumber(context, Double(half))
                }
            ),
        ]
        for (name, callback) in functions {
            var definition = kJSClassDefinitionEmpty
            definition.callAsFunction = callback
            let type = JSClassCreate(&definition)
            defer { JSClassRelease(type) }
            guard let object = JSObjectMake(context.pointer, type, Unmanaged.passUnretained(self).toOpaque()) else {
                continue
            }
            imports.set(name.rawValue, to: object)
        }
    }

    private static func of(_ function: JSObjectRef?) -> HostBridge? {
        JSObjectGetPrivate(function).map { Unmanaged<HostBridge>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Does what a module calls.
    ///
    /// It gives the function's number, its memory's pages, the gas that is left, and the arguments in halves.
    private static func perform(
        _ function: JSObjectRef?, in context: JSContextRef?, arity: Int, count: Int,
        with arguments: UnsafePointer<JSValueRef?>?
    ) -> JSValueRef? {
        func half(_ index: Int) -> UInt32 {
            let number = JSValueToNumber(context, arguments?[index], nil)
            return UInt32(truncatingIfNeeded: Int64(exactly: number) ?? 0)
        }
        func joined(_ index: Int) -> UInt64 {
            guard index < arity else { return 0 }
            return UInt64(half(3 + 2 * index)) | UInt64(half(4 + 2 * index)) << 32
        }
        guard count == 3 + 2 * arity, let bridge = of(function), let arguments else {
            return JSValueMakeNumber(context, PackedResult.fault)
        }
        let left = bridge.call(
            Int32(bitPattern: half(0)), pages: Int32(bitPattern: half(1)),
            gas: JSValueToNumber(context, arguments[2], nil),
            HostArguments(
                nine: (
                    joined(0), joined(1), joined(2), joined(3), joined(4), joined(5), joined(6), joined(7), joined(8)
                )))
        return JSValueMakeNumber(context, left)
    }

    /// Calls a host function, and returns what ``PackedResult`` says.
    private func call(_ function: Int32, pages: Int32, gas: Double, _ arguments: HostArguments) -> Double {
        guard let host, fault == nil, HostFunction.all.indices.contains(Int(function)) else {
            return PackedResult.fault
        }
        if host.memory.byteCount != Int(pages) * 65_536 {
            guard let memory = findMemory?() else { return PackedResult.fault }
            host.memory = memory
        }
        do throws(HostCallError) {
            let before = Int64(exactly: gas) ?? -1
            try host.gas.take(left: before)
            let called = HostFunction.all[Int(function)]
            result = try called.body(host, arguments)
            let left = host.gas.left
            guard called.type.result != nil, let cost = UInt64(exactly: before - Int64(left)) else {
                return Double(left)
            }
            return PackedResult.pack(cost: cost, result: result) ?? Double(left)
        } catch {
            fault = error
            return PackedResult.fault
        }
    }
}
