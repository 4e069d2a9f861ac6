// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The rules that proposals and sessions share (WalletConnect specifications, "Namespaces"; CAIP-25).
enum NamespaceRules {
    /// Checks that a key is `[-a-z0-9]{3,8}` or a chain.
    static func check(key: String) throws(NamespaceError) {
        guard ChainID.isNamespace(key) || ChainID(key) != nil else { throw .invalidKey(key) }
    }

    /// Checks how many namespaces and names there are.
    static func checkCount(of counts: [Int]) throws(NamespaceError) {
        guard counts.count <= SignLimits.namespaces, counts.reduce(0, +) <= SignLimits.names else { throw .tooMany }
    }

    /// Reads a chain that stands under `key`.
    static func chain(_ text: String, under key: String) throws(NamespaceError) -> ChainID {
        guard let chain = ChainID(text), isCovered(chain, by: key) else { throw .invalidChain(text) }
        return chain
    }

    /// Returns whether a namespace of this key may have the chain.
    static func isCovered(_ chain: ChainID, by key: String) -> Bool {
        key == chain.namespace || key == chain.description
    }

    /// Reads a list of texts; `nil` where it is missing.
    static func texts(_ json: JSONValue?, of key: String) throws(NamespaceError) -> [String]? {
        guard let json, !json.isNull else { return nil }
        guard let elements = json.arrayValue else { throw .notAnObject(key) }
        guard elements.count <= SignLimits.names else { throw .tooMany }
        var texts: [String] = []
        for element in elements {
            guard let text = element.stringValue else { throw .notAnObject(key) }
            texts.append(text)
        }
        return texts
    }

    /// Reads names of methods or events, each once; a missing list is empty.
    static func names(_ json: JSONValue?, of key: String) throws(NamespaceError) -> [String] {
        var seen: Set<String> = []
        var names: [String] = []
        for name in try texts(json, of: key) ?? [] {
            guard isName(name) else { throw .invalidName(name) }
            if seen.insert(name).inserted { names.append(name) }
        }
        return names
    }

    /// Returns whether a text is 1 to 128 printable characters of ASCII without blanks, so that it has one reading.
    static func isName(_ text: String) -> Bool {
        (1...SignLimits.method).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
