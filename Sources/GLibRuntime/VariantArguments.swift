// SPDX-License-Identifier: MIT

internal import CGLib

/// Builds the `a{sv}` dictionary that WebKit takes as arguments of a script function.
///
/// Values travel as values, so nothing in them can become source text. GVariant text ends at NUL: text that may hold
/// one is sent as JSON, in which NUL is written as an escape.
package enum VariantArguments {
    /// Calls `body` with a dictionary of texts, or with `nil` where there are none.
    ///
    /// The dictionary ends with the call. WebKitGTK 2.50.6 reads its arguments at once and, whatever other functions do
    /// with a floating reference, takes none over: it would lose the text of each call.
    package static func withDictionary<Result>(
        _ values: KeyValuePairs<String, String>, _ body: (OpaquePointer?) -> Result
    ) -> Result {
        guard !values.isEmpty else { return body(nil) }
        let dictionary = g_variant_ref_sink(dictionary(values))
        defer { g_variant_unref(dictionary) }
        return body(dictionary)
    }

    /// Makes a dictionary (ownership: floating).
    private static func dictionary(_ values: KeyValuePairs<String, String>) -> OpaquePointer? {
        // Every message to a page pays for this; GVariantDict would cost three times as much.
        withUnsafeTemporaryAllocation(of: OpaquePointer?.self, capacity: values.count) { entries in
            for (index, (name, text)) in values.enumerated() {
                let value = text.withCString { g_variant_new_string($0) }
                entries.initializeElement(
                    at: index, to: g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(value)))
            }
            return g_variant_new_array(nil, entries.baseAddress, gsize(values.count))
        }
    }
}
