// SPDX-License-Identifier: MIT

import CJavaScriptCore

/// Owns one reference to a value of JavaScriptCore.
///
/// Stays on the engine's thread.
final class JavaScriptValue {
    let pointer: UnsafeMutablePointer<JSCValue>

    /// Takes over a reference (transfer full).
    init?(_ pointer: UnsafeMutablePointer<JSCValue>?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(pointer))
    }

    /// A property, or `nil` where JavaScript gives none.
    subscript(_ name: String) -> JavaScriptValue? {
        JavaScriptValue(jsc_value_object_get_property(pointer, name))
    }

    /// Calls the value, which is a function.
    func call(_ arguments: [JavaScriptValue] = []) -> JavaScriptValue? {
        guard !arguments.isEmpty else { return JavaScriptValue(jsc_value_function_callv(pointer, 0, nil)) }
        var pointers = arguments.map { Optional($0.pointer) }
        return JavaScriptValue(jsc_value_function_callv(pointer, guint(pointers.count), &pointers))
    }

    var number: Double { jsc_value_to_double(pointer) }
}
