// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The methods of a contract by its own description: an ABI as near-sdk writes it (near-abi 0.4).
///
/// It is the contract's word, and a help to whoever writes a call: nothing is decided by it.
struct ContractABI: Sendable, Equatable {
    /// The method that gives a contract's ABI, compressed.
    static let method = "__contract_abi"

    /// A method.
    struct Function: Sendable, Equatable {
        let name: String
        /// True for a method that a node answers, without a transaction.
        let isView: Bool
        /// True for a method that takes a deposit.
        let isPayable: Bool
        /// The contract's words about it, ready to be shown; empty where there are none.
        let words: String
        /// The arguments in JSON, with empty values of the right types; `nil` where they aren't JSON.
        let template: String?
        /// The types of the arguments.
        let arguments: ArgumentSchema
    }

    /// The methods that others may call, in alphabetical order.
    let functions: [Function]

    /// The largest answer and the largest description, in bytes.
    private static let (frameLimit, limit) = (1 << 20, 4 << 20)
    private static let functionLimit = 2_000
    private static let wordLimit = 200

    /// Reads the answer to ``method``; `nil` for what is no ABI of this version.
    init?(compressed frame: [UInt8]) {
        guard frame.count <= Self.frameLimit, let text = Zstandard.decompress(frame, limit: Self.limit) else {
            return nil
        }
        self.init(text)
    }

    /// Reads an ABI's JSON.
    init?(_ text: [UInt8]) {
        let abi: JSONValue
        do throws(JSONParsingError) {
            abi = try JSONValue.parse(text)
        } catch {
            return nil  // Only JSON is an ABI.
        }
        guard let version = abi["schema_version"]?.stringValue, version.utf8.starts(with: "0.4.".utf8),
            let elements = abi["body"]?["functions"]?.arrayValue, elements.count <= Self.functionLimit
        else { return nil }
        let definitions = SchemaDefinitions(types: abi["body"]?["root_schema"]?["definitions"])
        functions = elements.compactMap { Self.function($0, definitions) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Returns the method of a name.
    func function(_ name: String) -> Function? { functions.first { $0.name.hasSameBytes(as: name) } }

    /// Reads a method; `nil` for one that only the contract itself may call.
    private static func function(_ value: JSONValue, _ definitions: SchemaDefinitions) -> Function? {
        guard let name = value["name"]?.stringValue, (1...256).contains(name.utf8.count),
            DisplayText.name(name).hasSameBytes(as: name), let kind = value["kind"]?.stringValue
        else { return nil }
        let modifiers = (value["modifiers"]?.arrayValue ?? []).compactMap(\.stringValue)
        guard !modifiers.contains("private") else { return nil }
        let doc = DisplayText.name(TypedText.trimmed(value["doc"]?.stringValue ?? ""))
        let words = DisplayText.beginning(of: doc, limit: wordLimit)
        return Function(
            name: name, isView: kind == "view", isPayable: modifiers.contains("payable"),
            words: words.shown + (words.hidden > 0 ? "…" : ""),
            template: ArgumentTemplate(definitions: definitions).text(value["params"]),
            arguments: ArgumentSchema(params: value["params"], definitions: definitions))
    }
}
