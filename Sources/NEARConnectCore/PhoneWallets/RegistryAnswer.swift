// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText
package import WalletConnectSign

/// The list of wallets that a registry answers with, which is untrusted text.
///
/// Its form is that of WalletConnect's `getWallets`: `{"data": [{"id", "name", "homepage", "mobile_link", …}]}`. Of
/// everything else in it nothing is read.
package enum RegistryAnswer {
    /// The most entries that are looked at.
    package static let mostEntries = 100
    /// The longest id and the longest name, in bytes.
    package static let longestName = 64
    /// The most chains of an entry that are read for its namespaces.
    private static let mostChains = 512

    /// Links of programs on this computer come before those for phones.
    private static let nativeFields: [ExactText] = ["desktop_link", "mobile_link"]
    private static let universalFields: [ExactText] = ["desktop_link", "webapp_link", "mobile_link", "link_mode"]

    /// Reads the wallets of a chain, each id and each name once.
    ///
    /// An entry is left out whose id or name isn't fit to be shown, and one for other chains; of its links those that
    /// could run or read something are. Of a wallet that is packaged, what is packaged counts.
    ///
    /// - Returns: `nil` for anything but a list of wallets.
    package static func wallets(in bytes: [UInt8], on chain: ChainID) -> [KnownPhoneWallet]? {
        let json: JSONValue
        do throws(JSONParsingError) {
            json = try JSONValue.parse(bytes)
        } catch {
            return nil
        }
        guard let entries = json["data"]?.arrayValue else { return nil }
        let packaged = Dictionary(KnownPhoneWallet.all.map { (key(of: $0.name), $0) }) { first, _ in first }
        var (ids, names): (Set<ExactText>, Set<ExactText>) = ([], [])
        return entries.prefix(mostEntries).compactMap { entry in
            guard let read = wallet(entry, on: chain) else { return nil }
            let name = key(of: read.name)
            guard !ids.contains(ExactText(read.id)), !names.contains(name) else { return nil }
            ids.insert(ExactText(read.id))
            names.insert(name)
            guard let known = packaged[name] else {
                // Ids of the list that is packaged mean its wallets.
                return KnownPhoneWallet.all.contains { $0.id.hasSameBytes(as: read.id) } ? nil : read
            }
            return KnownPhoneWallet(
                id: known.id, name: known.name, site: known.site, links: known.links,
                namespaces: known.namespaces.union(read.namespaces), hints: known.hints)
        }
    }

    /// Returns a name as it is compared.
    ///
    /// Another case or another form of its letters is the same name to a reader.
    private static func key(of name: String) -> ExactText { ExactText(CompatibilityForm.decompose(name).lowercased()) }

    private static func wallet(_ entry: JSONValue, on chain: ChainID) -> KnownPhoneWallet? {
        guard let id = entry["id"]?.stringValue, isIdentifier(id), let name = entry["name"]?.stringValue, isFit(name)
        else { return nil }
        var namespaces: Set<String> = [chain.namespace]
        // An entry without chains is there because its registry was asked for this one.
        if let chains = entry["chains"]?.arrayValue?.compactMap(\.stringValue), !chains.isEmpty {
            guard chains.contains(where: { $0.hasSameBytes(as: "\(chain)") }) else { return nil }
            namespaces.formUnion(chains.prefix(mostChains).compactMap { ChainID($0)?.namespace })
        }
        let links = WalletLinks(
            native: link(\.native, of: entry, in: nativeFields),
            universal: link(\.universal, of: entry, in: universalFields))
        let site = entry["homepage"]?.stringValue.flatMap { WalletLinks(universal: $0).universal } ?? ""
        return KnownPhoneWallet(
            id: id, name: name, site: site, links: links, namespaces: namespaces,
            hints: links.openOnly == nil ? [.codeOnly] : [])
    }

    private static func isIdentifier(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-_.".utf8.contains(byte)
            }
    }

    /// Returns true for a name in which nothing has to be written out before it is shown.
    private static func isFit(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count) && DisplayText.name(name).hasSameBytes(as: name)
            && name.contains { $0.isLetter || $0.isNumber }
    }

    /// Returns the first link of a kind that may be handed to another program.
    ///
    /// One to which no pairing can be appended is left out.
    private static func link(
        _ kind: KeyPath<WalletLinks, String?>, of entry: JSONValue, in fields: [ExactText]
    ) -> String? {
        for case let text? in fields.map({ entry[$0]?.stringValue }) {
            guard let link = WalletLinks(native: text, universal: text)[keyPath: kind], !link.contains("?"),
                !link.contains("#")
            else { continue }
            do throws(ExternalLinkError) {
                return try ExternalLink(link).uri
            } catch {
                continue
            }
        }
        return nil
    }
}
