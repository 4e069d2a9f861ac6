// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The types of an ABI that its schemas refer to by `#/definitions/NAME` (near-abi's `root_schema.definitions`).
struct SchemaDefinitions: Sendable, Equatable {
    /// The thing that a schema is.
    enum Target: Equatable {
        /// A type of its own.
        case itself
        /// A reference to another type.
        case type(JSONValue)
        /// A reference to a type that the ABI doesn't have.
        case unknown
    }

    private static let place = "#/definitions/"

    /// The object of the types; `nil` where the ABI has none.
    let types: JSONValue?

    /// Returns what a schema is or refers to.
    func target(of schema: JSONValue) -> Target {
        guard let reference = schema["$ref"]?.stringValue else { return .itself }
        guard reference.utf8.starts(with: Self.place.utf8),
            let type = types?.objectValue?[ExactText(String(reference.dropFirst(Self.place.count)))]
        else { return .unknown }
        return .type(type)
    }
}
