// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import NEARPrimitives
internal import SafeText

/// The form of a JSON document in a profile's data folder.
///
/// It is an object with a number `schema` and what it is about.
package protocol DocumentFormat {
    /// The document's content as values.
    associatedtype Content: Sendable, Equatable

    /// The file's name without its ending.
    static var name: String { get }
    /// The number that the document's `schema` has.
    static var schema: Int128 { get }
    /// The content of a file that doesn't exist.
    static var empty: Content { get }
    /// A sentence for users whose document has become too large.
    static var full: String { get }

    /// Reads the document's fields.
    ///
    /// - Throws: An error that is shown behind ``DocumentFormat/problem(_:movedTo:)``'s beginning.
    static func content(_ fields: JSONFields) throws -> Content
    /// Returns the document's fields without `schema`.
    static func fields(_ content: Content) -> JSONValue.Members
    /// Returns a sentence about a file that couldn't be understood, and was moved to `place`.
    static func problem(_ reason: String, movedTo place: String) -> String
}

/// The reason for which a text is not a document of its kind.
package struct DocumentFormatError: Error {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}

extension DocumentFormat {
    /// Reads a document.
    package static func decode(_ bytes: [UInt8]) throws(DocumentFormatError) -> Content {
        do {
            let value = try JSONValue.parse(bytes)
            guard !RepeatedNames.exist(in: bytes, of: value) else {
                throw DocumentFormatError(reason: localized("an object has two fields of one name"))
            }
            let fields = try JSONFields(value, name)
            guard try fields.value("schema") == .integer(schema) else {
                throw DocumentFormatError(
                    reason: localized("this version doesn’t know schema %1$s", try fields.value("schema").text))
            }
            return try content(fields)
        } catch let error as DocumentFormatError {
            throw error
        } catch {
            throw DocumentFormatError(reason: localized("it is not a file of %1$s: %2$s", name, "\(error)"))
        }
    }

    /// Returns a document's bytes.
    package static func encode(_ content: Content) -> Data {
        Data(JSONValue.object(fields(content).merging(["schema": .integer(schema)]) { own, _ in own }).bytes)
    }

    /// Refuses a list that is too long.
    package static func bounded(_ elements: [JSONValue], _ limit: Int) throws(DocumentFormatError) -> [JSONValue] {
        guard elements.count <= limit else {
            throw DocumentFormatError(
                reason: localized("a list has %1$s entries; %2$s are allowed", "\(elements.count)", "\(limit)"))
        }
        return elements
    }

    /// Reads a time in the form of ISO 8601.
    ///
    /// Documents have whole seconds; a fraction, which Foundation reads, is left out.
    package static func date(_ text: String) throws -> Date {
        let time = try Date.ISO8601FormatStyle().parse(text).timeIntervalSince1970
        return Date(timeIntervalSince1970: time.rounded(.down))
    }
}
