// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
internal import SafeText

/// A definition that a page provides: a network that isn't known here, or sentences for methods of contracts.
///
/// Nothing of it has power. A network is added only after a question, and only if its nodes name this genesis hash;
/// sentences are shown as the page's own, beside the real action.
public struct DAppNetworkOffer: Sendable, Hashable {
    /// A method of a contract, in the page's words.
    public struct Sentence: Sendable, Hashable {
        /// The contract.
        public let contract: AccountId
        /// The method.
        public let method: ExactText
        /// The page's words, made safe to show in one line.
        public let words: String
    }

    static let networkIdLimit = 64
    static let addressLimit = 8
    static let contractLimit = 32
    static let methodLimit = 64
    static let sentenceLimit = 200

    /// The network's id.
    public let networkId: ExactText
    /// The chain, by its genesis hash.
    public let chain: ChainIdentity
    /// The addresses of its nodes; none where the page only describes contracts.
    public let rpcURLs: [URL]
    /// The address of a block explorer.
    public let explorer: URL?
    /// The version of the definition; a higher one replaces what the same site has provided before.
    public let version: UInt64
    /// The sentences.
    public let sentences: [Sentence]
    /// The fields that mean nothing here, for the log: those of other chains, symbols, decimals, pictures and colours.
    public let ignored: [String]

    /// Reads a definition, of polkadot-js's form or of ours.
    ///
    /// - Throws: ``DAppError`` with `invalidParams` for what is no definition.
    init(_ fields: DAppParams) throws(DAppError) {
        let known = ["networkId", "chain", "genesisHash", "rpcUrls", "explorerUrl", "specVersion", "contracts"]
        ignored = fields.members.keys.map(\.text).filter { !known.contains($0) }.sorted().prefix(32)
            .map { DisplayText.name(String($0.prefix(64))) }
        let id = try fields.text(fields.has("networkId") ? "networkId" : "chain", limit: Self.networkIdLimit)
        chain = ChainIdentity(genesisHash: try Self.genesis(fields))
        var addresses: [URL] = []
        if fields.has("rpcUrls") {
            for address in try fields.list("rpcUrls", limit: Self.addressLimit) {
                addresses.append(try Self.address(address, in: "rpcUrls", of: fields))
            }
        }
        rpcURLs = addresses
        explorer =
            try fields.has("explorerUrl")
            ? Self.address(try fields.value("explorerUrl"), in: "explorerUrl", of: fields) : nil
        if fields.has("specVersion") {
            guard let number = try fields.value("specVersion").integerValue(as: UInt64.self) else {
                throw fields.error("specVersion", localized("is not a whole number"))
            }
            version = number
        } else {
            version = 0
        }
        networkId = id
        sentences = try fields.has("contracts") ? Self.sentences(try fields.object("contracts")) : []
        do throws(NEARError) {
            // The rules for ids stand there; the address isn't used.
            if let placeholder = URL(string: "https://localhost") {
                _ = try CustomNetwork(id: id.text, rpcURLs: [placeholder])
            }
        } catch {
            throw fields.error("networkId", localized("is no network id"))
        }
    }

    /// Returns the page's words for a method; `nil` where it has none.
    public func words(for method: ExactText, of contract: AccountId) -> String? {
        sentences.first { $0.contract == contract && $0.method == method }?.words
    }

    // MARK: Fields

    /// Reads a hash: `0x` and hexadecimal digits, as polkadot-js has it, or Base58, as nodes have it.
    private static func genesis(_ fields: DAppParams) throws(DAppError) -> CryptoHash {
        let text = try fields.text("genesisHash", limit: 128).text
        do {
            if text.hasPrefix("0x"), let bytes = Hexadecimal.decode(text.dropFirst(2)) {
                return try CryptoHash(bytes: bytes)
            }
            return try CryptoHash(text)
        } catch {
            throw fields.error("genesisHash", localized("is no hash of 32 bytes"))
        }
    }

    private static func address(
        _ value: JSONValue, in field: String, of fields: DAppParams
    ) throws(DAppError) -> URL {
        guard let text = value.stringValue, text.utf8.count <= 512, let address = WebAddress(text), address.isWeb,
            address.isPlain, !address.hasUser, let url = URL(string: text),
            // What a user agrees to can be added: these are the rules for a network's nodes.
            ["http", "https"].contains(url.scheme), url.host != nil
        else { throw fields.error(field, localized("has something that is no http or https address")) }
        return url
    }

    private static func sentences(_ contracts: DAppParams) throws(DAppError) -> [Sentence] {
        guard contracts.members.count <= contractLimit else {
            throw .invalid(localized("more than %1$s contracts are described", "\(contractLimit)"))
        }
        var sentences: [Sentence] = []
        for name in contracts.members.keys.sorted() {
            let contract: AccountId
            do throws(AccountIdError) {
                contract = try AccountId(name.text)
            } catch {
                throw contracts.error(name.text, localized("is no account id: %1$s", "\(error)"))
            }
            let methods = try contracts.object(name.text).object("methods")
            guard methods.members.count <= methodLimit else {
                throw .invalid(localized("more than %1$s methods of a contract are described", "\(methodLimit)"))
            }
            for method in methods.members.keys.sorted() {
                let words = try methods.text(method.text, limit: sentenceLimit)
                sentences.append(
                    Sentence(contract: contract, method: method, words: DisplayText.name(words.text)))
            }
        }
        return sentences
    }
}
