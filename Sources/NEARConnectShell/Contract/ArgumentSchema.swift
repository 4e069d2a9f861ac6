// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The types of a method's arguments, by a contract's ABI (JSON Schema, draft 7, as near-abi 0.4 uses it).
///
/// It is the contract's word: a difference is told to whoever writes a call, and keeps nobody from making it. Keywords
/// that aren't known here say nothing.
struct ArgumentSchema: Sendable, Equatable {
    /// The method's `params`; `nil` for a method without arguments.
    let params: JSONValue?
    let definitions: SchemaDefinitions

    /// Returns how arguments differ from the ABI, as a sentence; `nil` where they don't, or where it can't be said.
    func difference(of arguments: JSONValue.Members, calling method: String) -> String? {
        let name = ArgumentDifference.quoted(method)
        let named = params?["args"]?.arrayValue ?? []
        guard named.isEmpty || params?["serialization_type"]?.stringValue == "json" else {
            return localized("By the ABI, %1$s takes its arguments in Borsh, and not in JSON.", name)
        }
        guard named.count <= SchemaComparison.limit else { return nil }
        let types = JSONValue.Members(
            named.compactMap { one in one["name"]?.stringValue.map { (ExactText($0), one["type_schema"] ?? .null) } },
            uniquingKeysWith: { first, _ in first })
        for argument in arguments.keys.sorted() where types[argument] == nil {
            return localized(
                "By the ABI, %1$s has no argument %2$s.", name, ArgumentDifference.quoted(argument.text))
        }
        var comparison = SchemaComparison(definitions: definitions)
        for (argument, type) in types.sorted(by: { $0.key < $1.key }) {
            // An optional argument that is left out is null.
            let difference = comparison.difference(of: arguments[argument] ?? .null, from: type)
            guard var difference else { continue }
            guard arguments[argument] != nil else {
                return localized(
                    "By the ABI, %1$s needs the argument %2$s.", name, ArgumentDifference.quoted(argument.text))
            }
            difference.path.insert(.member(argument), at: 0)
            return difference.text
        }
        return nil
    }
}
