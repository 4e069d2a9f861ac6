// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Reads the parameters of a call.
enum CallParameters {
    /// The most bytes that are read, which is above every transaction that a node takes.
    private static let limit = 32 << 20

    /// Returns the parameters as JSON.
    ///
    /// - Parameter text: The program's text; `nil` for one that isn't UTF-8.
    /// - Throws: ``EngineError/configuration(_:)``.
    static func json(_ text: String?) throws(EngineError) -> JSONValue {
        guard let text else { throw .configuration(localized("The parameters are no text in UTF-8.")) }
        guard text.utf8.count <= limit else {
            throw .configuration(
                localized(
                    "The call has %1$s bytes, and at most %2$s are sent. Send less at once.", "\(text.utf8.count)",
                    "\(limit)"))
        }
        do {
            return try JSONValue.parse(Array(text.utf8))
        } catch {
            throw .configuration(localized("The parameters are no JSON: %1$s.", "\(error)"))
        }
    }
}
