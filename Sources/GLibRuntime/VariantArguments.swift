// SPDX-License-Identifier: MIT

internal import CGLib

/// Builds the `a{sv}` dictionary that WebKit takes as arguments of a script function.
///
/// Values travel as values, so nothing in them can become source text. GVariant text ends at NUL: text that may hold
/// one is sent as JSON, in which NUL is written as an escape.
package enum VariantArguments {
    /// A dictionary of texts (ownership: floating, the function that gets it takes it over).
    package static func dictionary(_ values: KeyValuePairs<String, String>) -> OpaquePointer? {
        let dictionary = g_variant_dict_new(nil)
        for (name, text) in values {
            g_variant_dict_insert_value(dictionary, name, g_variant_new_string(text))
        }
        defer { g_variant_dict_unref(dictionary) }
        return g_variant_dict_end(dictionary)
    }
}
