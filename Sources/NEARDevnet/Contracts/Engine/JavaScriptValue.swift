// SPDX-License-Identifier: MIT

import CJavaScriptCore
import Glibc

/// A global context of JavaScriptCore in a virtual machine of its own.
///
/// Stays on the engine's thread.
final class JavaScriptContext {
    let pointer: JSGlobalContextRef
    /// The message of the last exception that a script has thrown; `nil` after it was taken.
    private var exception: String?

    init?() {
        guard let pointer = JSGlobalContextCreate(nil) else { return nil }
        self.pointer = pointer
        Self.setIncludesNativeCallStack?(pointer, false)
    }

    /// Says whether exceptions are reported with the names of native functions; `nil` in a WebKit without it.
    ///
    /// They are reported so by default, to nobody, and each contract that fails ends by an exception: the names took a
    /// millisecond. The function is exported, and in no public header.
    private static let setIncludesNativeCallStack: NativeCallStackSetter? = {
        let name = "JSGlobalContextSetIncludesNativeCallStackWhenReportingExceptions"
        return dlsym(nil, name).map { unsafeBitCast($0, to: NativeCallStackSetter.self) }
    }()

    private typealias NativeCallStackSetter = @Sendable @convention(c) (JSGlobalContextRef, CBool) -> Void

    deinit {
        JSGlobalContextRelease(pointer)
    }

    /// The value of a script, or `nil` where it throws.
    func evaluate(_ source: String) -> JavaScriptValue? {
        withName(source) { source in
            note { JSEvaluateScript(pointer, source, nil, nil, 1, &$0) }
        }
    }

    /// An array of bytes, copied.
    func array(_ bytes: [UInt8]) -> JavaScriptValue? {
        guard
            let array = note({
                JSObjectMakeTypedArray(pointer, kJSTypedArrayTypeUint8Array, bytes.count, &$0)
            })
        else { return nil }
        guard let base = JSObjectGetTypedArrayBytesPtr(pointer, array.pointer, nil) else {
            return bytes.isEmpty ? array : nil
        }
        bytes.withUnsafeBytes { base.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(base), byteCount: $0.count) }
        return array
    }

    /// A number.
    func number(_ value: Double) -> JavaScriptValue? { own(JSValueMakeNumber(pointer, value)) }

    /// Returns the message of the last exception, and forgets it.
    func takeException() -> String? {
        defer { exception = nil }
        return exception
    }

    /// Runs a function of the C interface, and keeps the message of what it throws.
    func note(_ body: (inout JSValueRef?) -> JSValueRef?) -> JavaScriptValue? {
        var thrown: JSValueRef?
        let result = body(&thrown)
        guard let thrown else { return own(result) }
        exception = message(of: thrown)
        return nil
    }

    /// Runs `body` with a text as JavaScriptCore has texts.
    func withName<Result>(_ text: String, _ body: (JSStringRef?) -> Result) -> Result {
        let name = JSStringCreateWithUTF8CString(text)
        defer { JSStringRelease(name) }
        return body(name)
    }

    private func own(_ value: JSValueRef?) -> JavaScriptValue? { value.map { JavaScriptValue($0, in: self) } }

    private func message(of thrown: JSValueRef) -> String {
        guard let object = JSValueToObject(pointer, thrown, nil) else { return "" }
        let message = withName("message") { JSObjectGetProperty(pointer, object, $0, nil) }
        guard let text = JSValueToStringCopy(pointer, message ?? thrown, nil) else { return "" }
        defer { JSStringRelease(text) }
        var bytes = [CChar](repeating: 0, count: JSStringGetMaximumUTF8CStringSize(text))
        let count = JSStringGetUTF8CString(text, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count - 1)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Keeps one value of JavaScriptCore from being collected.
///
/// Stays on the engine's thread.
final class JavaScriptValue {
    let pointer: JSValueRef
    private let context: JavaScriptContext

    fileprivate init(_ pointer: JSValueRef, in context: JavaScriptContext) {
        JSValueProtect(context.pointer, pointer)
        self.pointer = pointer
        self.context = context
    }

    deinit {
        JSValueUnprotect(context.pointer, pointer)
    }

    /// A property, or `nil` where reading it throws.
    subscript(_ name: String) -> JavaScriptValue? {
        context.withName(name) { name in
            context.note { JSObjectGetProperty(context.pointer, pointer, name, &$0) }
        }
    }

    /// Gives the value a property, which it owns then.
    func set(_ name: String, to object: JSObjectRef) {
        context.withName(name) { JSObjectSetProperty(context.pointer, pointer, $0, object, 0, nil) }
    }

    /// Calls the value, which is a function; `nil` where it throws.
    func call(_ arguments: [JavaScriptValue] = []) -> JavaScriptValue? {
        let pointers = arguments.map { Optional($0.pointer) }
        return context.note {
            JSObjectCallAsFunction(context.pointer, pointer, nil, pointers.count, pointers, &$0)
        }
    }

    /// The bytes of a typed array; valid while this value lives, and what it views isn't replaced.
    var bytes: UnsafeMutableRawBufferPointer? {
        guard let base = JSObjectGetTypedArrayBytesPtr(context.pointer, pointer, nil) else { return nil }
        return UnsafeMutableRawBufferPointer(
            start: base, count: JSObjectGetTypedArrayByteLength(context.pointer, pointer, nil))
    }

    var number: Double { JSValueToNumber(context.pointer, pointer, nil) }
}
