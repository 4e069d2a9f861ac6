// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Networks that pages offer: names without power.
@Suite struct DAppNetworkOfferTests {
    private static let genesis = CryptoHash.sha256([1])
    private static let other = CryptoHash.sha256([2])

    private func offer(_ fields: String) throws -> DAppNetworkOffer {
        let request = try DAppText.request("metadata.provide", #"{"definition":{\#(fields)}}"#)
        guard case .provideMetadata(let offer) = request.operation else { throw DAppError(.internalError, "") }
        return offer
    }

    private func network(
        _ id: String, _ hash: CryptoHash = genesis, and rest: String = "", rpc: String = "https://rpc.example"
    ) throws -> DAppNetworkOffer {
        try offer(#""networkId":"\#(id)","genesisHash":"\#(hash)","rpcUrls":["\#(rpc)"]\#(rest)"#)
    }

    private func verdict(
        _ offer: DAppNetworkOffer, _ known: [DAppNetworkOffer.KnownNetwork] = [], site: String = "https://app.example"
    ) throws -> DAppNetworkOffer.Verdict {
        offer.verdict(known: known, askedBy: try #require(SiteOrigin(site)))
    }

    private func isRefused(_ verdict: DAppNetworkOffer.Verdict) -> Bool {
        if case .refused = verdict { true } else { false }
    }

    /// polkadot-js's required fields mean nothing here, and don't refuse a page that follows its type.
    @Test func aDefinitionOfPolkadotsFormIsRead() throws {
        let hex = Self.genesis.withUnsafeBytes { Hexadecimal.encode(Array($0)) }
        let read = try offer(
            #""chain":"fun","genesisHash":"0x\#(hex)","icon":"x","ss58Format":0,"chainType":"substrate","color":"red","specVersion":3,"tokenDecimals":24,"tokenSymbol":"FUN","types":{},"metaCalls":"","userExtensions":{}"#
        )
        #expect(read.networkId == "fun")
        #expect(read.chain == .other(genesisHash: Self.genesis))
        #expect(read.version == 3)
        #expect(
            read.ignored == [
                "chainType", "color", "icon", "metaCalls", "ss58Format", "tokenDecimals", "tokenSymbol", "types",
                "userExtensions",
            ])
    }

    @Test(arguments: [
        #""networkId":"fun""#, #""genesisHash":"HASH""#, #""networkId":"fun","genesisHash":"0x00""#,
        #""networkId":"fun","genesisHash":"x""#, #""networkId":"f n","genesisHash":"HASH""#,
        #""networkId":"fun","genesisHash":"HASH","rpcUrls":["javascript:1"]"#,
        #""networkId":"fun","genesisHash":"HASH","rpcUrls":["https://u:p@rpc.example"]"#,
        #""networkId":"fun","genesisHash":"HASH","rpcUrls":["HTTPS://rpc.example"]"#,
        #""networkId":"fun","genesisHash":"HASH","rpcUrls":"https://rpc.example""#,
        #""networkId":"fun","genesisHash":"HASH","explorerUrl":"file:///etc/passwd""#,
        #""networkId":"fun","genesisHash":"HASH","specVersion":-1"#,
        #""networkId":"fun","genesisHash":"HASH","contracts":{"NOT VALID":{"methods":{}}}"#,
        #""networkId":"fun","genesisHash":"HASH","contracts":{"a.near":{"methods":{"m":1}}}"#,
    ])
    func whatIsNoDefinitionIsAnError(fields: String) {
        let fields = fields.replacing("HASH", with: "\(Self.genesis)")
        #expect(DAppText.code { _ = try offer(fields) } == .invalidParams)
    }

    @Test func aNewNetworkIsAskedForAndItsNodesDecide() throws {
        let fun = try network("fun")
        #expect(try verdict(fun) == .ask(isUpdate: false))
        #expect(fun.isConfirmed(by: .other(genesisHash: Self.genesis)))
        #expect(!fun.isConfirmed(by: .other(genesisHash: Self.other)))
        #expect(!fun.isConfirmed(by: .mainnet))
    }

    /// Signatures name no chain: a network that passes for another one gets what counts there.
    @Test(arguments: [
        "mainnet", "testnet", "Mainnet", "main-net", "ma1nnet", "mainnet2", "NEAR.mainnet", "te5tnet", "t3stnet",
        "MAlNNET",
    ])
    func noNameLooksLikeAPublicNetworks(name: String) throws {
        #expect(isRefused(try verdict(try network(name))))
    }

    @Test func thePublicChainsHaveTheirNames() throws {
        let mainnet = try CryptoHash(ChainIdentity.mainnetGenesis)
        #expect(isRefused(try verdict(try network("fun", mainnet))))
        #expect(!(try network("fun", mainnet)).isConfirmed(by: .mainnet))
        let known = [DAppNetworkOffer.KnownNetwork(id: "mainnet", chain: .mainnet)]
        #expect(try verdict(try network("mainnet", mainnet), known) == .known)
        #expect(isRefused(try verdict(try network("mainnet"), known)))
    }

    @Test func knownNetworksAreNeverChangedByOthers() throws {
        let mine = try #require(SiteOrigin("https://app.example"))
        let chain = ChainIdentity.other(genesisHash: Self.genesis)
        let configured = [DAppNetworkOffer.KnownNetwork(id: "fun", chain: chain, provider: nil, version: 0)]
        let provided = [DAppNetworkOffer.KnownNetwork(id: "fun", chain: chain, provider: mine, version: 3)]
        let newer = try network("fun", Self.genesis, and: #","specVersion":4"#)
        #expect(try verdict(newer, configured) == .known)
        #expect(try verdict(newer, provided) == .ask(isUpdate: true))
        #expect(try verdict(newer, provided, site: "https://b.example") == .known)
        #expect(try verdict(try network("fun", Self.genesis, and: #","specVersion":3"#), provided) == .known)
        #expect(isRefused(try verdict(try network("fun", Self.other, and: #","specVersion":4"#), provided)))
        #expect(isRefused(try verdict(try network("joy"), provided)))
        #expect(isRefused(try verdict(try network("F-U-N", Self.other), provided)))
    }

    /// A page of the internet has this program call nothing on the local network.
    @Test(arguments: [
        "http://rpc.example", "https://127.0.0.1", "http://127.0.0.1:3030", "https://192.168.1.1", "https://localhost",
        "https://[::ffff:127.0.0.1]", "https://router", "https://0.0.0.0", "https://169.254.169.254",
    ])
    func nodesOfTheLocalNetworkAreNotCalled(address: String) throws {
        #expect(isRefused(try verdict(try network("fun", rpc: address))))
    }

    @Test func aPageOfThisComputerMayOfferItsOwnNode() throws {
        let own = try network("fun", rpc: "http://127.0.0.1:3030")
        #expect(try verdict(own, site: "http://localhost:3000") == .ask(isUpdate: false))
        #expect(isRefused(try verdict(try network("fun", rpc: "http://192.168.0.1"), site: "http://localhost:3000")))
        #expect(isRefused(try verdict(try offer(#""networkId":"fun","genesisHash":"\#(Self.genesis)""#))))
    }

    @Test func sentencesStayInOneLineAndAreFoundByTheirBytes() throws {
        let described = try network(
            "fun", Self.genesis, and: #","contracts":{"shop.near":{"methods":{"buy":"Buys\n\u202eit"}}}"#)
        let contract = try AccountId("shop.near")
        let words = try #require(described.words(for: "buy", of: contract))
        #expect(!words.contains("\n") && !words.contains("\u{202E}"))
        #expect(described.words(for: "buy ", of: contract) == nil)
        #expect(described.words(for: "buy", of: try AccountId("b.near")) == nil)
        let long = String(repeating: "x", count: 201)
        #expect(
            DAppText.code {
                _ = try network("fun", Self.genesis, and: #","contracts":{"shop.near":{"methods":{"buy":"\#(long)"}}}"#)
            } == .invalidParams)
    }
}
