// SPDX-License-Identifier: MIT

import CJavaScriptCore
import Foundation

/// The guest book's method in JavaScriptCore, with the least of a host and no chain.
///
/// What a contract call costs that neither gas, nor state that can be taken back, nor a block is kept for. The module
/// is the one that is deployed; its host functions are JavaScript, registers and storage are maps.
enum BareContract {
    /// Returns the nanoseconds of one call, as the mean of `count` calls in one instance.
    ///
    /// - Throws: ``BenchError`` with what JavaScript threw.
    static func time(
        _ code: [UInt8], method: String, arguments: String, from sender: String, count: Int
    ) throws -> Double {
        guard let context = JSGlobalContextCreate(nil) else { throw BenchError("JavaScriptCore doesn't come up") }
        defer { JSGlobalContextRelease(context) }
        let bytes = code.map(String.init).joined(separator: ",")
        _ = try evaluate(host(bytes, method: method, arguments: arguments, sender: sender), in: context)
        // The first calls are interpreted.
        _ = try evaluate("run(200)", in: context)
        let begin = ContinuousClock.now
        guard try evaluate("run(\(count))", in: context) > 0 else { throw BenchError("the contract stored nothing") }
        return begin.duration(to: .now) / .nanoseconds(count)
    }

    /// Returns a script's value as a number.
    private static func evaluate(_ source: String, in context: JSGlobalContextRef) throws -> Double {
        let script = JSStringCreateWithUTF8CString(source)
        defer { JSStringRelease(script) }
        var thrown: JSValueRef?
        let value = JSEvaluateScript(context, script, nil, nil, 1, &thrown)
        guard thrown == nil, let value else {
            let text = JSValueToStringCopy(context, thrown, nil)
            defer { if let text { JSStringRelease(text) } }
            var words = [CChar](repeating: 0, count: 500)
            if let text { JSStringGetUTF8CString(text, &words, words.count) }
            throw BenchError(words.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" })
        }
        return JSValueToNumber(context, value, nil)
    }

    private static func host(_ bytes: String, method: String, arguments: String, sender: String) -> String {
        """
        const module = new WebAssembly.Module(new Uint8Array([\(bytes)]));
        let memory;
        const registers = new Map(), state = new Map();
        const utf8 = text => Uint8Array.from(text, letter => letter.charCodeAt(0));
        const input = utf8('\(arguments)'), sender = utf8('\(sender)');
        const read = (length, pointer) => length === 0xffffffffffffffffn
            ? registers.get(pointer)
            : new Uint8Array(memory.buffer, Number(pointer), Number(length));
        const host = {
            input: register => { registers.set(register, input); },
            predecessor_account_id: register => { registers.set(register, sender); },
            attached_deposit: pointer => { new Uint8Array(memory.buffer, Number(pointer), 16).fill(0); },
            register_len: register => registers.has(register)
                ? BigInt(registers.get(register).length) : 0xffffffffffffffffn,
            read_register: (register, pointer) => {
                new Uint8Array(memory.buffer).set(registers.get(register), Number(pointer));
            },
            storage_read: (length, pointer, register) => {
                const value = state.get(String(read(length, pointer)));
                if (value === undefined) return 0n;
                registers.set(register, value);
                return 1n;
            },
            storage_write: (length, pointer, valueLength, valuePointer, register) => {
                const key = String(read(length, pointer)), old = state.get(key);
                state.set(key, read(valueLength, valuePointer).slice());
                if (old === undefined) return 0n;
                registers.set(register, old);
                return 1n;
            },
            log_utf8: (length, pointer) => { read(length, pointer); },
            value_return: () => {},
        };
        const imports = {env: {}};
        for (const {module: from, name, kind} of WebAssembly.Module.imports(module)) {
            imports[from] ??= {};
            imports[from][name] = kind === 'memory'
                ? new WebAssembly.Memory({initial: 1024, maximum: 2048})
                : host[name] ?? (() => { throw new Error(name); });
            if (kind === 'memory') memory = imports[from][name];
        }
        const exports = new WebAssembly.Instance(module, imports).exports;
        memory ??= exports.memory;
        const run = count => {
            for (let i = 0; i < count; i++) {
                registers.clear();
                exports['\(method)']();
            }
            return state.size;
        };
        0
        """
    }
}
