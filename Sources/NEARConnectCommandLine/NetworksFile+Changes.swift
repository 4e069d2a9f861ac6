// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

extension NetworksFile {
    /// Adds a network to a file, which is made where there is none.
    ///
    /// - Parameters:
    ///   - network: The network, with one node.
    ///   - apiKey: The node's API key; `nil` for none.
    ///   - path: The file's path. Its owner alone can read it afterwards.
    /// - Throws: `ValidationError` where the file can't be used as it is; `NEARError` where it has a network of this id
    ///   or can't be written.
    package static func add(_ network: CustomNetwork, apiKey: String?, to path: String) throws {
        var entries = try entries(of: path)
        guard !entries.contains(where: { isEntry($0, of: network.id) }) else {
            throw NEARError.invalidArgument(
                name: "network id", reason: localized("the file has %1$s already", network.id))
        }
        let nodes = network.rpcURLs.map { url -> JSONValue in
            var node: JSONValue.Members = ["url": .string(url.absoluteString)]
            if let apiKey { node["apiKey"] = .string(apiKey) }
            return .object(node)
        }
        entries.append(["id": .string(network.id), "nodes": .array(nodes)])
        try write(entries, to: path)
    }

    /// Takes a network out of a file, which stays, if without networks.
    ///
    /// - Parameters:
    ///   - id: The network's id; one that isn't there is no error.
    ///   - path: The file's path.
    /// - Throws: `ValidationError` where the file can't be used as it is; an error where it can't be written.
    package static func remove(_ id: String, from path: String) throws {
        let entries = try entries(of: path)
        let left = entries.filter { !isEntry($0, of: id) }
        guard left.count < entries.count else { return }
        try write(left, to: path)
    }

    /// Returns a file's networks as they are written there; none where there is no file.
    private static func entries(of path: String) throws -> [JSONValue] {
        guard let bytes = try RegularFile.read(URL(filePath: path), limit: limit, followsLinks: true) else { return [] }
        // A file with a fault isn't written over.
        _ = try NetworksFile(path: path)
        return try JSONValue.parse(bytes)["networks"]?.arrayValue ?? []
    }

    private static func isEntry(_ entry: JSONValue, of id: String) -> Bool {
        entry["id"]?.stringValue?.hasSameBytes(as: id) == true
    }

    private static func write(_ entries: [JSONValue], to path: String) throws {
        // A line for each network, so that users can read what is there.
        let lines = entries.map { "  \($0.text)" }.joined(separator: ",\n")
        let text = "{\"version\": 1, \"networks\": [\n\(lines)\n]}\n"
        // A link stays one.
        try AtomicFile(url: URL(filePath: path).resolvingSymlinksInPath()).replace(with: Data(text.utf8))
    }
}
