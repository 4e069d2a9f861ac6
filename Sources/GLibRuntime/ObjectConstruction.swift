// SPDX-License-Identifier: MIT

package import CGLib

/// Creates GObjects with construct-time properties.
///
/// C offers a variadic call for this, which Swift can't make.
package enum ObjectConstruction {
    /// One construct property.
    package enum Property {
        /// An object property; its reference stays the caller's.
        case object(UnsafeMutableRawPointer)
        /// A text property.
        case string(String)
        /// A boolean property.
        case boolean(Bool)
    }

    /// A new object of `type` (ownership: as `g_object_new`, which is floating for widgets and full for the rest).
    package static func make(
        _ type: GType, _ properties: KeyValuePairs<String, Property>
    ) -> UnsafeMutableRawPointer {
        let names = properties.map { strdup($0.key) }
        var values = properties.map { value(of: $0.value) }
        defer {
            names.forEach { free($0) }
            for index in values.indices { g_value_unset(&values[index]) }
        }
        var constNames = names.map { UnsafePointer<CChar>($0) }
        let object = g_object_new_with_properties(type, guint(values.count), &constNames, &values)
        guard let object else { preconditionFailure("GLib could not create an object of type \(type)") }
        return UnsafeMutableRawPointer(object)
    }

    private static func value(of property: Property) -> GValue {
        var value = GValue()
        switch property {
        case .object(let pointer):
            g_value_init(&value, g_type_from_name("GObject"))
            g_value_set_object(&value, pointer)
        case .string(let text):
            g_value_init(&value, g_type_from_name("gchararray"))
            g_value_set_string(&value, text)
        case .boolean(let flag):
            g_value_init(&value, g_type_from_name("gboolean"))
            g_value_set_boolean(&value, flag ? 1 : 0)
        }
        return value
    }
}
