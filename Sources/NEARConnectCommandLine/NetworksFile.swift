// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import NEARConnectCore
internal import NEARPrimitives
package import NEARRPC
internal import SafeText

/// A file with networks and their nodes; `docs/schemas/networks.schema.json` describes it.
///
/// It has the API keys that a command line and its history should not show.
package struct NetworksFile {
    /// The most bytes of a file.
    static let limit = 256 << 10

    private let path: String
    private let networks: [ExactText: [RPCEndpoint]]

    /// Reads the file, all of it: a fault in a network that isn't asked for is told, too.
    ///
    /// - Throws: `ValidationError`, which names the place.
    package init(path: String) throws {
        self.path = path
        let read: [UInt8]?
        do {
            read = try RegularFile.read(URL(filePath: path), limit: Self.limit, followsLinks: true)
        } catch {
            throw ValidationError(
                localized(
                    "The file %1$s with networks can’t be used. %2$s", DisplayText.quotation(path),
                    ErrorReport(error).sentence))
        }
        guard let text = read else {
            throw ValidationError(
                localized("There is no file %1$s with networks. Check --networks.", DisplayText.quotation(path)))
        }
        let json: JSONValue
        do throws(JSONParsingError) {
            json = try JSONValue.parse(text)
        } catch {
            throw ValidationError(
                localized(
                    "The file %1$s with networks is no JSON, at %2$s. Correct it.", DisplayText.quotation(path),
                    JSONPlace(of: error, in: text).text))
        }
        let reader = Reader(path: path)
        let top = try reader.object(json, at: "", known: ["version", "networks"])
        guard top["version"] == 1 else { throw reader.fault("version", localized("write 1")) }
        guard case .array(let list)? = top["networks"] else {
            throw reader.fault("networks", localized("write a list of networks"))
        }
        var networks: [ExactText: [RPCEndpoint]] = [:]
        for (index, entry) in list.enumerated() {
            let place = "networks[\(index)]"
            let fields = try reader.object(entry, at: place, known: ["id", "nodes"])
            let id = try reader.string(fields, "id", at: place)
            guard case .array(let nodes)? = fields["nodes"], !nodes.isEmpty else {
                throw reader.fault("\(place).nodes", localized("write a list of nodes"))
            }
            let endpoints = try nodes.enumerated().map { number, node in
                try reader.endpoint(node, at: "\(place).nodes[\(number)]")
            }
            do throws(NEARError) {
                _ = try CustomNetwork(id: id, rpcURLs: endpoints.map(\.url))
            } catch {
                throw reader.fault(place, ErrorReport(error).sentence)
            }
            guard networks.updateValue(endpoints, forKey: ExactText(id)) == nil else {
                throw reader.fault("\(place).id", localized("another network has this id"))
            }
        }
        self.networks = networks
        Self.warn(of: path, if: networks.values.contains { $0.contains { !$0.headers.isEmpty } })
    }

    /// The nodes of a network; `nil` where the file doesn't name it.
    package subscript(id: String) -> [RPCEndpoint]? { networks[ExactText(id)] }

    /// The ids of the networks, in their order.
    package var ids: [String] { networks.keys.map(\.text).sorted() }

    /// Returns the nodes of a network.
    ///
    /// - Throws: `ValidationError` with the networks that there are.
    package func endpoints(of id: String) throws -> [RPCEndpoint] {
        if let endpoints = self[id] { return endpoints }
        let ids = ids.joined(separator: ", ")
        throw ValidationError(
            localized(
                "The file %1$s has no network %2$s, but: %3$s. Name one with --network.", DisplayText.quotation(path),
                DisplayText.quotation(id, limit: 64), ids))
    }

    /// Warns of API keys that other users of the machine can read.
    private static func warn(of path: String, if hasKeys: Bool) {
        var facts = stat()
        guard hasKeys, stat(path, &facts) == 0, facts.st_mode & 0o077 != 0 else { return }
        StandardError.say(
            localized(
                "other users can read the API keys in %1$s: run “chmod 600” on it", DisplayText.quotation(path)))
    }

    /// Takes values apart, and names the place of a fault.
    private struct Reader {
        let path: String

        func fault(_ place: String, _ advice: String) -> ValidationError {
            ValidationError(
                localized(
                    "The file %1$s with networks has a fault at “%2$s”: %3$s.", DisplayText.quotation(path), place,
                    advice.hasSuffix(".") ? String(advice.dropLast()) : advice))
        }

        func object(_ json: JSONValue, at place: String, known: [String]) throws -> JSONValue.Members {
            guard case .object(let members) = json else {
                throw fault(place.isEmpty ? "{" : place, localized("write an object"))
            }
            for name in members.keys where !known.contains(where: { ExactText($0) == name }) {
                let meant = NearestName.of(name.text, in: known) ?? known.joined(separator: ", ")
                throw fault(
                    (place.isEmpty ? "" : "\(place).")
                        + DisplayText.beginning(of: DisplayText.name(name.text), limit: 64).shown,
                    localized("there is no such field; did you mean %1$s", meant))
            }
            return members
        }

        func string(_ fields: JSONValue.Members, _ name: String, at place: String) throws -> String {
            guard case .string(let text)? = fields[ExactText(name)] else {
                throw fault("\(place).\(name)", localized("write a text"))
            }
            return text
        }

        func endpoint(_ json: JSONValue, at place: String) throws -> RPCEndpoint {
            let fields = try object(json, at: place, known: ["url", "apiKey", "header"])
            guard let url = URL(string: try string(fields, "url", at: place)),
                ["http", "https"].contains(url.scheme), url.host() != nil
            else { throw fault("\(place).url", localized("write an http or https address")) }
            guard fields["apiKey"] != nil else {
                guard fields["header"] == nil else {
                    throw fault("\(place).apiKey", localized("write the header’s key"))
                }
                return RPCEndpoint(url: url)
            }
            let key = try string(fields, "apiKey", at: place)
            let header = fields["header"] == nil ? "x-api-key" : try string(fields, "header", at: place)
            // A line break would begin another header.
            guard !key.isEmpty, key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw fault("\(place).apiKey", localized("write visible ASCII characters"))
            }
            guard header.wholeMatch(of: /[A-Za-z0-9-]{1,64}/) != nil else {
                throw fault("\(place).header", localized("write a header’s name, such as x-api-key"))
            }
            return RPCEndpoint(url: url, apiKey: key, header: header)
        }
    }
}
