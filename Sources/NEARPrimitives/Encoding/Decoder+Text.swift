// SPDX-License-Identifier: MIT

extension Decoder {
    /// The value of a string with rules of its own.
    ///
    /// A text that breaks one is reported with its place in the document.
    func decodeText<Value>(_ parse: (String) throws -> Value) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        do {
            return try parse(text)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath, debugDescription: "\(error)", underlyingError: error))
        }
    }
}
