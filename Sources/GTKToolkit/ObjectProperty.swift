// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// Sets a property that has no function of its own.
///
/// C offers a variadic call for this, which Swift can't make.
@MainActor
enum ObjectProperty {
    package enum Value {
        case string(String)
        case integer(Int32)
        case boolean(Bool)
        /// A value of the enumeration with this name.
        case enumeration(String, Int32)
    }

    package static func set(_ name: String, of object: GObjectOwner, to value: Value) {
        var box = GValue()
        switch value {
        case .string(let text):
            g_value_init(&box, g_type_from_name("gchararray"))
            g_value_set_string(&box, text)
        case .integer(let number):
            g_value_init(&box, g_type_from_name("gint"))
            g_value_set_int(&box, number)
        case .boolean(let flag):
            g_value_init(&box, g_type_from_name("gboolean"))
            g_value_set_boolean(&box, flag ? 1 : 0)
        case .enumeration(let type, let number):
            g_value_init(&box, g_type_from_name(type))
            g_value_set_enum(&box, number)
        }
        g_object_set_property(object.cast(), name, &box)
        g_value_unset(&box)
    }
}
