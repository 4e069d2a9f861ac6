// SPDX-License-Identifier: MIT

internal import CGLib

/// Builds the `a{sv}` dictionary that WebKit takes as arguments of a script function.
///
/// Values travel as values, so nothing in them can become source text. GVariant text ends at NUL: text that may hold
/// one is sent as JSON, in which NUL is written as an escape.
package enum VariantArguments {
    /// A dictionary of texts (ownership: floating, the function that gets it takes it over); `nil` without any.
    package static func dictionary(_ values: KeyValuePairs<String, String>) -> OpaquePointer? {
        guard !values.isEmpty else { return nil }
        // Every message to a page pays for this; GVariantDict would cost three times as much.
        return withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: values.count) { entries in
            for (index, (name, text)) in values.enumerated() {
                let value = text.withCString { g_variant_new_string($0) }
                entries.initializeElement(
                    at: index, to: g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(value)))
            }
            return g_variant_new_array(nil, entries.baseAddress, gsize(values.count))
        }
    }
}
