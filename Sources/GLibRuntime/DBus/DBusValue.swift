// SPDX-License-Identifier: MIT

internal import CGLib

/// A value that travels over D-Bus, of the types that this package uses.
public indirect enum DBusValue: Hashable, Sendable {
    /// `s`
    case string(String)
    /// `b`
    case boolean(Bool)
    /// `u`
    case unsigned(UInt32)
    /// `i`
    case integer(Int32)
    /// `o`
    case objectPath(String)
    /// `as`
    case strings([String])
    /// `a{sv}`: options by name.
    case options([String: DBusValue])
    /// `av`
    case variants([DBusValue])
    /// `v`: any value.
    ///
    /// It can be written only; one that is read is the value itself.
    case variant(DBusValue)
    /// Values of other types in an array or a structure.
    ///
    /// They can be read only.
    case values([DBusValue])
    /// Anything else, by its D-Bus type.
    ///
    /// It can be read only.
    case other(type: String)

    /// The text, if the value is one.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The values, if there are several.
    public var listValue: [DBusValue]? {
        switch self {
        case .values(let values), .variants(let values): values
        case .strings(let texts): texts.map { .string($0) }
        default: nil
        }
    }

    /// The options, if the value is a table of them.
    public var optionsValue: [String: DBusValue]? {
        if case .options(let options) = self { options } else { nil }
    }

    /// Makes a GVariant (ownership: floating).
    ///
    /// Texts must be free of NUL; what follows one is left out.
    private var variant: OpaquePointer? {
        switch self {
        case .string(let text): return g_variant_new_string(text)
        case .boolean(let value): return g_variant_new_boolean(value ? 1 : 0)
        case .unsigned(let value): return g_variant_new_uint32(value)
        case .integer(let value): return g_variant_new_int32(value)
        case .objectPath(let path): return g_variant_new_object_path(path)
        case .strings(let texts): return Self.array(of: "as", texts.map { g_variant_new_string($0) })
        case .variants(let values): return Self.array(of: "av", values.map { g_variant_new_variant($0.variant) })
        case .variant(let value): return g_variant_new_variant(value.variant)
        case .options(let options):
            let dictionary = g_variant_dict_new(nil)
            defer { g_variant_dict_unref(dictionary) }
            for (name, value) in options { g_variant_dict_insert_value(dictionary, name, value.variant) }
            return g_variant_dict_end(dictionary)
        case .values: preconditionFailure("values whose D-Bus type isn't known can't be written")
        case .other(let type): preconditionFailure("a value of the D-Bus type \(type) can't be written")
        }
    }

    private static func array(of type: String, _ elements: [OpaquePointer?]) -> OpaquePointer? {
        let type = g_variant_type_new(type)
        defer { g_variant_type_free(type) }
        let builder = g_variant_builder_new(type)
        defer { g_variant_builder_unref(builder) }
        for element in elements { g_variant_builder_add_value(builder, element) }
        return g_variant_builder_end(builder)
    }

    /// The arguments of a call (ownership: floating, the function that gets it takes it over).
    static func tuple(_ values: [DBusValue]) -> OpaquePointer? {
        let variants = values.map(\.variant)
        return variants.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, gsize($0.count)) }
    }

    /// Reads the values of a tuple (ownership: none).
    static func values(of tuple: OpaquePointer) -> [DBusValue] {
        children(of: tuple)
    }

    private static func children(of container: OpaquePointer) -> [DBusValue] {
        (0..<g_variant_n_children(container)).map { index in
            let child = g_variant_get_child_value(container, index)
            defer { g_variant_unref(child) }
            return child.map(DBusValue.init(reading:)) ?? .other(type: "")
        }
    }

    /// Reads a value (ownership: none).
    private init(reading variant: OpaquePointer) {
        let type = String(cString: g_variant_get_type_string(variant))
        switch type {
        case "s": self = .string(String(cString: g_variant_get_string(variant, nil)))
        case "o": self = .objectPath(String(cString: g_variant_get_string(variant, nil)))
        case "b": self = .boolean(g_variant_get_boolean(variant) != 0)
        case "u": self = .unsigned(g_variant_get_uint32(variant))
        case "i": self = .integer(g_variant_get_int32(variant))
        case "as": self = .strings(Self.children(of: variant).compactMap(\.stringValue))
        case "av": self = .variants(Self.children(of: variant))
        case "v": self = Self.children(of: variant).first ?? .other(type: type)
        case "a{sv}": self = .options(Self.readOptions(variant))
        case _ where type.hasPrefix("a{"): self = .other(type: type)
        case _ where g_variant_is_container(variant) != 0: self = .values(Self.children(of: variant))
        default: self = .other(type: type)
        }
    }

    private static func readOptions(_ dictionary: OpaquePointer) -> [String: DBusValue] {
        var options: [String: DBusValue] = [:]
        for index in 0..<g_variant_n_children(dictionary) {
            guard let entry = g_variant_get_child_value(dictionary, index) else { continue }
            defer { g_variant_unref(entry) }
            let pair = children(of: entry)
            if pair.count == 2, let name = pair[0].stringValue { options[name] = pair[1] }
        }
        return options
    }
}
