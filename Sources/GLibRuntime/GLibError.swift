// SPDX-License-Identifier: MIT

package import CGLib

/// A `GError` as a Swift value.
///
/// The domain is GLib's quark text (for example `WebKitJavascriptError`), the code is the domain's own, and the message
/// is what the library wrote, in English or the user's language.
public struct GLibError: Error, Hashable, Sendable, CustomStringConvertible {
    /// GLib's name of the error domain.
    public let domain: String
    /// The error's number within its domain.
    public let code: Int
    /// The library's words for the error.
    public let message: String

    /// An error of our own, in the shape of GLib's.
    public init(domain: String, code: Int, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    /// Takes over `error` (ownership: full, it is freed here).
    package init(taking error: UnsafeMutablePointer<GError>) {
        self.init(copying: error)
        g_error_free(error)
    }

    /// Reads `error` and leaves it to its owner (ownership: none).
    package init(copying error: UnsafePointer<GError>) {
        domain = g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? "GLib"
        code = Int(error.pointee.code)
        message = error.pointee.message.map { String(cString: $0) } ?? "no message"
    }

    /// The message, then domain and code.
    public var description: String { "\(message) (\(domain) \(code))" }

    /// Calls a GLib function that reports failure through its last `GError **` parameter.
    ///
    /// - Throws: The reported error, when there is one.
    package static func check<Value>(
        _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
    ) throws(GLibError) -> Value {
        var error: UnsafeMutablePointer<GError>?
        let value = call(&error)
        if let error { throw GLibError(taking: error) }
        return value
    }
}
